import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Invitations } from '../../identity/invitations.ts'
import { type OidcAttempt, type OidcIdentity, type OidcSignIn, oidcCallbackPath } from '../../identity/oidc-sign-in.ts'
import type { SignIn } from '../../identity/sign-in.ts'
import type { Tickets } from '../../identity/tickets.ts'
import type { AuditTrail } from '../audit-trail.ts'
import type { FormProtection } from '../pages/form-protection.ts'
import { messagePage, sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { safeReturnPath } from '../pages/safe-return-path.ts'
import type { SignInCompletion } from '../pages/sign-in-completion.ts'

export interface OidcSignInRoutesDeps {
  /** Undefined: there is no external issuer to sign in at. */
  oidcSignIn: OidcSignIn | undefined
  forms: FormProtection
  tickets: Tickets
  signIn: SignIn
  invitations: Invitations
  completion: SignInCompletion
  auditTrail: AuditTrail
}

interface PendingSignIn extends OidcAttempt {
  returnTo: string
  /** The token of the invitation that the person accepts. */
  invitationToken?: string
}

/** Time to sign in at the issuer. */
const attemptTtlMs = 15 * 60_000

/**
 * Sign-in at an external issuer. The state of an attempt travels encrypted in the address, bound to the browser that began
 * it and usable once; nothing is stored.
 */
export async function oidcSignInRoutes(server: FastifyInstance, deps: OidcSignInRoutesDeps): Promise<void> {
  const { oidcSignIn, forms, tickets, signIn, invitations, completion, auditTrail } = deps
  renderErrorsAsPages(server)

  server.get('/sign-in/oidc', async (request, reply) => {
    const issuer = requireIssuer()
    const query = request.query as Record<string, unknown>
    const pending = {
      returnTo: safeReturnPath(query.return),
      ...(typeof query.invitation === 'string' && { invitationToken: query.invitation }),
    }
    // Sets the cookie that the attempt is bound to.
    forms.csrfToken(request, reply)
    const url = await issuer.start((attempt) =>
      tickets.issue(bindingOf(request), { ...pending, ...attempt }, { ttlMs: attemptTtlMs }),
    )
    return reply.header('cache-control', 'no-store').redirect(url.href, 303)
  })

  server.get(oidcCallbackPath, async (request, reply) => {
    const issuer = requireIssuer()
    const { state } = request.query as Record<string, unknown>
    const ticket = typeof state === 'string' ? state : ''
    const opened = tickets.open(bindingOf(request), ticket)
    if (!opened || !(await tickets.consume(ticket, opened)))
      throw new AppError('forbidden', 'This sign-in has expired or was used. Please sign in again.')
    const { returnTo, invitationToken, ...attempt } = opened.value as PendingSignIn
    const query = request.url.split('?')[1] ?? ''
    const identity = await issuer.finish(query, ticket, attempt)
    if (invitationToken !== undefined) return acceptInvitation(request, reply, identity, invitationToken)
    const candidates = await signIn.findByVerifiedEmail(identity.email)
    if (candidates.length === 0) {
      await auditTrail.recordPageAction(request, 'signIn', [], { ...audit, email: identity.email, outcome: 'refused' })
      return sendPage(
        reply,
        403,
        messagePage(
          'You have no account here',
          `${issuer.name} confirmed that you are ${identity.email}, but nobody has invited this address yet. Ask an admin for an invitation.`,
          { href: '/sign-in', label: 'Go to sign-in' },
        ),
      )
    }
    return completion.complete(request, reply, candidates, returnTo, audit)
  })

  async function acceptInvitation(
    request: FastifyRequest,
    reply: FastifyReply,
    { email, name }: OidcIdentity,
    token: string,
  ): Promise<FastifyReply> {
    const invitation = await invitations.findByToken(token)
    if (invitation && invitation.email !== email)
      throw new AppError('forbidden', `This invitation is for ${invitation.email}, but you signed in as ${email}.`)
    const accepted = await invitations.accept(token, { name: name || invitation?.name || email })
    await auditTrail.recordPageAction(request, 'acceptInvitation', [accepted], {
      email,
      via: 'oidc',
      resource: `/invitations/${accepted.id}`,
    })
    return completion.complete(request, reply, await signIn.findByVerifiedEmail(email, accepted), '/', audit)
  }

  function requireIssuer(): OidcSignIn {
    if (!oidcSignIn) throw new AppError('not-found', 'This service has no external issuer to sign in at.')
    return oidcSignIn
  }

  function bindingOf(request: FastifyRequest) {
    return { purpose: 'oidc', holder: forms.browserId(request) } as const
  }
}

const audit = { via: 'oidc', resource: oidcCallbackPath } as const
