import { defineMessages } from './define-messages.ts'

export const auditText = defineMessages('audit', {
  title: 'Audit log',
  lead: 'Who changed what, from where, and which attempts were refused. Entries are never changed.',
  filters: 'Filters',
  person: 'Person',
  personHint: 'Name or email',
  action: 'Action',
  anyAction: 'Any action',
  object: 'About',
  anyObject: 'Anything',
  from: 'From',
  to: 'Until',
  clearFilters: 'Clear filters',
  exportCsv: 'Export CSV',
  exportLines: 'Export JSON lines',
  empty: 'No entries yet',
  emptyHint: 'Changes to notes, people and settings appear here.',
  noMatch: 'No matching entries',
  noMatchHint: 'Try another person, action or date.',
  showOnlyPerson: 'Only this person',
  showOnlyAction: 'Only this action',
  showOnlyObject: 'Only this object',
  more: 'Filter by this entry',
  service: 'Lorewell',
  unknownPerson: 'Unknown person',
  noteCount: '{count|one: # note|other: # notes}',
  unavailable: 'not available to you, or deleted',
  refused: 'Refused',
  address: 'from {address}',
  audience: 'Visible to {before} before, {after} after',
  editors: 'Editable by {before} before, {after} after',
  editorsGiven: 'Given the right to edit: {names}',
  editorsLost: 'Lost the right to edit: {names}',
  editorsNone: 'Nobody can edit it now',
  everyoneWhoCanSee: 'everyone who can see it',
  nobody: 'nobody',
})

/** How somebody was authenticated. */
export const auditViaText = defineMessages('audit-via', {
  'api-key': 'with an API key',
  session: 'in the app',
  token: 'through a connected app',
  password: 'with a password',
  passkey: 'with a passkey',
  oidc: 'with single sign-on',
  link: 'with a link',
  terminal: 'on the command line',
  schedule: 'on schedule',
})

export const auditObjectTexts = {
  note: 'Note',
  attachment: 'Attachment',
  item: 'Item',
  'data-source': 'Data source',
  member: 'Member',
  invitation: 'Invitation',
  group: 'Group',
  assistant: 'Assistant',
  connection: 'Connection',
  'api-key': 'API key',
  'oauth-client': 'OAuth client',
} as const

export const auditObjectText = defineMessages('audit-objects', auditObjectTexts)

/** The kinds to filter by, with the path that their entries share. */
export const auditFolderTexts = {
  '/notes': 'Notes',
  '/attachments': 'Attachments',
  '/trash': 'Trash',
  '/data-sources': 'Data sources and items',
  '/admin/connections': 'Connections',
  '/assistants': 'Assistants',
  '/members': 'Members',
  '/invitations': 'Invitations',
  '/groups': 'Groups',
  '/api-keys': 'API keys',
  '/oauth-clients': 'OAuth clients',
  '/organization': 'Organization',
  '/service/language-model': 'Language model',
  '/me': 'Own account',
} as const

export const auditFolderText = defineMessages('audit-folders', auditFolderTexts)
