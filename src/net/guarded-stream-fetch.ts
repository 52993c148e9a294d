import type { AddressGuard } from './address-guard.ts'
import { createGuardedAgent, requireAcceptedUrl } from './guarded-agent.ts'

const connectTimeoutMs = 10_000

/**
 * Creates a fetch for URLs from untrusted sources whose response is read as it arrives. The caller limits time and size.
 * Public hosts need https. Redirects are returned, not followed.
 */
export function createGuardedStreamFetch({ guard }: { guard: AddressGuard }): typeof globalThis.fetch {
  const load = createGuardedAgent({ guard, connectTimeoutMs, isKeptAlive: true })
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    await requireAcceptedUrl(guard, url, { httpsOnly: true })
    const { fetch, agent } = await load()
    const request = { ...init, dispatcher: agent, redirect: 'manual' } as Parameters<typeof fetch>[1]
    return (await fetch(url, request)) as unknown as Response
  }
}
