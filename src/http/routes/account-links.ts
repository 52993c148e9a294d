import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailAddress } from '../../contract/people.ts'
import { AppError } from '../../errors.ts'
import type { AttemptLimiter } from '../../identity/attempt-limiter.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { GuessThrottle } from '../../identity/guess-throttle.ts'
import type { Invitation, Invitations } from '../../identity/invitations.ts'
import { normalizeEmail } from '../../identity/members.ts'
import { formatWait } from '../../identity/password-check.ts'
import type { PasswordResets, ResetAccount } from '../../identity/password-resets.ts'
import { minPasswordLength } from '../../identity/passwords.ts'
import type { PasswordResetMail } from '../../mail/password-reset-mail.ts'
import { clientNetwork } from '../../net/client-network.ts'
import type { AuditTrail } from '../audit-trail.ts'
import {
  forgotPasswordPage,
  invalidInvitationPage,
  invalidResetLinkPage,
  invitationPage,
  passwordChangedPage,
  resetPasswordPage,
  resetRequestedPage,
  resetUnavailablePage,
} from '../pages/account-link-pages.ts'
import { type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { createLinkRefusal } from '../pages/link-refusal.ts'
import { sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { createSessionStarter } from '../pages/session-start.ts'

export interface AccountLinkRoutesDeps {
  publicUrl: string
  forms: FormProtection
  invitations: Invitations
  passwordResets: PasswordResets
  browserSessions: BrowserSessions
  throttle: GuessThrottle
  auditTrail: AuditTrail
  limits: AttemptLimiter
  passwordResetMail: PasswordResetMail
  /** Whether links to choose a new password can be sent. */
  canSendEmail: boolean
  /** Absent: there is no external issuer to sign in at. */
  oidcName: string | undefined
}

interface TokenRoute {
  Params: { token: string }
}

/** Requests for a link, by the network that they come from; and messages to one address, which others can ask for. */
const requestLimit = { name: 'password-reset-network', maxAttempts: 20, windowMs: 3600_000 }
const messageLimit = { name: 'password-reset-email', maxAttempts: 5, windowMs: 3600_000 }

/** The pages of links that work once: invitations, and links to choose a new password. Opening one uses nothing up. */
export async function accountLinkRoutes(server: FastifyInstance, deps: AccountLinkRoutesDeps): Promise<void> {
  const { publicUrl, forms, invitations, passwordResets, browserSessions, throttle, auditTrail } = deps
  const { limits, passwordResetMail, canSendEmail, oidcName } = deps
  const startSession = createSessionStarter({ browserSessions, publicUrl })
  const refusal = { throttle, policyName: 'guess-account-link' }
  const refuseInvitation = createLinkRefusal({ ...refusal, page: invalidInvitationPage })
  const refuseResetLink = createLinkRefusal({ ...refusal, page: invalidResetLinkPage })
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.get<TokenRoute>('/invite/:token', async (request, reply) => {
    const invitation = await invitations.findByToken(request.params.token)
    if (!invitation) return refuseInvitation(request, reply)
    return showInvitation(request, reply, invitation, { name: invitation.name })
  })

  server.post<TokenRoute>('/invite/:token', async (request, reply) => {
    const { token } = request.params
    const fields = forms.verifiedFields(request)
    const invitation = await invitations.findByToken(token)
    if (!invitation) return refuseInvitation(request, reply)
    const name = fields.name?.trim() ?? ''
    const password = fields.password ?? ''
    const problems: Record<string, string> = {}
    if (name.length < 1 || name.length > 200) problems.name = 'Enter your name.'
    if (!isNewPassword(password)) problems.password = passwordProblem
    if (Object.keys(problems).length > 0) return showInvitation(request, reply, invitation, { name, problems })
    const accepted = await invitations.accept(token, { name, password })
    await auditTrail.recordPageAction(request, 'acceptInvitation', [accepted], {
      email: accepted.email,
      via: 'password',
      resource: `/invitations/${accepted.id}`,
    })
    await startSession(request, reply, accepted)
    return reply.redirect('/', 303)
  })

  server.get('/forgot-password', async (request, reply) => {
    if (!canSendEmail) return sendPage(reply, 404, resetUnavailablePage)
    return sendPage(reply, 200, forgotPasswordPage({ formToken: forms.csrfToken(request, reply) }))
  })

  server.post('/forgot-password', async (request, reply) => {
    const email = normalizeEmail(forms.verifiedFields(request).email ?? '')
    if (!canSendEmail) return sendPage(reply, 404, resetUnavailablePage)
    if (!emailAddress.safeParse(email).success) {
      const formToken = forms.csrfToken(request, reply)
      return sendPage(reply, 422, forgotPasswordPage({ formToken, email, problem: 'Enter an email address.' }))
    }
    const { isAllowed, retryAfterSeconds } = await limits.consume(requestLimit, clientNetwork(request.ip))
    if (!isAllowed)
      throw new AppError('rate-limit', `Too many attempts. Wait ${formatWait(retryAfterSeconds)} and try again.`, {
        retryAfterSeconds,
      })
    // From here on the same happens for every address, whether it belongs to an account or not.
    if ((await limits.consume(messageLimit, email)).isAllowed) await passwordResetMail.request(email)
    await auditTrail.recordPageAction(request, 'requestPasswordReset', [], {
      email,
      via: 'link',
      resource: '/forgot-password',
    })
    return sendPage(reply, 200, resetRequestedPage)
  })

  server.get<TokenRoute>('/reset-password/:token', async (request, reply) => {
    const account = await passwordResets.findByToken(request.params.token)
    return account ? showReset(request, reply, account) : refuseResetLink(request, reply)
  })

  server.post<TokenRoute>('/reset-password/:token', async (request, reply) => {
    const { token } = request.params
    const { password = '' } = forms.verifiedFields(request)
    const account = await passwordResets.findByToken(token)
    if (!account) return refuseResetLink(request, reply)
    if (!isNewPassword(password)) return showReset(request, reply, account, passwordProblem)
    const changed = await passwordResets.reset(token, password)
    await auditTrail.recordPageAction(request, 'resetPassword', [changed], {
      email: changed.email,
      via: 'link',
      resource: `/members/${changed.memberId}/password`,
    })
    return sendPage(reply, 200, passwordChangedPage)
  })

  function showInvitation(
    request: FastifyRequest<TokenRoute>,
    reply: FastifyReply,
    invitation: Invitation,
    form: { name: string; problems?: Record<string, string> },
  ): FastifyReply {
    const formToken = forms.csrfToken(request, reply)
    const action = `/invite/${encodeURIComponent(request.params.token)}`
    const oidc = oidcName === undefined ? undefined : { name: oidcName, invitationToken: request.params.token }
    return sendPage(reply, form.problems ? 422 : 200, invitationPage({ formToken, action, invitation, oidc, ...form }))
  }

  function showReset(
    request: FastifyRequest<TokenRoute>,
    reply: FastifyReply,
    account: ResetAccount,
    problem?: string,
  ): FastifyReply {
    const formToken = forms.csrfToken(request, reply)
    const action = `/reset-password/${encodeURIComponent(request.params.token)}`
    const page = resetPasswordPage({ formToken, action, account, ...(problem !== undefined && { problem }) })
    return sendPage(reply, problem ? 422 : 200, page)
  }
}

const passwordProblem = `Use at least ${minPasswordLength} characters.`

function isNewPassword(password: string): boolean {
  return password.length >= minPasswordLength && password.length <= 1024
}
