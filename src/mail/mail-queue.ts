import type { FastifyBaseLogger } from 'fastify'
import { tableBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobOutcome } from '../jobs/job-runner.ts'
import type { Job } from '../jobs/job-store.ts'
import type { Sql } from '../storage/database.ts'
import { MailError, type Mailer, type MailMessage } from './mailer.ts'

/** Writes the message when it is sent, so that links in it are stored nowhere. Undefined: it is no longer needed. */
export type ComposeMail = (job: Job) => Promise<MailMessage | undefined>

export type MailQueue = ReturnType<typeof createMailQueue>

const minuteMs = 60_000
/** Seven attempts within six hours. */
const retryDelaysMs = [minuteMs / 6, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 240 * minuteMs]

/** Sends e-mail with the job queue: a message survives a crash, and a mail server that is down gets it later. */
export function createMailQueue({
  jobs,
  mailer,
  log,
}: {
  jobs: JobQueue
  mailer: Mailer | undefined
  log: FastifyBaseLogger
}) {
  async function send(job: Job, compose: ComposeMail, onSent: MailHooks['onSent']): Promise<JobOutcome> {
    if (!mailer) return { giveUp: 'The service has no mail server: set SMTP_URL.' }
    const message = await compose(job)
    if (!message) return
    try {
      await mailer.send(message)
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      log.warn({ kind: job.kind, reason: error.message, failures: job.failures }, 'a message could not be sent')
      if (error.isPermanent) return { giveUp: error.message }
      throw error
    }
    await onSent?.(job)
  }

  return {
    /** Registers a kind of message. */
    register(kind: MailKind, compose: ComposeMail, { onSent, onFailed }: MailHooks = {}): void {
      jobs.register(kind, (job) => send(job, compose, onSent), {
        concurrency: 2,
        prefetch: 0,
        timeoutMs: 3 * minuteMs,
        backoff: tableBackoff(retryDelaysMs, 0.1),
        onDead: onFailed,
      })
    },

    /** Enqueues a message within the caller's transaction. */
    async enqueue(
      store: Sql,
      message: { organizationId: string; kind: MailKind; payload: object; uniqueKey?: string },
    ): Promise<void> {
      await jobs.enqueue(store, message)
    },
  }
}

export type MailKind = 'mail-invitation' | 'mail-password-reset' | 'mail-digest'

interface MailHooks {
  onSent?: (job: Job) => Promise<void>
  /** Called when no further attempt is made. */
  onFailed?: (job: Job) => Promise<void>
}
