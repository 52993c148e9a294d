import { defineMessages } from './define-messages.ts'

export const calloutText = defineMessages('callout', {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
})
