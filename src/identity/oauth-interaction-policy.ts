import type { IncomingMessage } from 'node:http'
import { base, Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { toAccountId } from './account-id.ts'
import type { BrowserSession } from './browser-sessions.ts'

/**
 * Creates the policy that decides when to prompt. The app's browser session is the only sign-in: if it ended or belongs to
 * another member, the authorization server's own session does not count.
 */
export function createInteractionPolicy(
  findSession: (request: IncomingMessage) => Promise<BrowserSession | undefined>,
) {
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('browser_session', 'End-User authentication is required', 'login_required', async (ctx) => {
      const { session } = ctx.oidc
      if (!session?.accountId) return Check.NO_NEED_TO_PROMPT
      const browserSession = await findSession(ctx.req)
      return browserSession && toAccountId(browserSession) === session.accountId
        ? Check.NO_NEED_TO_PROMPT
        : Check.REQUEST_PROMPT
    }),
  )
  return policy
}
