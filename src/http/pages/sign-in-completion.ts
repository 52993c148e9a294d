import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { BrowserSessions } from '../../identity/browser-sessions.ts'
import type { KnownDevices } from '../../identity/known-devices.ts'
import type { SignInCandidate } from '../../identity/sign-in-candidate.ts'
import type { Tickets } from '../../identity/tickets.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { serializeCookie } from './cookies.ts'
import type { FormProtection } from './form-protection.ts'
import { sendPage } from './page.ts'
import { createSessionStarter } from './session-start.ts'
import { chooseOrganizationPage } from './sign-in-page.ts'

export interface SignInCompletionDeps {
  publicUrl: string
  forms: FormProtection
  tickets: Tickets
  browserSessions: BrowserSessions
  knownDevices: KnownDevices
  auditTrail: AuditTrail
}

/** How the person was authenticated, for the audit log. */
export interface SignInAudit {
  via: 'password' | 'passkey' | 'oidc'
  resource: string
}

export type SignInCompletion = ReturnType<typeof createSignInCompletion>

const organizationChoiceTtlMs = 5 * 60_000
const deviceCookieMaxAgeSeconds = 400 * 24 * 3600

/** Ends a sign-in once the person is verified: starts their session, or asks in which organization. */
export function createSignInCompletion(deps: SignInCompletionDeps) {
  const { publicUrl, forms, tickets, browserSessions, knownDevices, auditTrail } = deps
  const startBrowserSession = createSessionStarter({ browserSessions, publicUrl })
  const choiceBinding = (request: FastifyRequest) =>
    ({ purpose: 'organization-choice', holder: forms.browserId(request) }) as const

  async function startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    person: SignInCandidate,
    returnTo: string,
    audit: SignInAudit,
  ): Promise<FastifyReply> {
    await startBrowserSession(request, reply, person)
    await auditTrail.recordPageAction(request, 'signIn', [person], { ...audit, email: person.email })
    const device = knownDevices.remember(request.headers, person)
    const options = { publicUrl, maxAgeSeconds: deviceCookieMaxAgeSeconds }
    reply.header('set-cookie', serializeCookie(knownDevices.cookieName, device, options))
    return reply.redirect(returnTo, 303)
  }

  return {
    startSession,

    async complete(
      request: FastifyRequest,
      reply: FastifyReply,
      candidates: readonly SignInCandidate[],
      returnTo: string,
      audit: SignInAudit,
    ): Promise<FastifyReply> {
      const [only, ...others] = candidates
      if (only && others.length === 0) return startSession(request, reply, only, returnTo, audit)
      const formToken = forms.csrfToken(request, reply)
      const choice: OrganizationChoice = { candidates, audit }
      const ticket = tickets.issue(choiceBinding(request), choice, { ttlMs: organizationChoiceTtlMs })
      return sendPage(reply, 200, chooseOrganizationPage({ formToken, returnTo, candidates, ticket }))
    },

    /** Returns what was chosen on the page; fails for an expired or used choice. */
    async readChoice(
      request: FastifyRequest,
      { ticket, choice }: { ticket: string; choice: string | undefined },
    ): Promise<{ chosen: SignInCandidate; audit: SignInAudit }> {
      const opened = tickets.open(choiceBinding(request), ticket)
      const offered = opened?.value as OrganizationChoice | undefined
      const chosen = offered?.candidates[Number(choice)]
      if (offered && !chosen) throw new AppError('validation', 'Choose one of the organizations.')
      if (!opened || !offered || !chosen || !(await tickets.consume(ticket, opened))) throw expiredChoiceError()
      return { chosen, audit: offered.audit }
    },
  }
}

interface OrganizationChoice {
  candidates: readonly SignInCandidate[]
  audit: SignInAudit
}

function expiredChoiceError(): AppError {
  return new AppError('forbidden', 'This choice has expired or was used. Please sign in again.')
}
