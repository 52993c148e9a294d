import { AppError } from '../errors.ts'
import type { Invitation, Invitations } from '../identity/invitations.ts'
import { invitationAddress } from '../identity/link-addresses.ts'
import type { Sql } from '../storage/database.ts'
import { renderMail } from './mail-layout.ts'
import type { MailQueue } from './mail-queue.ts'
import type { MailMessage } from './mailer.ts'

export type InvitationMail = ReturnType<typeof createInvitationMail>

/** Sends invitations. Each attempt has a link of its own; all of them lead to one invitation, which works once. */
export function createInvitationMail({
  mailQueue,
  invitations,
  publicUrl,
}: {
  mailQueue: MailQueue
  invitations: Invitations
  publicUrl: string
}) {
  mailQueue.register(
    'mail-invitation',
    async ({ organizationId, payload }) => {
      const invitation = await findInvitation(organizationId, (payload as { invitationId: string }).invitationId)
      if (invitation?.state !== 'pending') return undefined
      const token = await invitations.issueToken(organizationId, invitation.id)
      return writeInvitation(invitation, invitationAddress(publicUrl, token))
    },
    {
      onSent: ({ organizationId, payload }) =>
        invitations.setEmailState(organizationId, (payload as { invitationId: string }).invitationId, 'sent'),
      onFailed: ({ organizationId, payload }) =>
        invitations.setEmailState(organizationId, (payload as { invitationId: string }).invitationId, 'failed'),
    },
  )

  async function findInvitation(organizationId: string, id: string): Promise<Invitation | undefined> {
    try {
      return await invitations.find(organizationId, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return undefined
      throw error
    }
  }

  return {
    enqueue: (store: Sql, organizationId: string, invitationId: string): Promise<void> =>
      mailQueue.enqueue(store, { organizationId, kind: 'mail-invitation', payload: { invitationId } }),
  }
}

function writeInvitation(
  { email, name, organizationName, invitedBy, expiresAt }: Invitation,
  url: string,
): MailMessage {
  const heading = `Join ${organizationName} on Lorewell`
  return {
    to: { name, address: email },
    subject: heading,
    ...renderMail({
      heading,
      paragraphs: [
        `${invitedBy.name} invited you to ${organizationName} on Lorewell, where its people find and ask what they know.`,
        `The link works once, until ${expiresAt.toISOString().slice(0, 10)}.`,
      ],
      action: { label: 'Accept the invitation', url },
      footer: 'If you don’t know what this is about, ignore this message: nothing happens without you.',
    }),
  }
}
