import { defineMessages } from './define-messages.ts'

export const emptySettingsText = defineMessages('empty-settings', {
  jobs: 'No recent jobs',
  jobsHint: 'Imports, digests and deferred answers appear here while they run and for a while after.',
  callbacks: 'No callbacks yet',
  callbacksHint: 'Answers that a program asked to receive at an address of its own appear here.',
  seeApi: 'See the API',
  groups: 'No groups yet',
  groupsHint: 'Create one for a team, and share notes and data sources with all of it at once.',
})

export const organizationText = defineMessages('organization', {
  title: 'Organization',
  save: 'Save',
  saved: 'Saved',
  asking: 'Asking',
  askingHint: 'When it’s off, nobody can ask questions and programs can’t index. Notes stay readable.',
  askingOff: 'Asking is off',
  askingOn: 'Asking is on',
  switchOffTitle: 'Switch asking off?',
  switchOffEffect:
    'Nobody in {name} can ask questions or receive digests, and programs can’t index. Notes and past answers stay readable. You can switch it on again here.',
  switchOff: 'Switch off',
})

/** The pages of Settings, by their names. */
export const settingsText = defineMessages('settings', {
  title: 'Settings',
  sectionTitle: '{section} · Settings',
  organization: 'Organization',
  members: 'Members',
  groups: 'Groups',
  email: 'Email',
  'language-model': 'Language model',
  models: 'Models and limits',
  clients: 'OAuth clients',
  callbacks: 'Callbacks',
  jobs: 'Jobs',
  audit: 'Audit log',
  backups: 'Backups',
  account: 'My account',
  keys: 'API keys',
  done: 'Done',
})
