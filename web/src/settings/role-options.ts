/** The roles to choose from, with the keys of their texts. */
export const roleOptions = [
  { role: 'admin', optionKey: 'adminOption', makeKey: 'makeAdmin' },
  { role: 'member', optionKey: 'memberOption', makeKey: 'makeMember' },
  { role: 'viewer', optionKey: 'viewerOption', makeKey: 'makeViewer' },
] as const

export type Role = (typeof roleOptions)[number]['role']
