import type { FastifyInstance } from 'fastify'
import type { InvitationAdmin } from '../../admin/invitation-admin.ts'
import { invitationEndpoints as endpoints } from '../../contract/invitation-endpoints.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Invitations, and links to choose a new password. */
export function invitationRoutes(
  server: FastifyInstance,
  { guard, invitationAdmin }: { guard: Guard; invitationAdmin: InvitationAdmin },
): void {
  const register = createEndpointRegistrar(server, guard)
  register(endpoints.listInvitations, ({ caller, query }) => invitationAdmin.list(caller, query))
  register(endpoints.createInvitation, ({ caller, body }) => invitationAdmin.create(caller, body))
  register(endpoints.previewInvitations, ({ caller, body }) => invitationAdmin.preview(caller, body.csv))
  register(endpoints.createInvitations, ({ caller, body }) => invitationAdmin.createAll(caller, body))
  register(endpoints.renewInvitation, ({ caller, params, body }) => invitationAdmin.renew(caller, params.id, body))
  register(endpoints.revokeInvitation, ({ caller, params }) => invitationAdmin.revoke(caller, params.id))
  register(endpoints.createPasswordLink, ({ caller, params }) => invitationAdmin.createPasswordLink(caller, params.id))
}
