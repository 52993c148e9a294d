import { defineMessages } from './define-messages.ts'

/** Texts of a person's conversations and questions, and of sharing a conversation. */
export const conversationText = defineMessages('conversations', {
  sharedBy: 'Shared by {name}. Only they can ask in this conversation.',
  newQuestion: 'New question',
  share: 'Share conversation',
  conversations: 'Conversations',
  history: 'History',
  search: 'Search conversations',
  none: 'No conversations yet',
  noMatch: 'No matching conversations',
  keptHint: 'They stay here until you delete them. Only you can see them unless you share them.',
  shared: 'Shared',
  actions: 'Actions for “{title}”',
  renameAction: 'Rename',
  shareAction: 'Share',
  deleteAction: 'Delete',
  renameTitle: 'Rename conversation',
  title: 'Title',
  deleteTitle: 'Delete this conversation?',
  deleteHint: '“{title}” is deleted with its questions, answers and shared links. This can’t be undone.',
  shareTitle: 'Share this conversation',
  shareHint:
    'People you share it with can open the link if they can see every source of every answer. Others see “not found”. Later questions are shared too.',
  save: 'Save',
  saved: 'Sharing updated',
  whoCanOpen: 'Who can open it',
  peopleAndGroups: 'People and groups',
  copyLink: 'Copy link',
  myQuestions: 'My questions',
  searchQuestions: 'Search my questions',
  noQuestions: 'You haven’t asked anything yet',
  noMatchingQuestions: 'No matching questions',
  questionsHint: 'Questions are kept for 90 days. Only you can see this list.',
  notFound: 'Not found',
  deleteQuestion: 'Delete “{question}” from history',
})

/** Who can open a conversation. */
export const conversationAudienceText = defineMessages('conversation-audiences', {
  private: 'Only you',
  everyone: 'Everyone in the organization',
  named: 'Only these people and groups',
})
