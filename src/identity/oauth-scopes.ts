import { contentScopes, parseScopes, type Scope, scopes } from '../contract/scopes.ts'

/** Paths below the public URL that a token can be limited to (RFC 8707), with the scopes that exist there. */
export const scopesByPath: Readonly<Record<'' | '/v1' | '/mcp', readonly Scope[]>> = {
  '': scopes,
  '/v1': scopes,
  '/mcp': contentScopes,
}

/** The only scope of grants that were made before there were others. Their tokens have the content scopes. */
export const legacyTokenScope = 'api'

/** Returns the scope parameter of an authorization request, with the content scopes where it names none of ours. */
export function withDefaultScopes(scope: string | undefined): string {
  const names = (scope ?? '').split(' ').filter((name) => name !== '' && name !== legacyTokenScope)
  const added = parseScopes(names.join(' ')).length > 0 ? [] : contentScopes
  return [...new Set([...names, ...added])].join(' ')
}

/** Returns the scope parameter without the scopes that the person cannot grant. */
export function withoutAdminScope(scope: string): string {
  return scope
    .split(' ')
    .filter((name) => name !== 'admin')
    .join(' ')
}
