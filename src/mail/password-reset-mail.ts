import { normalizeEmail } from '../access/normal-names.ts'
import { passwordResetAddress } from '../identity/link-addresses.ts'
import { loadMemberAsCaller } from '../identity/load-caller.ts'
import type { PasswordResets } from '../identity/password-resets.ts'
import { exponentialBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Database } from '../storage/database.ts'
import { renderMail } from './mail-layout.ts'
import type { MailQueue } from './mail-queue.ts'

export type PasswordResetMail = ReturnType<typeof createPasswordResetMail>

const requestJobKind = 'password-reset-request'

/**
 * Sends links to choose a new password. A request only enqueues a job, for any address: accounts are looked up later, so
 * neither the response nor its time tells which addresses exist.
 */
export function createPasswordResetMail({
  database,
  jobs,
  mailQueue,
  passwordResets,
  publicUrl,
  now,
}: {
  database: Database
  jobs: JobQueue
  mailQueue: MailQueue
  passwordResets: PasswordResets
  publicUrl: string
  now: () => Date
}) {
  jobs.register(
    requestJobKind,
    async (job) => {
      const { email } = job.payload as { email: string }
      await database.transaction(async (store) => {
        const accounts = await store
          .selectFrom('member')
          .select(['org_id as organizationId', 'id as memberId'])
          .where('email', '=', email)
          .where('disabled_at', 'is', null)
          .execute()
        for (const { organizationId, memberId } of accounts) {
          const payload = { memberId }
          const uniqueKey = `${job.id} ${memberId}`
          await mailQueue.enqueue(store, { organizationId, kind: 'mail-password-reset', payload, uniqueKey })
        }
      })
      return undefined
    },
    { backoff: exponentialBackoff({ attempts: 5 }) },
  )

  mailQueue.register('mail-password-reset', async ({ organizationId, payload }) => {
    const { memberId } = payload as { memberId: string }
    const member = await loadMemberAsCaller(database, organizationId, memberId, now())
    if (!member) return undefined
    const { token } = await passwordResets.issueToken({ organizationId, memberId })
    const heading = 'Choose a new password'
    return {
      to: { name: member.name, address: member.email },
      subject: `${heading} for Lorewell`,
      ...renderMail({
        heading,
        paragraphs: [
          `Somebody asked for a new password for your account at ${member.organizationName} on Lorewell.`,
          'The link works once, within an hour. It signs you out everywhere and removes your passkeys.',
        ],
        action: { label: 'Choose a new password', url: passwordResetAddress(publicUrl, token) },
        footer: 'If it wasn’t you, ignore this message: your password stays as it is.',
      }),
    }
  })

  return {
    /** Asks for links for every account with this address, whether there is one or not. */
    async request(email: string): Promise<void> {
      await jobs.enqueue(database.unrestricted, { kind: requestJobKind, payload: { email: normalizeEmail(email) } })
    },
  }
}
