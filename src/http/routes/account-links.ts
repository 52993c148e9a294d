import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '../../access/normal-names.ts'
import { emailAddress } from '../../contract/people.ts'
import { AppError } from '../../errors.ts'
import type { AttemptLimiter } from '../../identity/attempt-limiter.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { GuessThrottle } from '../../identity/guess-throttle.ts'
import type { Invitation, Invitations } from '../../identity/invitations.ts'
import { challengeTtlMs, type Passkeys } from '../../identity/passkeys.ts'
import { formatWait } from '../../identity/password-check.ts'
import type { PasswordResets, ResetAccount } from '../../identity/password-resets.ts'
import type { Tickets } from '../../identity/tickets.ts'
import type { PasswordResetMail } from '../../mail/password-reset-mail.ts'
import { clientNetwork } from '../../net/client-network.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { nameProblem, newPasswordProblem } from '../pages/account-fields.ts'
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
import { expiredChallengeError, parseCredential } from '../pages/passkey-fields.ts'
import type { PasskeyOptions } from '../pages/passkeys-page.ts'
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
  passkeys: Passkeys
  tickets: Tickets
  newId: () => string
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
  const { limits, passwordResetMail, canSendEmail, oidcName, passkeys, tickets, newId } = deps
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
    const problems = { name: nameProblem(name), password: newPasswordProblem(password) }
    if (problems.name || problems.password) return showInvitation(request, reply, invitation, { name, problems })
    return welcome(request, reply, await invitations.accept(token, { name, password }), 'password')
  })

  server.post<TokenRoute>('/invite/:token/passkey', async (request, reply) => {
    const { token } = request.params
    const fields = forms.verifiedFields(request)
    const invitation = await invitations.findByToken(token)
    if (!invitation) return refuseInvitation(request, reply)
    const name = fields.name?.trim() ?? ''
    const problem = nameProblem(name)
    if (problem) return showInvitation(request, reply, invitation, { name, problems: { name: problem } })
    const begun = tickets.open(passkeyBinding(request), fields.challenge ?? '')?.value as BegunPasskey | undefined
    if (begun?.invitationId !== invitation.id) throw expiredChallengeError()
    const { challenge, memberId } = begun
    const passkey = await passkeys.verifyRegistration({
      challenge,
      response: parseCredential(fields.credential ?? ''),
    })
    const accepted = await invitations.accept(token, {
      name,
      memberId,
      addCredential: (store, member) => passkeys.add(member, joinedPasskeyName, passkey, store),
    })
    return welcome(request, reply, accepted, 'passkey')
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
    const problem = newPasswordProblem(password)
    if (problem) return showReset(request, reply, account, problem)
    const changed = await passwordResets.reset(token, password)
    await auditTrail.recordPageAction(request, 'resetPassword', [changed], {
      email: changed.email,
      via: 'link',
      resource: `/members/${changed.memberId}/password`,
    })
    return sendPage(reply, 200, passwordChangedPage)
  })

  /** Signs a new member in. */
  async function welcome(
    request: FastifyRequest,
    reply: FastifyReply,
    accepted: Awaited<ReturnType<Invitations['accept']>>,
    via: 'password' | 'passkey',
  ): Promise<FastifyReply> {
    await auditTrail.recordPageAction(request, 'acceptInvitation', [accepted], {
      email: accepted.email,
      via,
      resource: `/invitations/${accepted.id}`,
    })
    await startSession(request, reply, accepted)
    return reply.redirect('/', 303)
  }

  function passkeyBinding(request: FastifyRequest) {
    return { purpose: 'invitation-passkey', holder: forms.browserId(request) } as const
  }

  /** The passkey names the member that accepting the invitation will create. */
  async function startPasskey(request: FastifyRequest, invitation: Invitation): Promise<PasskeyOptions> {
    const { id: invitationId, organizationId, email, name } = invitation
    const memberId = newId()
    const started = await passkeys.startRegistration({ organizationId, memberId, email, name: name || email })
    const begun: BegunPasskey = { challenge: started.challenge, memberId, invitationId }
    return { ...started, ticket: tickets.issue(passkeyBinding(request), begun, { ttlMs: challengeTtlMs }) }
  }

  async function showInvitation(
    request: FastifyRequest<TokenRoute>,
    reply: FastifyReply,
    invitation: Invitation,
    form: { name: string; problems?: Record<string, string | undefined> },
  ): Promise<FastifyReply> {
    const formToken = forms.csrfToken(request, reply)
    const action = `/invite/${encodeURIComponent(request.params.token)}`
    const oidc = oidcName === undefined ? undefined : { name: oidcName, invitationToken: request.params.token }
    const passkeyOptions = passkeys.isSupported ? await startPasskey(request, invitation) : undefined
    const page = invitationPage({ formToken, action, invitation, passkeyOptions, oidc, ...form })
    return sendPage(reply, form.problems ? 422 : 200, page)
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

/** What comes back with the passkey that a browser created for an invitation. */
interface BegunPasskey {
  challenge: string
  memberId: string
  invitationId: string
}

const joinedPasskeyName = 'First device'
