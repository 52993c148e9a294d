import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { Setup } from '../../identity/setup.ts'
import type { Candidate, SignIn } from '../../identity/sign-in.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { cookie, longestCookieSeconds } from '../pages/cookies.ts'
import { acceptForms, type Forms } from '../pages/forms.ts'
import { sendPage } from '../pages/page.ts'
import { answerErrorsAsPages } from '../pages/page-errors.ts'
import { returnPath } from '../pages/return-path.ts'
import { chooseOrganizationPage, signInPage } from '../pages/sign-in-page.ts'

export interface SignInRoutesNeeds {
  publicUrl: string
  forms: Forms
  signIn: SignIn
  browserSessions: BrowserSessions
  setup: Pick<Setup, 'isNeeded'>
  auditTrail: AuditTrail
}

/** Signing in and out with the browser, without any script. */
export async function signInRoutes(server: FastifyInstance, needs: SignInRoutesNeeds): Promise<void> {
  const { forms, signIn, browserSessions, setup, auditTrail, publicUrl } = needs
  acceptForms(server)
  answerErrorsAsPages(server)

  server.get('/sign-in', async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const returnTo = returnPath(query.return)
    const isSignedIn =
      query.again === undefined && (await browserSessions.find(request.headers)) !== undefined
    if (isSignedIn) return reply.redirect(returnTo, 303)
    return sendPage(
      reply,
      200,
      signInPage({
        formToken: forms.token(request, reply),
        returnTo,
        email: typeof query.email === 'string' ? query.email : undefined,
        isEmpty: await setup.isNeeded(),
      }),
    )
  })

  server.post('/sign-in', async (request, reply) => {
    const { email = '', password = '', return: wanted } = forms.fields(request)
    const returnTo = returnPath(wanted)
    const outcome = await signIn.withPassword({ email, password, address: request.ip })
    if (!outcome.isRight) {
      const { retryAfterSeconds, known } = outcome
      // Of one who is known to nobody, too: how long it takes must not tell whether somebody is.
      if (retryAfterSeconds === undefined)
        await auditTrail.page(request, 'signIn', known, { ...signingIn, email, outcome: 'refused' })
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      const problem =
        retryAfterSeconds === undefined
          ? 'The email or the password is wrong.'
          : `Too many tries. Please wait ${minutes(retryAfterSeconds)} and try again.`
      const formToken = forms.token(request, reply)
      const status = retryAfterSeconds === undefined ? 401 : 429
      return sendPage(reply, status, signInPage({ formToken, returnTo, email, problem }))
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

  /** A new session, whatever the browser had before: a secret planted there earlier gets nobody in. */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Candidate,
    returnTo: string,
  ): Promise<FastifyReply> {
    const before = browserSessions.secretOf(request.headers)
    if (before) await browserSessions.end(before)
    const { secret } = await browserSessions.begin(person)
    await auditTrail.page(request, 'signIn', [person], { ...signingIn, email: person.email })
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
