import { defineMessages } from './define-messages.ts'

export const groupsText = defineMessages('groups', {
  newGroup: 'New group',
  title: 'Groups',
  lead: 'Share notes, data sources and assistants with a group. People gain access when they join and lose it when they leave.',
  edit: 'Edit',
  editTitle: 'Edit {name}',
  people: '{count|one: # person|other: # people}',
  deleteGroup: 'Delete {name}',
  deleteTitle: 'Delete {name}?',
  delete: 'Delete',
  deleteEffect: 'Its members lose access to everything shared only with this group.',
  save: 'Save',
  description: 'Description',
  descriptionHint: 'Optional. What the group is for.',
  members: 'Members',
  selected: '({count} selected)',
  findMember: 'Find a member',
  loadingMembers: 'Loading members',
  noMatchingMembers: 'No matching members.',
})
