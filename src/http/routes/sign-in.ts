import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { Passkeys } from '../../identity/passkeys.ts'
import type { Setup } from '../../identity/setup.ts'
import type { Candidate, SignIn } from '../../identity/sign-in.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { cookie, longestCookieSeconds } from '../pages/cookies.ts'
import { acceptForms, type Forms } from '../pages/forms.ts'
import { sendPage } from '../pages/page.ts'
import { answerErrorsAsPages } from '../pages/page-errors.ts'
import { returnPath } from '../pages/return-path.ts'
import { chooseOrganizationPage, type SignInForm, signInPage } from '../pages/sign-in-page.ts'
import { challengeFrom, credentialFrom } from './passkeys.ts'

export interface SignInRoutesNeeds {
  publicUrl: string
  forms: Forms
  signIn: SignIn
  browserSessions: BrowserSessions
  passkeys: Passkeys
  setup: Pick<Setup, 'isNeeded'>
  auditTrail: AuditTrail
}

/** Signing in and out with the browser: with a password without any script, with a passkey by the browser's own. */
export async function signInRoutes(server: FastifyInstance, needs: SignInRoutesNeeds): Promise<void> {
  const { forms, signIn, browserSessions, passkeys, setup, auditTrail, publicUrl } = needs
  acceptForms(server)
  answerErrorsAsPages(server)

  server.get('/sign-in', async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const returnTo = returnPath(query.return)
    const isSignedIn =
      query.again === undefined && (await browserSessions.find(request.headers)) !== undefined
    if (isSignedIn) return reply.redirect(returnTo, 303)
    const email = typeof query.email === 'string' ? query.email : undefined
    return show(request, reply, 200, { returnTo, email, isEmpty: await setup.isNeeded() })
  })

  server.post('/sign-in', async (request, reply) => {
    const { email = '', password = '', return: wanted } = forms.fields(request)
    const returnTo = returnPath(wanted)
    const outcome = await signIn.withPassword({ email, password, address: request.ip })
    if (!outcome.isRight) {
      // Of one who is known to nobody, too: how long it takes must not tell whether somebody is.
      if (outcome.retryAfterSeconds === undefined)
        await auditTrail.page(request, 'signIn', outcome.known, { ...signingIn, email, outcome: 'refused' })
      return refuse(request, reply, outcome, {
        returnTo,
        email,
        problem: 'The email or the password is wrong.',
      })
    }
    const { candidates } = outcome
    if (candidates.length === 1) return begin(request, reply, candidates[0], returnTo)
    return sendPage(
      reply,
      200,
      chooseOrganizationPage({
        formToken: forms.token(request, reply),
        returnTo,
        candidates,
        signedCandidates: forms.seal(candidates),
      }),
    )
  })

  server.post('/sign-in/passkey', async (request, reply) => {
    const { credential = '', challenge = '', return: wanted } = forms.fields(request)
    const returnTo = returnPath(wanted)
    const outcome = await signIn.withPasskey({
      challenge: challengeFrom(forms, challenge),
      response: credentialFrom(credential),
      address: request.ip,
    })
    const via = { via: 'passkey', resource: '/sign-in/passkey' } as const
    if (outcome.isRight) return begin(request, reply, outcome.candidates[0], returnTo, via)
    if (outcome.retryAfterSeconds === undefined)
      await auditTrail.page(request, 'signIn', [], { ...via, outcome: 'refused' })
    return refuse(request, reply, outcome, { returnTo, problem: 'This passkey is not known here.' })
  })

  server.post('/sign-in/organization', async (request, reply) => {
    const { candidates = '', choice, return: wanted } = forms.fields(request)
    const chosen = (forms.unseal(candidates) as Candidate[])[Number(choice)]
    if (!chosen) throw new AppError('validation', 'Choose one of the organizations.')
    return begin(request, reply, chosen, returnPath(wanted))
  })

  server.post('/sign-out', async (request, reply) => {
    if (!isFromOurPages(request)) forms.fields(request)
    const secret = browserSessions.secretOf(request.headers)
    const person = secret && (await browserSessions.find(request.headers))
    if (secret) await browserSessions.end(secret)
    if (person) {
      const { email } = person
      await auditTrail.page(request, 'signOut', [person], { email, via: 'session', resource: '/sign-out' })
    }
    reply.header('set-cookie', cookie(browserSessions.cookieName, '', { publicUrl, maxAgeSeconds: 0 }))
    return reply.redirect('/sign-in', 303)
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    form: Omit<SignInForm, 'formToken' | 'offer'>,
  ): Promise<FastifyReply> {
    const offer = passkeys.isOffered ? await passkeys.offerToUse() : undefined
    const sealed = offer && { ...offer, sealedChallenge: forms.seal({ challenge: offer.challenge }) }
    const formToken = forms.token(request, reply)
    return sendPage(reply, status, signInPage({ ...form, formToken, offer: sealed }))
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    { retryAfterSeconds }: { retryAfterSeconds?: number },
    form: { returnTo: string; email?: string; problem: string },
  ): Promise<FastifyReply> {
    if (retryAfterSeconds === undefined) return show(request, reply, 401, form)
    reply.header('retry-after', String(retryAfterSeconds))
    const problem = `Too many tries. Please wait ${minutes(retryAfterSeconds)} and try again.`
    return show(request, reply, 429, { ...form, problem })
  }

  /** A new session, whatever the browser had before: a secret planted there earlier gets nobody in. */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Candidate,
    returnTo: string,
    via: { via: 'password' | 'passkey'; resource: string } = signingIn,
  ): Promise<FastifyReply> {
    const before = browserSessions.secretOf(request.headers)
    if (before) await browserSessions.end(before)
    const { secret } = await browserSessions.begin(person)
    await auditTrail.page(request, 'signIn', [person], { ...via, email: person.email })
    reply.header(
      'set-cookie',
      cookie(browserSessions.cookieName, secret, { publicUrl, maxAgeSeconds: longestCookieSeconds }),
    )
    return reply.redirect(returnTo, 303)
  }

  /** The app signs out with a request of its own, which has no form. */
  function isFromOurPages(request: FastifyRequest): boolean {
    return (
      request.headers['sec-fetch-site'] === 'same-origin' ||
      request.headers.origin === new URL(publicUrl).origin
    )
  }
}

const signingIn = { via: 'password', resource: '/sign-in' } as const

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
