import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailAddress } from '../../contract/people.ts'
import { AppError } from '../../errors.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { GuessPolicy, GuessThrottle } from '../../identity/guess-throttle.ts'
import { formatWait } from '../../identity/password-check.ts'
import { minPasswordLength } from '../../identity/passwords.ts'
import type { Setup } from '../../identity/setup.ts'
import { clientNetwork } from '../../net/client-network.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { createSessionCookieSetter } from '../pages/cookies.ts'
import { type FormFields, type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { messagePage, type Page, sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { setupPage } from '../pages/setup-page.ts'

export interface SetupRoutesDeps {
  publicUrl: string
  forms: FormProtection
  setup: Setup
  browserSessions: BrowserSessions
  throttle: GuessThrottle
  auditTrail: AuditTrail
  /** Called with the new organization before its admin is signed in. */
  onSetup?: (created: { organizationId: string; memberId: string; withSample: boolean }) => Promise<void>
}

const setupLinkPolicy: GuessPolicy = { name: 'guess-setup-link', freeFailures: 50, maxDelayMs: 60_000 }

/** First-run setup: creates the first organization for the holder of the link that the server printed. */
export async function setupRoutes(server: FastifyInstance, deps: SetupRoutesDeps): Promise<void> {
  const { publicUrl, forms, setup, browserSessions, throttle, auditTrail, onSetup } = deps
  const setSessionCookie = createSessionCookieSetter(browserSessions.cookieName, publicUrl)
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.get('/setup', async (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    if (typeof token !== 'string' || !(await setup.isTokenValid(token))) return refuseLink(request, reply)
    return sendPage(
      reply,
      200,
      setupPage({ formToken: forms.csrfToken(request, reply), setupToken: token, values: {} }),
    )
  })

  server.post('/setup', async (request, reply) => {
    const fields = forms.verifiedFields(request)
    const setupToken = fields.token ?? ''
    if (!(await setup.isTokenValid(setupToken))) return refuseLink(request, reply)
    const { claim, problems } = parseSetupForm(fields)
    const withSample = fields.sample === 'yes'
    if (Object.keys(problems).length > 0) {
      const formToken = forms.csrfToken(request, reply)
      const values = {
        organization: claim.organizationName,
        name: claim.name,
        email: claim.email,
        withSample,
      }
      return sendPage(reply, 422, setupPage({ formToken, setupToken, values, problems }))
    }
    const created = await setup.claim(setupToken, claim)
    const { email } = claim
    await auditTrail.recordPageAction(request, 'setUp', [created], {
      email,
      via: 'password',
      resource: '/organization',
    })
    await onSetup?.({ ...created, withSample })
    const { secret } = await browserSessions.create(created)
    setSessionCookie(reply, secret)
    return reply.redirect(withSample ? '/?sample=loading' : '/', 303)
  })

  /** Slows down guesses. A valid link always works, however many guesses came from the same address. */
  async function refuseLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const retryAfterSeconds = await throttle.admit([{ policy: setupLinkPolicy, subject: clientNetwork(request.ip) }])
    if (retryAfterSeconds > 0)
      throw new AppError('rate-limit', `Too many attempts. Wait ${formatWait(retryAfterSeconds)} and try again.`, {
        retryAfterSeconds,
      })
    return sendPage(reply, 404, invalidSetupLinkPage)
  }
}

const invalidSetupLinkPage: Page = messagePage(
  'This setup link does not work',
  'It was used already, or the server has printed a newer one since. If the service is not set up yet, restart it and open the link that it prints.',
  { href: '/sign-in', label: 'Go to sign-in' },
)

function parseSetupForm(fields: FormFields) {
  const claim = {
    organizationName: fields.organization?.trim() ?? '',
    name: fields.name?.trim() ?? '',
    email: fields.email?.trim() ?? '',
    password: fields.password ?? '',
  }
  const problems: Record<string, string> = {}
  if (!hasLengthBetween(claim.organizationName, 1, 200)) problems.organization = 'Enter the name of your organization.'
  if (!hasLengthBetween(claim.name, 1, 200)) problems.name = 'Enter your name.'
  if (!emailAddress.safeParse(claim.email).success) problems.email = 'Enter an email address.'
  if (!hasLengthBetween(claim.password, minPasswordLength, 1024))
    problems.password = `Use at least ${minPasswordLength} characters.`
  return { claim, problems }
}

function hasLengthBetween(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max
}
