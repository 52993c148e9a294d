/** Returns the form in which emails are stored and compared: case-insensitive. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Returns the form in which names of groups are stored and compared: macOS decomposes letters with accents. */
export function normalizeGroupName(name: string): string {
  return name.normalize('NFC')
}

/** Returns the form in which `user:EMAIL` and `group:NAME` are compared; other names stay as they are. */
export function normalizePrincipalName(name: string): string {
  if (name.startsWith('user:')) return `user:${normalizeEmail(name.slice(5))}`
  if (name.startsWith('group:')) return `group:${normalizeGroupName(name.slice(6))}`
  return name
}
