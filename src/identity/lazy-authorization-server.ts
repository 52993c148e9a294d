import type { AuthorizationServer, AuthorizationServerDeps } from './authorization-server.ts'

/**
 * The authorization server, loaded and put together with the first request for it: its packages are the largest of all
 * that a start would read, and who comes with a key or a session has no need of them.
 */
export function createLazyAuthorizationServer(needs: AuthorizationServerDeps): AuthorizationServer {
  let loading: Promise<AuthorizationServer> | undefined
  const load = () => {
    loading ??= import('./authorization-server.ts').then(({ createAuthorizationServer }) =>
      createAuthorizationServer(needs),
    )
    return loading
  }
  return {
    handle: async (...given) => (await load()).handle(...given),
    interactions: {
      current: async (...given) => (await load()).interactions.current(...given),
      allow: async (...given) => (await load()).interactions.allow(...given),
      deny: async (...given) => (await load()).interactions.deny(...given),
    },
    addClient: async (metadata) => (await load()).addClient(metadata),
  }
}
