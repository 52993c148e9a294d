import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { BrowserSession, BrowserSessions } from '../../identity/browser-sessions.ts'
import type { Members } from '../../identity/members.ts'
import { challengeTtlMs, type Passkeys } from '../../identity/passkeys.ts'
import type { PasswordCheck } from '../../identity/password-check.ts'
import type { Tickets } from '../../identity/tickets.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { readPasskeyFields } from '../pages/passkey-fields.ts'
import { passkeysPage } from '../pages/passkeys-page.ts'

export interface PasskeyRoutesDeps {
  forms: FormProtection
  passkeys: Passkeys
  members: Pick<Members, 'hasPassword'>
  checkPassword: PasswordCheck
  tickets: Tickets
  browserSessions: BrowserSessions
  auditTrail: AuditTrail
}

/** The page where a signed-in member adds and removes passkeys. */
export async function passkeyRoutes(server: FastifyInstance, deps: PasskeyRoutesDeps): Promise<void> {
  const { forms, passkeys, members, checkPassword, tickets, browserSessions, auditTrail } = deps
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
    const person = await requireSession(request)
    // Requires the password, so that an unattended session cannot leave a lasting credential behind.
    if (!(await checkPassword({ ...person, credential: { kind: 'session', id: person.id } }, password)))
      return show(request, reply, person, 401, 'The password is wrong.')
    const label = name.trim()
    if (label === '' || label.length > 100)
      return show(request, reply, person, 422, 'Give the passkey a name of at most 100 characters.')
    await passkeys.finishRegistration(person, {
      name: label,
      ...readPasskeyFields(tickets, forms.browserId(request), fields),
    })
    await audit(request, 'addPasskey', person)
    return reply.redirect('/passkeys', 303)
  })

  server.post('/passkeys/remove', async (request, reply) => {
    const { id = '' } = forms.verifiedFields(request)
    const person = await requireSession(request)
    await passkeys.remove(person, id)
    await audit(request, 'removePasskey', person)
    return reply.redirect('/passkeys', 303)
  })

  async function requireSession(request: FastifyRequest): Promise<BrowserSession> {
    const person = await browserSessions.find(request.headers)
    if (!person) throw new AppError('forbidden', 'You are no longer signed in. Sign in and try again.')
    return person
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    person: BrowserSession,
    status = 200,
    problem?: string,
  ): Promise<FastifyReply> {
    const options = passkeys.isSupported ? await passkeys.startRegistration(person) : undefined
    const formToken = forms.csrfToken(request, reply)
    const page = passkeysPage({
      formToken,
      passkeys: await passkeys.list(person),
      passkeyOptions: options && {
        ...options,
        ticket: tickets.issue({ purpose: 'passkey', holder: forms.browserId(request) }, options.challenge, {
          ttlMs: challengeTtlMs,
        }),
      },
      hasPassword: await members.hasPassword(person.organizationId, person.memberId),
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
