import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { BrowserSession, BrowserSessions } from '../../identity/browser-sessions.ts'
import type { Passkeys } from '../../identity/passkeys.ts'
import type { SignIn } from '../../identity/sign-in.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { readPasskeyFields } from '../pages/passkey-fields.ts'
import { passkeysPage } from '../pages/passkeys-page.ts'

export interface PasskeyRoutesDeps {
  forms: FormProtection
  passkeys: Passkeys
  signIn: SignIn
  browserSessions: BrowserSessions
  auditTrail: AuditTrail
}

/** Where somebody who is signed in keeps their passkeys. */
export async function passkeyRoutes(server: FastifyInstance, needs: PasskeyRoutesDeps): Promise<void> {
  const { forms, passkeys, signIn, browserSessions, auditTrail } = needs
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.get('/passkeys', async (request, reply) => {
    const person = await browserSessions.find(request.headers)
    if (!person) return reply.redirect('/sign-in?return=%2Fpasskeys', 303)
    return show(request, reply, person)
  })

  server.post('/passkeys', async (request, reply) => {
    const fields = forms.verifiedFields(request)
    const { name = '', password = '' } = fields
    const person = await signedIn(request)
    // A session that was left open must not leave a key behind that outlives it.
    const known = await signIn.withPassword({ email: person.email, password, address: request.ip })
    if (!known.isVerified || !known.candidates.some((one) => isSameMember(one, person)))
      return show(request, reply, person, 401, 'The password is wrong.')
    const label = name.trim()
    if (label === '' || label.length > 100)
      return show(request, reply, person, 422, 'Give the passkey a name of at most 100 characters.')
    await passkeys.finishRegistration(person, { name: label, ...readPasskeyFields(forms, fields) })
    await audit(request, 'addPasskey', person)
    return reply.redirect('/passkeys', 303)
  })

  server.post('/passkeys/remove', async (request, reply) => {
    const { id = '' } = forms.verifiedFields(request)
    const person = await signedIn(request)
    await passkeys.remove(person, id)
    await audit(request, 'removePasskey', person)
    return reply.redirect('/passkeys', 303)
  })

  async function signedIn(request: FastifyRequest): Promise<BrowserSession> {
    const person = await browserSessions.find(request.headers)
    if (!person) throw new AppError('forbidden', 'You are not signed in any more. Sign in and try again.')
    return person
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    person: BrowserSession,
    status = 200,
    problem?: string,
  ): Promise<FastifyReply> {
    const offer = passkeys.isSupported ? await passkeys.startRegistration(person) : undefined
    const page = passkeysPage({
      formToken: forms.csrfToken(request, reply),
      passkeys: await passkeys.list(person),
      offer: offer && { ...offer, signedChallenge: forms.signValue({ challenge: offer.challenge }) },
      problem,
    })
    return sendPage(reply, status, page)
  }

  function audit(
    request: FastifyRequest,
    action: 'addPasskey' | 'removePasskey',
    person: BrowserSession,
  ): Promise<void> {
    const { email } = person
    return auditTrail.recordPageAction(request, action, [person], {
      email,
      via: 'session',
      resource: '/passkeys',
    })
  }
}

function isSameMember(
  one: { organizationId: string; memberId: string },
  other: { organizationId: string; memberId: string },
): boolean {
  return one.organizationId === other.organizationId && one.memberId === other.memberId
}
