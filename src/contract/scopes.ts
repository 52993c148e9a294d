/** The scopes that limit a token or a key, with the words that the consent page and the settings show. */
export const scopeDescriptions = {
  ask: 'Ask questions, and read and share your answers and digests',
  'content:read': 'Search and read everything that you can see',
  'content:write': 'Add, change and delete items in data sources',
  'notes:write': 'Create, change, share and delete notes',
  admin:
    'Administer the organization: members, passwords, groups, API keys, OAuth clients, secrets, settings and the audit log',
} as const

export type Scope = keyof typeof scopeDescriptions

export const scopes = Object.keys(scopeDescriptions) as Scope[]

/** The scopes of a credential that asked for none: the operations of docs/specification.md, search, notes and MCP. */
export const contentScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin')

/** Returns the known scopes of a list separated by spaces (RFC 6749, section 3.3). */
export function parseScopes(text: string): Scope[] {
  const names = new Set(text.split(' '))
  return scopes.filter((scope) => names.has(scope))
}
