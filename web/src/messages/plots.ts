import { defineMessages } from './define-messages.ts'

export const plotText = defineMessages('plots', {
  answered: 'Answered',
  notFound: 'Not found',
  disliked: 'Disliked',
  day: 'Day',
  dayCounts: '{date}: {answered} answered, {refused} not found, {disliked} disliked',
  title: 'Questions per day, answered and not found',
  caption: 'Questions per day',
})
