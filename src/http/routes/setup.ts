import type { FastifyInstance } from 'fastify'
import { emailAddress } from '../../contract/people.ts'
import { AppError } from '../../errors.ts'
import type { AttemptLimiter } from '../../identity/attempt-limiter.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import { minPasswordLength } from '../../identity/passwords.ts'
import type { Setup } from '../../identity/setup.ts'
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
  limits: AttemptLimiter
  auditTrail: AuditTrail
  /** Told of the new organization before its admin arrives. */
  onSetup?: (made: { organizationId: string; memberId: string; withSample: boolean }) => Promise<void>
}

const setupAttemptLimit = { name: 'setup-address', maxAttempts: 60, windowMs: 15 * 60_000 }

/** The first start of an empty service: whoever holds the link that it printed makes the first organization. */
export async function setupRoutes(server: FastifyInstance, needs: SetupRoutesDeps): Promise<void> {
  const { publicUrl, forms, setup, browserSessions, limits, auditTrail, onSetup } = needs
  const setSessionCookie = createSessionCookieSetter(browserSessions.cookieName, publicUrl)
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.addHook('preHandler', async (request) => {
    const { isAllowed, retryAfterSeconds } = await limits.consume(setupAttemptLimit, request.ip)
    if (!isAllowed)
      throw new AppError('rate-limit', 'Please wait a while and try again.', { retryAfterSeconds })
  })

  server.get('/setup', async (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    if (typeof token !== 'string' || !(await setup.isTokenValid(token)))
      return sendPage(reply, 404, invalidSetupLinkPage)
    return sendPage(
      reply,
      200,
      setupPage({ formToken: forms.csrfToken(request, reply), setupToken: token, values: {} }),
    )
  })

  server.post('/setup', async (request, reply) => {
    const fields = forms.verifiedFields(request)
    const setupToken = fields.token ?? ''
    if (!(await setup.isTokenValid(setupToken))) return sendPage(reply, 404, invalidSetupLinkPage)
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
    const made = await setup.claim(setupToken, claim)
    const { email } = claim
    await auditTrail.recordPageAction(request, 'setUp', [made], {
      email,
      via: 'password',
      resource: '/organization',
    })
    await onSetup?.({ ...made, withSample })
    const { secret } = await browserSessions.create(made)
    setSessionCookie(reply, secret)
    return reply.redirect(withSample ? '/?sample=loading' : '/', 303)
  })
}

const invalidSetupLinkPage: Page = messagePage(
  'This setup link does not work',
  'It has been used, or a newer one has been printed since. If nobody has set up the service yet, restart it and open the link that it prints.',
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
  if (!hasLengthBetween(claim.organizationName, 1, 200))
    problems.organization = 'Give your organization a name.'
  if (!hasLengthBetween(claim.name, 1, 200)) problems.name = 'Tell your name.'
  if (!emailAddress.safeParse(claim.email).success) problems.email = 'Give an email address.'
  if (!hasLengthBetween(claim.password, minPasswordLength, 1024))
    problems.password = `A password has at least ${minPasswordLength} characters.`
  return { claim, problems }
}

function hasLengthBetween(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max
}
