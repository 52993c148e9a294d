import type { FastifyInstance } from 'fastify'
import { emailAddress } from '../../contract/people.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { GuessThrottle } from '../../identity/guess-throttle.ts'
import type { Setup } from '../../identity/setup.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { nameProblem, newPasswordProblem } from '../pages/account-fields.ts'
import { type FormFields, type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { createLinkRefusal } from '../pages/link-refusal.ts'
import { messagePage, type Page, sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { createSessionStarter } from '../pages/session-start.ts'
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

/** First-run setup: creates the first organization for the holder of the link that the server printed. */
export async function setupRoutes(server: FastifyInstance, deps: SetupRoutesDeps): Promise<void> {
  const { publicUrl, forms, setup, browserSessions, throttle, auditTrail, onSetup } = deps
  const startSession = createSessionStarter({ browserSessions, publicUrl })
  const refuseSetupLink = createLinkRefusal({ throttle, policyName: 'guess-setup-link', page: invalidSetupLinkPage })
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.get('/setup', async (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    if (typeof token !== 'string' || !(await setup.isTokenValid(token))) return refuseSetupLink(request, reply)
    return sendPage(
      reply,
      200,
      setupPage({ formToken: forms.csrfToken(request, reply), setupToken: token, values: {} }),
    )
  })

  server.post('/setup', async (request, reply) => {
    const fields = forms.verifiedFields(request)
    const setupToken = fields.token ?? ''
    if (!(await setup.isTokenValid(setupToken))) return refuseSetupLink(request, reply)
    const { claim, problems } = parseSetupForm(fields)
    const withSample = fields.sample === 'yes'
    if (Object.values(problems).some(Boolean)) {
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
    await startSession(request, reply, created)
    return reply.redirect(withSample ? '/?sample=loading' : '/', 303)
  })
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
  const problems = {
    organization: nameProblem(claim.organizationName, 'Enter the name of your organization.'),
    name: nameProblem(claim.name),
    email: emailAddress.safeParse(claim.email).success ? undefined : 'Enter an email address.',
    password: newPasswordProblem(claim.password),
  }
  return { claim, problems }
}
