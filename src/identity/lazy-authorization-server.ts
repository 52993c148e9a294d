import { loadOnce } from '../load-once.ts'
import type { AuthorizationServer, AuthorizationServerDeps } from './authorization-server.ts'

/**
 * Creates an authorization server that loads with its first request: its packages are the largest of a start, and
 * requests with an API key or a session do not need them.
 */
export function createLazyAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const load = loadOnce(async () => {
    const { createAuthorizationServer } = await import('./authorization-server.ts')
    return createAuthorizationServer(deps)
  })
  return {
    handle: async (...args) => (await load()).handle(...args),
    interactions: {
      current: async (...args) => (await load()).interactions.current(...args),
      allow: async (...args) => (await load()).interactions.allow(...args),
      deny: async (...args) => (await load()).interactions.deny(...args),
    },
    addClient: async (metadata) => (await load()).addClient(metadata),
  }
}
