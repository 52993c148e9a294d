import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { KnownDevices } from '../../identity/known-devices.ts'
import { challengeTtlMs, type Passkeys } from '../../identity/passkeys.ts'
import { formatWait } from '../../identity/password-check.ts'
import type { Setup } from '../../identity/setup.ts'
import type { SignIn } from '../../identity/sign-in.ts'
import type { SignInCandidate } from '../../identity/sign-in-candidate.ts'
import type { Tickets } from '../../identity/tickets.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { createSessionCookieSetter, serializeCookie } from '../pages/cookies.ts'
import { type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { readPasskeyFields } from '../pages/passkey-fields.ts'
import { safeReturnPath } from '../pages/safe-return-path.ts'
import { chooseOrganizationPage, type SignInPageProps, signInPage } from '../pages/sign-in-page.ts'
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
}

/** As in the form; anyone can send more, which the audit log would keep. */
const maxEmailLength = 320
const organizationChoiceTtlMs = 5 * 60_000
const deviceCookieMaxAgeSeconds = 400 * 24 * 3600

/** Sign-in with a password or a passkey, and sign-out. The password form works without scripts. */
export async function signInRoutes(server: FastifyInstance, deps: SignInRoutesDeps): Promise<void> {
  const { forms, signIn, browserSessions, passkeys, tickets, knownDevices, setup, auditTrail, publicUrl } = deps
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
    if (candidates.length === 1) return startSession(request, reply, candidates[0], returnTo)
    const formToken = forms.csrfToken(request, reply)
    const ticket = tickets.issue(organizationChoice(request), candidates, { ttlMs: organizationChoiceTtlMs })
    return sendPage(reply, 200, chooseOrganizationPage({ formToken, returnTo, candidates, ticket }))
  })

  server.post('/sign-in/passkey', async (request, reply) => {
    const fields = forms.verifiedFields(request)
    const returnTo = safeReturnPath(fields.return)
    const outcome = await signIn.withPasskey({
      ...readPasskeyFields(tickets, forms.browserId(request), fields),
      address: request.ip,
    })
    const via = { via: 'passkey', resource: '/sign-in/passkey' } as const
    if (outcome.isVerified) return startSession(request, reply, outcome.candidates[0], returnTo, via)
    if (outcome.retryAfterSeconds === undefined)
      await auditTrail.recordPageAction(request, 'signIn', [], { ...via, outcome: 'refused' })
    return refuse(request, reply, outcome, {
      returnTo,
      problem: 'This passkey is not registered here. Use another one or your password.',
    })
  })

  server.post('/sign-in/organization', async (request, reply) => {
    const { ticket = '', choice, return: returnPath } = forms.verifiedFields(request)
    const opened = tickets.open(organizationChoice(request), ticket)
    const chosen = (opened?.value as SignInCandidate[] | undefined)?.[Number(choice)]
    if (opened && !chosen) throw new AppError('validation', 'Choose one of the organizations.')
    // The password can have been reset, and the account suspended, since it was verified.
    if (!opened || !chosen || !(await tickets.consume(ticket, opened)) || !(await signIn.isCurrent(chosen)))
      throw new AppError('forbidden', 'This choice has expired or was used. Please sign in again.')
    return startSession(request, reply, chosen, safeReturnPath(returnPath))
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
    form: Omit<SignInPageProps, 'formToken' | 'passkeyOptions'>,
  ): Promise<FastifyReply> {
    const options = passkeys.isSupported ? await passkeys.startAuthentication() : undefined
    const formToken = forms.csrfToken(request, reply)
    const passkeyOptions = options && {
      ...options,
      ticket: tickets.issue({ purpose: 'passkey', holder: forms.browserId(request) }, options.challenge, {
        ttlMs: challengeTtlMs,
      }),
    }
    return sendPage(reply, status, signInPage({ ...form, formToken, passkeyOptions }))
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

  /** Starts a new session and revokes an earlier one, so that a planted session secret is of no use (session fixation). */
  async function startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    person: SignInCandidate,
    returnTo: string,
    via: { via: 'password' | 'passkey'; resource: string } = passwordSignInAudit,
  ): Promise<FastifyReply> {
    const before = browserSessions.readSecret(request.headers)
    if (before) await browserSessions.revoke(before)
    const { secret } = await browserSessions.create(person)
    await auditTrail.recordPageAction(request, 'signIn', [person], { ...via, email: person.email })
    setSessionCookie(reply, secret)
    rememberDevice(request, reply, person)
    return reply.redirect(returnTo, 303)
  }

  function rememberDevice(request: FastifyRequest, reply: FastifyReply, person: SignInCandidate): void {
    const value = knownDevices.remember(request.headers, person)
    const options = { publicUrl, maxAgeSeconds: deviceCookieMaxAgeSeconds }
    reply.header('set-cookie', serializeCookie(knownDevices.cookieName, value, options))
  }

  function organizationChoice(request: FastifyRequest) {
    return { purpose: 'organization-choice', holder: forms.browserId(request) } as const
  }
}

const passwordSignInAudit = { via: 'password', resource: '/sign-in' } as const
