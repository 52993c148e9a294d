import { defineMessages } from './define-messages.ts'

export const askPageText = defineMessages('ask-page', {
  title: 'Ask',
  noThread: 'You don’t have access to this conversation',
  noThreadHint:
    'It was deleted, it isn’t shared with you, or it uses sources that you can’t see. You can ask a new question below.',
  noQuestion: 'This question isn’t in your history',
  noQuestionHint: 'It was deleted, or someone else asked it. You can ask it again below.',
  loadingThread: 'Loading conversation',
  loadingQuestion: 'Loading question',
})

export const sharedAnswerText = defineMessages('shared-answer', {
  title: 'Shared answer',
  noAccess: 'You don’t have access to this answer',
  noAccessHint: 'It’s no longer shared, or it uses sources that aren’t shared with you.',
  ask: 'Ask a question',
  askedBy: 'Asked by {name}, {when}',
  answer: 'Answer',
})
