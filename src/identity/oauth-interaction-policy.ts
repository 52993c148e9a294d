import type { IncomingMessage } from 'node:http'
import { base, Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { toAccountId } from './account-id.ts'
import type { BrowserSession } from './browser-sessions.ts'

/**
 * When the authorization server has to ask the person something. There is one sign-in, the browser session of the
 * app: whoever signed out there, or in as somebody else, is not the person the authorization server remembers.
 */
export function createInteractionPolicy(
  signedIn: (request: IncomingMessage) => Promise<BrowserSession | undefined>,
) {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('browser_session', 'End-User authentication is required', 'login_required', async (ctx) => {
      const { session } = ctx.oidc
      if (!session?.accountId) return Check.NO_NEED_TO_PROMPT
      const person = await signedIn(ctx.req)
      return person && toAccountId(person) === session.accountId
        ? Check.NO_NEED_TO_PROMPT
        : Check.REQUEST_PROMPT
    }),
  )
  return policy
}
