import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { createAssistantAdmin } from './admin/assistant-admin.ts'
import { createConnectionAdmin } from './admin/connection-admin.ts'
import { createDataSourceAdmin } from './admin/data-source-admin.ts'
import { createServiceAdmin } from './admin/service-admin.ts'
import { createAnswerParts } from './app/answer-parts.ts'
import type { AppContext } from './app/app-context.ts'
import { createContentParts } from './app/content-parts.ts'
import { createDigestParts } from './app/digest-parts.ts'
import { createLanguageModelParts } from './app/language-model-parts.ts'
import { createPeopleParts } from './app/people-parts.ts'
import { createSearchParts } from './app/search-parts.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createAuditNames } from './audit/audited-objects.ts'
import { createScheduledBackups } from './backup/scheduled-backups.ts'
import type { Config } from './config.ts'
import { ensureEmbeddingSpace } from './content/indexing/embedding-backlog.ts'
import { createSecretEncryption } from './identity/secret-encryption.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createSchedules } from './jobs/schedules.ts'
import { createMailQueue } from './mail/mail-queue.ts'
import type { Mailer } from './mail/mailer.ts'
import { createSmtpMailer } from './mail/smtp-mailer.ts'
import { createRetentionJob } from './maintenance/retention-job.ts'
import type { Embedder } from './models/embedder.ts'
import type { Reader } from './models/reader.ts'
import { createAddressGuard } from './net/address-guard.ts'
import { createReadinessCheck } from './readiness.ts'
import type { Database } from './storage/database.ts'
import type { AnyConnector } from './sync/connector.ts'
import { connectors as allConnectors } from './sync/connectors/connectors.ts'
import { createSync } from './sync/sync.ts'
import { instrumentEmbedder } from './telemetry/instrumented-models.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'
import { createCallbackSecrets } from './webhooks/callback-secrets.ts'
import { createCallbacks } from './webhooks/callbacks.ts'

export interface AppDeps {
  config: Config
  database: Database
  /** Undefined: search uses words only. */
  embedder: Embedder | undefined
  /** Undefined: answers are chosen by words and similarity. */
  reader?: Reader | undefined
  log: FastifyBaseLogger
  /** Kinds of origins; absent: every one. */
  connectors?: readonly AnyConnector[]
  /** Absent: the one that the settings name. */
  mailer?: Mailer
  /** Absent: tracing is off. */
  telemetry?: Telemetry
  now?: () => Date
}

export type App = Awaited<ReturnType<typeof createApp>>

/** Undefined: all jobs. */
const jobPurposes = { all: undefined, api: 'answering', worker: 'background' } as const

/**
 * Wires the application; no transport attached. `app/` has one file for each larger part; `http/http-server.ts` puts the routes
 * in front, `mcp/` and `cli/` use the same parts.
 */
export async function createApp({
  config,
  database,
  embedder: plainEmbedder,
  reader,
  log,
  connectors = allConnectors,
  mailer = config.mail && createSmtpMailer(config.mail),
  telemetry: givenTelemetry,
  now = () => new Date(),
}: AppDeps) {
  const telemetry = givenTelemetry ?? (await createTelemetry({ log }))
  const embedding = plainEmbedder && instrumentEmbedder(plainEmbedder, telemetry)
  const embedder = embedding?.model
  const spaceId = embedder ? await ensureEmbeddingSpace(database, embedder) : 0
  const newId = () => randomUUID().replaceAll('-', '').slice(0, 20)
  const context: AppContext = { config, database, embedder, spaceId, reader, log, telemetry, now, newId }

  const jobs = createJobQueue({ database, now, random: Math.random, log, purpose: jobPurposes[config.role] })
  const schedules = createSchedules({ jobs, now, sql: database.unrestricted })
  const mailQueue = createMailQueue({ jobs, mailer, log })
  const callbackSecrets = createCallbackSecrets({ database, now })
  const guard = createAddressGuard({ allow: config.callbackAllow })
  const callbacks = createCallbacks({ database, jobs, guard, secrets: callbackSecrets, now, newId })
  const encryption = createSecretEncryption({ database, encryptionKey: config.encryptionKey })
  const auditLog = createAuditLog({ database, now })

  const people = createPeopleParts(context, { jobs, mailer, mailQueue })
  const content = createContentParts(context, { jobs, schedules })
  const search = createSearchParts(context, { jobs })
  const languageModels = createLanguageModelParts(context, { encryption })
  const answers = createAnswerParts(context, {
    content,
    retrieval: search.retrieval,
    languageModels,
    jobs,
    callbacks,
  })
  const digests = createDigestParts(context, { content, languageModels, jobs, mailQueue, callbacks })
  const sync = createSync({
    ...content.writeDeps,
    ...config,
    connectors,
    readFile: content.fileReader.read,
    encryption,
    jobs,
    newId,
    random: Math.random,
    log,
  })
  const retentionJob = createRetentionJob({
    database,
    notes: content.notes,
    auditLog,
    jobs,
    schedules,
    deferredAnswers: answers.deferredAnswers,
    callbackSecrets,
    inbox: digests.inbox,
    now,
  })
  const backups = createScheduledBackups({ database, jobs, schedules, settings: config.backups, now })
  content.backlog?.wake()

  let startingJobs: Promise<void> | undefined
  async function startJobQueue(): Promise<void> {
    if (config.role === 'api') return jobs.start()
    await schedules.correctTimes()
    await sync.runner.correctTimes()
    await retentionJob.schedule()
    await backups.schedule()
    await jobs.start()
    await sync.watcher.start()
    // These read whole tables, so the first questions come before them.
    await search.startIndexes()
    await search.waitForQueries()
    await content.reindexing.schedule()
    await content.passageIndexing.schedule()
  }

  const { dataSources, assistants } = content
  const { llmSettings, llm } = languageModels
  const { publicUrl } = config
  return {
    ...context,
    ...people,
    ...content,
    ...search,
    ...answers,
    ...digests,
    sync,
    jobs,
    schedules,
    mailer,
    callbackSecrets,
    callbacks,
    auditLog,
    auditNames: createAuditNames({ database }),
    backups,
    checkReadiness: createReadinessCheck({ database, jobs, embedding, llm }),
    connectionAdmin: createConnectionAdmin({ database, dataSources, sync, newId, now }),
    dataSourceAdmin: createDataSourceAdmin({ database, dataSources, publicUrl, newId, now }),
    assistantAdmin: createAssistantAdmin({
      database,
      assistants,
      dataSources,
      subscriptions: digests.subscriptions,
      newId,
      now,
    }),
    serviceAdmin: createServiceAdmin({ config, database, embedder, llmSettings, findChat: llm.find, mailer }),
    llmSettings,
    findChat: llm.find,
    /** Whether a language model writes answers on this node. */
    isModelInUse: () => config.llm !== undefined || llm.isInUse(),
    /** Starts processing the job queue, and the indexes: for a server, too. */
    startJobs(): Promise<void> {
      void search.startIndexes()
      startingJobs = startJobQueue()
      return startingJobs
    },
    async close() {
      // Stopped while it starts, the queue would go on without a database. The caller of startJobs gets the error.
      await startingJobs?.catch(() => {})
      await sync.watcher.close()
      await jobs.stop({ graceMs: 5000 })
      await answers.questionLog.flush()
      await content.close()
      await search.inMemoryIndexes.close()
    },
  }
}
