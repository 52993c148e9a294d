/** The pages of Settings, by the last part of their address. Settings open on the first one that a person can use. */
export const settingsSections = [
  { name: 'organization', isForAdmins: true },
  { name: 'members', isForAdmins: true },
  { name: 'groups', isForAdmins: true },
  { name: 'email', isForAdmins: true },
  { name: 'language-model', isForAdmins: true },
  { name: 'models', isForAdmins: true },
  { name: 'clients', isForAdmins: true },
  { name: 'callbacks', isForAdmins: true },
  { name: 'jobs', isForAdmins: true },
  { name: 'audit', isForAdmins: true },
  { name: 'backups', isForAdmins: true },
  { name: 'account', isForAdmins: false },
  { name: 'keys', isForAdmins: false },
] as const

export type SettingsSectionName = (typeof settingsSections)[number]['name']
