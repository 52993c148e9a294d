import { randomUUID } from 'node:crypto'
import { createDigestDelivery } from '../digest/digest-delivery.ts'
import { createDigestMail } from '../digest/digest-mail.ts'
import { createDigestWriter } from '../digest/digest-writer.ts'
import { createDigests } from '../digest/digests.ts'
import { createInbox } from '../digest/inbox.ts'
import { createSubscriptions } from '../digest/subscriptions.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import type { AppContext } from './app-context.ts'
import type { ContentParts } from './content-parts.ts'
import type { LanguageModelParts } from './language-model-parts.ts'

interface DigestPartsDeps {
  content: ContentParts
  languageModels: LanguageModelParts
  jobs: JobQueue
  mailQueue: MailQueue
  callbacks: Callbacks
}

/** Wires digests, their subscriptions, and their delivery to inboxes, by e-mail and to callbacks. */
export function createDigestParts(
  { config, database, reader, log, now, newId }: AppContext,
  { content, languageModels, jobs, mailQueue, callbacks }: DigestPartsDeps,
) {
  const { publicUrl } = config
  const { assistants, noteFormatter } = content
  const digests = createDigests({
    database,
    assistants,
    publicUrl,
    writer: createDigestWriter({
      findChat: languageModels.llm.find,
      reader,
      newDelimiter: () => randomUUID(),
      onModelFailure: (err) => log.warn({ err }, 'the language model failed; the digest is extractive instead'),
      onReaderFailure: (err) => log.warn({ err }, 'the reader failed; this digest is verified by its words'),
    }),
    now,
  })
  const inbox = createInbox({ database, publicUrl, now })
  const subscriptions = createSubscriptions({ database, assistants, now })
  createDigestDelivery({
    database,
    jobs,
    assistants,
    digests,
    subscriptions,
    inbox,
    callbacks,
    digestMail: createDigestMail({ database, mailQueue, inbox, subscriptions, format: noteFormatter, publicUrl, now }),
    now,
    newId,
  })
  return { digests, inbox, subscriptions }
}
