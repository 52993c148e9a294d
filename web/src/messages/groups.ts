import { defineMessages } from './define-messages.ts'

export const groupsText = defineMessages('groups', {
  newGroup: 'New group',
  title: 'Groups',
  lead: 'Share notes, data sources and assistants with a group. People gain access when they join and lose it when they leave.',
  edit: 'Edit',
  delete: 'Delete',
  deleteEffect: 'Its members lose access to everything shared only with this group.',
  save: 'Save',
  description: 'Description',
  descriptionHint: 'Optional. What the group is for.',
  findMember: 'Find a member',
  loadingMembers: 'Loading members',
  noMatchingMembers: 'No matching members.',
})
