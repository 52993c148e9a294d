import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import type { AttemptLimits } from '../../identity/attempt-limits.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import { shortestPassword } from '../../identity/passwords.ts'
import type { Setup } from '../../identity/setup.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { cookie, longestCookieSeconds } from '../pages/cookies.ts'
import { acceptForms, type FormFields, type Forms } from '../pages/forms.ts'
import { messagePage, type Page, sendPage } from '../pages/page.ts'
import { answerErrorsAsPages } from '../pages/page-errors.ts'
import { setupPage } from '../pages/setup-page.ts'

export interface SetupRoutesNeeds {
  publicUrl: string
  forms: Forms
  setup: Setup
  browserSessions: BrowserSessions
  limits: AttemptLimits
  auditTrail: AuditTrail
  /** Told of the new organization before its admin arrives. */
  onSetup?: (made: { organizationId: string; memberId: string; withSample: boolean }) => Promise<void>
}

const tries = { name: 'setup-address', most: 60, windowMs: 15 * 60_000 }

/** The first start of an empty service: whoever holds the link that it printed makes the first organization. */
export async function setupRoutes(server: FastifyInstance, needs: SetupRoutesNeeds): Promise<void> {
  const { publicUrl, forms, setup, browserSessions, limits, auditTrail, onSetup } = needs
  acceptForms(server)
  answerErrorsAsPages(server)

  server.addHook('preHandler', async (request) => {
    const { isAllowed, retryAfterSeconds } = await limits.count(tries, request.ip)
    if (!isAllowed)
      throw new AppError('rate-limit', 'Please wait a while and try again.', { retryAfterSeconds })
  })

  server.get('/setup', async (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    if (typeof token !== 'string' || !(await setup.isOpen(token))) return sendPage(reply, 404, closedPage)
    return sendPage(
      reply,
      200,
      setupPage({ formToken: forms.token(request, reply), setupToken: token, values: {} }),
    )
  })

  server.post('/setup', async (request, reply) => {
    const fields = forms.fields(request)
    const setupToken = fields.token ?? ''
    if (!(await setup.isOpen(setupToken))) return sendPage(reply, 404, closedPage)
    const { claim, problems } = read(fields)
    const withSample = fields.sample === 'yes'
    if (Object.keys(problems).length > 0) {
      const formToken = forms.token(request, reply)
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
    await auditTrail.page(request, 'setUp', [made], { email, via: 'password', resource: '/organization' })
    await onSetup?.({ ...made, withSample })
    const { secret } = await browserSessions.begin(made)
    reply.header(
      'set-cookie',
      cookie(browserSessions.cookieName, secret, { publicUrl, maxAgeSeconds: longestCookieSeconds }),
    )
    return reply.redirect(withSample ? '/?sample=loading' : '/', 303)
  })
}

const closedPage: Page = messagePage(
  'This setup link does not work',
  'It has been used, or a newer one has been printed since. If nobody has set up the service yet, restart it and open the link that it prints.',
  { href: '/sign-in', label: 'Go to sign-in' },
)

function read(fields: FormFields) {
  const claim = {
    organizationName: fields.organization?.trim() ?? '',
    name: fields.name?.trim() ?? '',
    email: fields.email?.trim() ?? '',
    password: fields.password ?? '',
  }
  const problems: Record<string, string> = {}
  if (!isBetween(claim.organizationName, 1, 200)) problems.organization = 'Give your organization a name.'
  if (!isBetween(claim.name, 1, 200)) problems.name = 'Tell your name.'
  if (!isBetween(claim.email, 3, 320) || !/^[^\s@]+@[^\s@]+$/.test(claim.email))
    problems.email = 'Give an email address.'
  if (!isBetween(claim.password, shortestPassword, 1024))
    problems.password = `A password has at least ${shortestPassword} characters.`
  return { claim, problems }
}

function isBetween(text: string, least: number, most: number): boolean {
  return text.length >= least && text.length <= most
}
