import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { KnownDevices } from '../../identity/known-devices.ts'
import { challengeTtlMs, type Passkeys } from '../../identity/passkeys.ts'
import { formatWait } from '../../identity/password-check.ts'
import type { Setup } from '../../identity/setup.ts'
import type { SignIn } from '../../identity/sign-in.ts'
import type { Tickets } from '../../identity/tickets.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { createSessionCookieSetter } from '../pages/cookies.ts'
import { type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { readPasskeyFields } from '../pages/passkey-fields.ts'
import { safeReturnPath } from '../pages/safe-return-path.ts'
import type { SignInCompletion } from '../pages/sign-in-completion.ts'
import { type SignInPageProps, signInPage } from '../pages/sign-in-page.ts'
import { isSameOrigin } from '../same-origin.ts'

export interface SignInRoutesDeps {
  publicUrl: string
  forms: FormProtection
  signIn: SignIn
  browserSessions: BrowserSessions
  passkeys: Passkeys
  tickets: Tickets
  knownDevices: KnownDevices
  setup: Pick<Setup, 'isNeeded'>
  auditTrail: AuditTrail
  completion: SignInCompletion
  /** Absent: there is no external issuer to sign in at. */
  oidcName?: string | undefined
  /** Whether links to choose a new password can be sent. */
  canSendEmail?: boolean
}

/** As in the form; anyone can send more, which the audit log would keep. */
const maxEmailLength = 320

/** Sign-in with a password or a passkey, and sign-out. The password form works without scripts. */
export async function signInRoutes(server: FastifyInstance, deps: SignInRoutesDeps): Promise<void> {
  const { forms, signIn, browserSessions, passkeys, tickets, knownDevices, setup, auditTrail, publicUrl } = deps
  const { completion, oidcName, canSendEmail = false } = deps
  const setSessionCookie = createSessionCookieSetter(browserSessions.cookieName, publicUrl)
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.get('/sign-in', async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const returnTo = safeReturnPath(query.return)
    const isSignedIn = query.again === undefined && (await browserSessions.find(request.headers)) !== undefined
    if (isSignedIn) return reply.redirect(returnTo, 303)
    const email = typeof query.email === 'string' ? query.email : undefined
    return show(request, reply, 200, { returnTo, email, hasNoAccounts: await setup.isNeeded() })
  })

  server.post('/sign-in', async (request, reply) => {
    const { email = '', password = '', return: returnPath } = forms.verifiedFields(request)
    const returnTo = safeReturnPath(returnPath)
    const device = knownDevices.find(request.headers)
    const outcome = await signIn.withPassword({ email, password, address: request.ip, device })
    if (!outcome.isVerified) {
      // Recorded for unknown addresses too, so that response times do not reveal which addresses exist.
      if (outcome.retryAfterSeconds === undefined || outcome.matchingAccounts.length > 0)
        await auditTrail.recordPageAction(request, 'signIn', outcome.matchingAccounts, {
          ...passwordSignInAudit,
          email: email.slice(0, maxEmailLength).toWellFormed(),
          outcome: 'refused',
        })
      return refuse(request, reply, outcome, {
        returnTo,
        email,
        problem: 'The email or the password is wrong.',
      })
    }
    const { candidates } = outcome
    return completion.complete(request, reply, candidates, returnTo, passwordSignInAudit)
  })

  server.post('/sign-in/passkey', async (request, reply) => {
    const fields = forms.verifiedFields(request)
    const returnTo = safeReturnPath(fields.return)
    const outcome = await signIn.withPasskey({
      ...readPasskeyFields(tickets, forms.browserId(request), fields),
      address: request.ip,
    })
    const via = { via: 'passkey', resource: '/sign-in/passkey' } as const
    if (outcome.isVerified) return completion.startSession(request, reply, outcome.candidates[0], returnTo, via)
    if (outcome.retryAfterSeconds === undefined)
      await auditTrail.recordPageAction(request, 'signIn', [], { ...via, outcome: 'refused' })
    return refuse(request, reply, outcome, {
      returnTo,
      problem: 'This passkey is not registered here. Use another one or your password.',
    })
  })

  server.post('/sign-in/organization', async (request, reply) => {
    const { ticket = '', choice, return: returnPath } = forms.verifiedFields(request)
    const { chosen, audit } = await completion.readChoice(request, { ticket, choice })
    return completion.startSession(request, reply, chosen, safeReturnPath(returnPath), audit)
  })

  server.post('/sign-out', async (request, reply) => {
    // The app signs out with a request of its own, which has no form token.
    if (!isSameOrigin(request, publicUrl)) forms.verifiedFields(request)
    const secret = browserSessions.readSecret(request.headers)
    const person = secret && (await browserSessions.find(request.headers))
    if (secret) await browserSessions.revoke(secret)
    if (person) {
      const { email } = person
      await auditTrail.recordPageAction(request, 'signOut', [person], {
        email,
        via: 'session',
        resource: '/sign-out',
      })
    }
    setSessionCookie(reply, '')
    return reply.redirect('/sign-in', 303)
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    form: Omit<SignInPageProps, 'formToken' | 'passkeyOptions' | 'oidcName' | 'canSendEmail'>,
  ): Promise<FastifyReply> {
    const options = passkeys.isSupported ? await passkeys.startAuthentication() : undefined
    const formToken = forms.csrfToken(request, reply)
    const passkeyOptions = options && {
      ...options,
      ticket: tickets.issue({ purpose: 'passkey', holder: forms.browserId(request) }, options.challenge, {
        ttlMs: challengeTtlMs,
      }),
    }
    return sendPage(reply, status, signInPage({ ...form, formToken, passkeyOptions, oidcName, canSendEmail }))
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    { retryAfterSeconds }: { retryAfterSeconds?: number },
    form: { returnTo: string; email?: string; problem: string },
  ): Promise<FastifyReply> {
    if (retryAfterSeconds === undefined) return show(request, reply, 401, form)
    reply.header('retry-after', String(retryAfterSeconds))
    const problem = `Too many attempts. Wait ${formatWait(retryAfterSeconds)} and try again.`
    return show(request, reply, 429, { ...form, problem })
  }
}

const passwordSignInAudit = { via: 'password', resource: '/sign-in' } as const
