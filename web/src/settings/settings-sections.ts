/** The pages of Settings, by the last part of their address. Settings open on the first one that a person can use. */
export const settingsSections = [
  { name: 'organization', label: 'Organization', isForAdmins: true },
  { name: 'members', label: 'Members', isForAdmins: true },
  { name: 'groups', label: 'Groups', isForAdmins: true },
  { name: 'email', label: 'Email', isForAdmins: true },
  { name: 'language-model', label: 'Language model', isForAdmins: true },
  { name: 'models', label: 'Models and limits', isForAdmins: true },
  { name: 'clients', label: 'OAuth clients', isForAdmins: true },
  { name: 'callbacks', label: 'Callbacks', isForAdmins: true },
  { name: 'jobs', label: 'Jobs', isForAdmins: true },
  { name: 'audit', label: 'Audit log', isForAdmins: true },
  { name: 'backups', label: 'Backups', isForAdmins: true },
  { name: 'account', label: 'My account', isForAdmins: false },
  { name: 'keys', label: 'API keys', isForAdmins: false },
] as const

export type SettingsSectionName = (typeof settingsSections)[number]['name']
