export const roleOptions = [
  { role: 'admin', label: 'Admin', description: 'manages the organization' },
  { role: 'member', label: 'Member', description: 'reads and writes' },
  { role: 'viewer', label: 'Viewer', description: 'reads and asks' },
] as const

export type Role = (typeof roleOptions)[number]['role']
