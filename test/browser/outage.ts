import type { BrowserContext, Route } from 'playwright-core'

/** What the service does for one browser: it answers, it can't be reached, or its answers to saves get lost. */
export type Reachability = 'up' | 'down' | 'answers-lost'

/** Puts an unreliable network between the browser and the service; the returned function changes its state. */
export async function installOutages(context: BrowserContext): Promise<(next: Reachability) => void> {
  let state: Reachability = 'up'
  await context.route('**/*', async (route: Route) => {
    try {
      if (state === 'down') return await route.abort('connectionrefused')
      if (state === 'answers-lost' && route.request().method() === 'PUT') {
        await route.fetch()
        return await route.abort('connectionreset')
      }
      return await route.continue()
    } catch {
      // The page was closed while its request was on the way.
    }
  })
  return (next) => {
    state = next
  }
}
