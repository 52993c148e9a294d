import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { confirmationEndpoints } from '../../contract/confirmation-endpoints.ts'
import { isStorable } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import { requireSession } from '../../identity/confirmations.ts'
import type { Members } from '../../identity/members.ts'
import { challengeTtlMs, type Passkeys } from '../../identity/passkeys.ts'
import type { PasswordCheck } from '../../identity/password-check.ts'
import type { Tickets } from '../../identity/tickets.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

export interface ConfirmationRoutesDeps {
  guard: Guard
  members: Members
  passkeys: Passkeys
  checkPassword: PasswordCheck
  tickets: Tickets
}

/** Lets a signed-in member confirm that it is them. */
export function confirmationRoutes(server: FastifyInstance, deps: ConfirmationRoutesDeps): void {
  const { guard, members, passkeys, checkPassword, tickets } = deps
  const register = createEndpointRegistrar(server, guard)
  const ticketFor = ({ credential }: Caller) => ({ purpose: 'passkey', holder: credential.id }) as const

  register(confirmationEndpoints.readConfirmation, async ({ caller }) => {
    requireSession(caller)
    const { organizationId, memberId, credential } = caller
    const hasPasskey = passkeys.isSupported && (await passkeys.list(caller)).length > 0
    const started = hasPasskey ? await passkeys.startAuthentication() : undefined
    return {
      confirmedUntil: (await guard.confirmations.validUntil(credential.id))?.toISOString() ?? null,
      hasPassword: await members.hasPassword(organizationId, memberId),
      passkey: started
        ? {
            options: started.options,
            ticket: tickets.issue(ticketFor(caller), started.challenge, { ttlMs: challengeTtlMs }),
          }
        : null,
    }
  })

  register(confirmationEndpoints.confirm, async ({ caller, body }) => {
    requireSession(caller)
    if (body.password !== undefined) {
      if (!(await checkPassword(caller, body.password))) throw new AppError('forbidden', 'The password is wrong.')
    } else if (!(await isOwnPasskey(caller, body.passkey)))
      throw new AppError('forbidden', 'The passkey was not accepted. Try again, or use your password.')
    await guard.confirmations.record(caller.credential.id)
  })

  async function isOwnPasskey(
    caller: Caller,
    given: { ticket: string; credential: unknown } | undefined,
  ): Promise<boolean> {
    const challenge = given && tickets.open(ticketFor(caller), given.ticket)?.value
    if (typeof challenge !== 'string' || !isStorable(given?.credential)) return false
    const owner = await passkeys.finishAuthentication({ challenge, response: given?.credential })
    return owner?.organizationId === caller.organizationId && owner.memberId === caller.memberId
  }
}
