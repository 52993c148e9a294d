import { defineMessages } from './define-messages.ts'

export const shareAnswerText = defineMessages('share-answer', {
  share: 'Share',
  title: 'Share this answer',
  audience:
    'People in your organization who can see every source of this answer can open the link. Others see “not found”.',
  notShared: 'Nobody else can open it yet.',
  createLink: 'Create link',
  copyLink: 'Copy link',
  stopSharing: 'Stop sharing',
  stopped: 'Sharing stopped',
})
