import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { createAssistantAdmin } from './admin/assistant-admin.ts'
import { createConnectionAdmin } from './admin/connection-admin.ts'
import { createDataSourceAdmin } from './admin/data-source-admin.ts'
import { createInvitationAdmin } from './admin/invitation-admin.ts'
import { createLlmSettings } from './admin/llm-settings.ts'
import { createLlmTrials } from './admin/llm-trial.ts'
import { createOrganizationChats } from './admin/organization-chats.ts'
import { createPeopleAdmin } from './admin/people-admin.ts'
import { createServiceAdmin } from './admin/service-admin.ts'
import { type AnswerPipeline, createAnswerPipeline } from './answer/answer-pipeline.ts'
import { createAskPriority } from './answer/ask-priority.ts'
import { createAskService } from './answer/ask-service.ts'
import { createThreadTurns } from './answer/conversation/thread-turns.ts'
import { createDeferredAnswers } from './answer/deferred-answers.ts'
import { createQuestionLog } from './answer/question-log.ts'
import { createSearchService } from './answer/search-service.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createAuditNames } from './audit/audited-objects.ts'
import { createScheduledBackups } from './backup/scheduled-backups.ts'
import type { Config } from './config.ts'
import { createAssistants } from './content/assistants.ts'
import { createContentReader } from './content/content-reader.ts'
import { createDocumentIndex } from './content/indexing/document-index.ts'
import { createEmbeddingBacklog, ensureEmbeddingSpace } from './content/indexing/embedding-backlog.ts'
import { createKeyedMutex } from './content/indexing/keyed-mutex.ts'
import { createAttachments } from './content/notes/attachments.ts'
import { createNoteBranches } from './content/notes/note-branches.ts'
import { createNoteFormatter } from './content/notes/note-format.ts'
import { createNoteService } from './content/notes/note-service.ts'
import { createNotes } from './content/notes/notes.ts'
import { createPassageIndexing } from './content/passage-indexing.ts'
import { createReindexing } from './content/reindexing.ts'
import { createCustomContents } from './content/sources/custom-content.ts'
import { createDataSources } from './content/sources/data-sources.ts'
import { createFileItems } from './content/sources/file-items.ts'
import { createDatabaseStablePagination, createMemoryStablePagination } from './content/sources/stable-pagination.ts'
import { createVectorIndexing } from './content/vector-indexing.ts'
import { createDigestDelivery, digestSchedule } from './digest/digest-delivery.ts'
import { createDigestMail } from './digest/digest-mail.ts'
import { createDigestWriter } from './digest/digest-writer.ts'
import { createDigests } from './digest/digests.ts'
import { createInbox } from './digest/inbox.ts'
import { createSubscriptions } from './digest/subscriptions.ts'
import { createFileReader } from './files/file-reader.ts'
import { defaultReadLimits } from './files/file-text.ts'
import { requireLanguageData } from './files/ocr/ocr-files.ts'
import { createApiKeys } from './identity/api-keys.ts'
import { createGuessThrottle } from './identity/guess-throttle.ts'
import { createInvitations } from './identity/invitations.ts'
import { createMembers } from './identity/members.ts'
import { createOrganizations } from './identity/organizations.ts'
import { createPasswordCheck } from './identity/password-check.ts'
import { createPasswordResets } from './identity/password-resets.ts'
import { createPeopleDirectory } from './identity/people-directory.ts'
import { createSecretEncryption } from './identity/secret-encryption.ts'
import { createTeams } from './identity/teams.ts'
import { createIngestPool } from './ingest/ingest-pool.ts'
import { createAnswerTraces } from './insights/answer-traces.ts'
import { createDocumentReader } from './insights/document-reader.ts'
import { createExampleQuestions } from './insights/example-questions.ts'
import { createInsights } from './insights/insights.ts'
import { createQuestionHistory } from './insights/question-history.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createSchedules } from './jobs/schedules.ts'
import { createInvitationMail } from './mail/invitation-mail.ts'
import { createMailQueue } from './mail/mail-queue.ts'
import type { Mailer } from './mail/mailer.ts'
import { createPasswordResetMail } from './mail/password-reset-mail.ts'
import { createSmtpMailer } from './mail/smtp-mailer.ts'
import { createRetentionJob } from './maintenance/retention-job.ts'
import type { ChatSettings } from './models/chat.ts'
import type { Embedder } from './models/embedder.ts'
import type { Reader } from './models/reader.ts'
import { createAddressGuard, isPublicOrLocalAddress } from './net/address-guard.ts'
import { createGuardedStreamFetch } from './net/guarded-stream-fetch.ts'
import { createReadinessCheck } from './readiness.ts'
import { createInMemoryIndexes } from './search/in-memory-indexes.ts'
import { createRetrieval } from './search/retrieval.ts'
import { createStartupPriority } from './search/sync/startup-priority.ts'
import { createTitleSearch } from './search/title-search.ts'
import { createAutoAnalyze } from './storage/auto-analyze.ts'
import type { Database } from './storage/database.ts'
import type { AnyConnector } from './sync/connector.ts'
import { connectors as allConnectors } from './sync/connectors/connectors.ts'
import { createSync } from './sync/sync.ts'
import { instrumentChat, instrumentEmbedder } from './telemetry/instrumented-models.ts'
import { instrumentRetrieval } from './telemetry/instrumented-retrieval.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'
import { createThreads } from './threads/threads.ts'
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

/** How long after the start queries run before cache warm-up. */
const startupPriorityMs = 3000
const indexImageMessage = 'an image of an in-memory index could not be written; the next start takes longer'

/** Enough to fill the embedder's batches, few enough to leave database connections for queries. */
const maxConcurrentWriters = 12

export type App = Awaited<ReturnType<typeof createApp>>

/** Undefined: all jobs. */
const jobPurposes = { all: undefined, api: 'answering', worker: 'background' } as const

/** Wires the application; no transport attached. The HTTP server, the commands and the jobs use it. */
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
  const { publicUrl } = config
  const newId = () => randomUUID().replaceAll('-', '').slice(0, 20)
  const spaceId = embedder ? await ensureEmbeddingSpace(database, embedder) : 0
  const isWorker = config.role !== 'api'
  const embeddingBacklog =
    embedder && isWorker
      ? createEmbeddingBacklog({
          database,
          embedder,
          spaceId,
          onError: (err) => log.error({ err }, 'background embedding failed; it is tried again within a minute'),
          onRefused: (document, err) =>
            log.warn(
              { err, ...document },
              'the embedding model refuses a passage of this document; it is found by its words, and tried again every hour',
            ),
        })
      : undefined
  const embedSoon = () => database.afterCommit(() => embeddingBacklog?.wake())
  const ingestPool = createIngestPool({ size: 1, deadlineMs: 4000 })
  const autoAnalyze = createAutoAnalyze({
    database,
    onError: (err) => log.warn({ err }, 'the database could not be analyzed; searches can be slower'),
  })
  const documentIndex = createDocumentIndex({
    database,
    ingest: (text) => ingestPool.ingest(text),
    embedder,
    spaceId,
    onEmbeddingsPending: embedSoon,
    onPassagesWritten: (passages) => database.afterCommit(() => autoAnalyze.recordWrites(passages)),
    now,
    newId,
  })
  const writeMutex = createKeyedMutex({ maxConcurrency: maxConcurrentWriters })
  const dataSources = createDataSources({ database })
  const writeDeps = { database, documentIndex, writeMutex, now, maxVersions: config.versionsKept }
  const notes = createNotes({ ...writeDeps, trashDays: config.trashDays, newId, onEmbeddingsPending: embedSoon })
  const jobs = createJobQueue({ database, now, random: Math.random, log, purpose: jobPurposes[config.role] })
  const reindexing = createReindexing({ ...writeDeps, jobs })
  const passageIndexing = createPassageIndexing({ database, jobs, now })
  const schedules = createSchedules({ jobs, now, sql: database.unrestricted })
  const assistants = createAssistants({
    database,
    onSchedule: (store, { organizationId, id }, times) =>
      times
        ? schedules.set(store, { organizationId, times, ...digestSchedule(id) })
        : schedules.remove(store, { organizationId, name: digestSchedule(id).name }),
  })
  const pagination =
    database.engine === 'pglite'
      ? createMemoryStablePagination({ now: () => now().getTime() })
      : createDatabaseStablePagination({ database, now: () => now().getTime() })
  const itemDeps = { ...writeDeps, dataSources, publicUrl, pagination }
  const customContents = createCustomContents(itemDeps)
  requireLanguageData(config.ocrLanguages)
  const fileReader = createFileReader({
    limits: { ...defaultReadLimits, fileBytes: config.maxFileBytes },
    ocrLanguages: config.ocrLanguages,
  })
  const startupPriority = createStartupPriority({ durationMs: startupPriorityMs })
  const inMemoryIndexes = createInMemoryIndexes({
    database,
    waitForQueries: startupPriority.waitForQueries,
    spaceId: embedder && spaceId,
    maxBytes: { vectors: config.vectorMemoryBytes, words: config.wordMemoryBytes },
    imageDirectory: config.imageDirectory,
    now,
    onImageError: (err) => log.warn({ err }, indexImageMessage),
    onImageRejected: (err) =>
      log.warn({ err }, 'an image of an in-memory index could not be used; the index is read from the database'),
    onError: (err) => log.warn({ err }, 'the in-memory indexes could not be loaded; the database searches instead'),
    onTooLarge: (list) =>
      log.warn(
        list === 'vector_change'
          ? 'the vectors need more than VECTOR_MEMORY_MB; the database compares them instead'
          : 'the word index needs more than WORD_MEMORY_MB; the database ranks words instead',
      ),
  })
  const vectorIndexing = createVectorIndexing({
    database,
    jobs,
    now,
    onError: (err) => log.warn({ err }, 'the vector index could not be requested; searches compare all vectors'),
  })
  const { search, readSection, readDocument } = createRetrieval({
    database,
    embedder,
    spaceId,
    indexes: inMemoryIndexes,
    publicUrl,
    now,
    onEmbeddingFailure: (err) =>
      log.warn({ err }, 'the embedding model failed; search uses words only until it responds again'),
    onVectorsOutsideMemory: vectorIndexing.request,
  })
  const retrieval = instrumentRetrieval(
    { search: (caller, query) => startupPriority.runFirst(() => search(caller, query)), readSection, readDocument },
    telemetry,
  )
  const llmGuard = createAddressGuard({
    allow: config.llmAllow,
    allowSetting: 'LLM_ALLOW',
    acceptsAllowed: isPublicOrLocalAddress,
  })
  const encryption = createSecretEncryption({ database, encryptionKey: config.encryptionKey })
  const sync = createSync({
    ...writeDeps,
    ...config,
    connectors,
    readFile: fileReader.read,
    encryption,
    jobs,
    newId,
    random: Math.random,
    log,
  })
  const llmSettings = createLlmSettings({
    config,
    database,
    encryption,
    guard: llmGuard,
    guardedFetch: createGuardedStreamFetch({ guard: llmGuard }),
    fetch: telemetry.fetch,
    now,
  })
  const createChat = async (settings: ChatSettings) => {
    // Loaded only when used: the packages would delay every start by a third of a second.
    const { createChatModel } = await import('./models/create-chat-model.ts')
    return instrumentChat(createChatModel(settings), telemetry)
  }
  const llm = createOrganizationChats({
    settings: llmSettings,
    createChat,
    onUnreadableKey: (organizationId) =>
      log.warn(
        { organizationId },
        'the API key of the language model cannot be decrypted; answers are quoted from the notes until an admin enters it again',
      ),
  })
  const members = createMembers({ database, newId, now })
  const guessThrottle = createGuessThrottle({ database, now })
  const checkPassword = createPasswordCheck({ members, throttle: guessThrottle })
  const invitations = createInvitations({ database, members, newId, now })
  const passwordResets = createPasswordResets({ database, members, now })
  const mailQueue = createMailQueue({ jobs, mailer, log })
  const invitationMail = createInvitationMail({ mailQueue, invitations, publicUrl })
  const passwordResetMail = createPasswordResetMail({ database, jobs, mailQueue, passwordResets, publicUrl, now })
  const apiKeys = createApiKeys({ database, newId, now })
  const teams = createTeams({ database, newId })
  const questionLog = createQuestionLog({
    database,
    newId,
    now,
    onError: (err) => log.warn({ err }, 'questions could not be logged'),
  })
  const answeringDeps = {
    retrieval,
    notes,
    assistants,
    dataSources,
    reader,
    newDelimiter: () => randomUUID(),
    now,
    onSearchStepsFailure: (err: unknown) =>
      log.warn({ err }, 'the language model could not choose further searches; the answer uses one'),
    onReaderFailure: (err: unknown) =>
      log.warn({ err }, 'the reader failed; answers are chosen by words and similarity until it responds again'),
  }
  const pipeline = createAnswerPipeline({
    ...answeringDeps,
    findChat: llm.find,
    questionLog,
    onModelFailure: (err) => log.warn({ err }, 'the language model failed; the answer is extractive instead'),
  })
  const askPriority = createAskPriority()
  const answering: AnswerPipeline = { ask: (...input) => askPriority.runFirst(() => pipeline.ask(...input)) }
  const exampleQuestions = createExampleQuestions({
    database,
    ask: createAnswerPipeline({
      ...answeringDeps,
      findChat: async () => undefined,
      questionLog: { record: async () => {} },
      onModelFailure: () => {},
    }).ask,
    priority: askPriority,
    now,
  })
  const llmTrials = createLlmTrials({
    settings: llmSettings,
    createChat: async (settings) => (await createChat(settings)).model,
    createPipeline: (deps) => createAnswerPipeline({ ...answeringDeps, ...deps }),
    listExamples: async (caller) => (await exampleQuestions.list(caller)).questions,
  })
  const noteFormatter = createNoteFormatter()
  const noteService = createNoteService({ notes, format: noteFormatter, publicUrl, now })
  const digests = createDigests({
    database,
    assistants,
    publicUrl,
    writer: createDigestWriter({
      findChat: llm.find,
      reader,
      newDelimiter: () => randomUUID(),
      onModelFailure: (err) => log.warn({ err }, 'the language model failed; the digest is extractive instead'),
      onReaderFailure: (err) => log.warn({ err }, 'the reader failed; this digest is verified by its words'),
    }),
    now,
  })
  const guard = createAddressGuard({ allow: config.callbackAllow })
  const callbackSecrets = createCallbackSecrets({ database, now })
  const callbacks = createCallbacks({
    database,
    jobs,
    guard,
    secrets: callbackSecrets,
    now,
    newId,
  })
  const threadTurns = createThreadTurns({
    database,
    newId,
    now,
    onError: (err) => log.warn({ err }, 'a turn of a conversation could not be extended; it can be shown as failed'),
  })
  const deferredAnswers = createDeferredAnswers({
    database,
    jobs,
    answering,
    threadTurns,
    callbacks,
    publicUrl,
    now,
    newId,
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
  const auditLog = createAuditLog({ database, now })
  const retentionJob = createRetentionJob({
    database,
    notes,
    auditLog,
    jobs,
    schedules,
    deferredAnswers,
    callbackSecrets,
    inbox,
    now,
  })
  const backups = createScheduledBackups({ database, jobs, schedules, settings: config.backups, now })
  embeddingBacklog?.wake()

  let startingJobs: Promise<void> | undefined
  async function startJobQueue(): Promise<void> {
    if (!isWorker) return jobs.start()
    await schedules.correctTimes()
    await sync.runner.correctTimes()
    await retentionJob.schedule()
    await backups.schedule()
    await jobs.start()
    await sync.watcher.start()
    // These read whole tables, so the first questions come before them.
    await startIndexes()
    await startupPriority.waitForQueries()
    await reindexing.schedule()
    await passageIndexing.schedule()
  }

  let restoringIndexes: Promise<boolean> | undefined
  async function restoreIndexes(): Promise<boolean> {
    if (config.role === 'worker') {
      await inMemoryIndexes.removeImages()
      return false
    }
    await inMemoryIndexes.enableImages()
    const restored = inMemoryIndexes.restore()
    void inMemoryIndexes.load()
    return restored
  }
  const startIndexes = () => {
    restoringIndexes ??= restoreIndexes().catch((err: unknown) => {
      log.warn({ err }, indexImageMessage)
      return false
    })
    return restoringIndexes
  }

  return {
    config,
    database,
    log,
    telemetry,
    checkReadiness: createReadinessCheck({ database, jobs, embedding, llm }),
    now,
    newId,
    backlog: embeddingBacklog,
    inMemoryIndexes,
    backups,
    auditLog,
    auditNames: createAuditNames({ database }),
    organizations: createOrganizations({ database, newId }),
    members,
    guessThrottle,
    checkPassword,
    teams,
    peopleDirectory: createPeopleDirectory({ database }),
    apiKeys,
    dataSources,
    notes,
    noteService,
    assistants,
    contents: customContents,
    fileReader,
    fileItems: createFileItems({ ...itemDeps, fileReader }),
    attachments: createAttachments({ ...writeDeps, fileReader, publicUrl, newId }),
    sync,
    retrieval,
    searchService: createSearchService({ retrieval, notes, assistants, dataSources, now }),
    searchTitles: createTitleSearch({ database, publicUrl }),
    answering,
    jobs,
    schedules,
    reindexing,
    callbackSecrets,
    callbacks,
    askService: createAskService({ database, answering, findChat: llm.find, threadTurns, callbacks }),
    deferredAnswers,
    questionHistory: createQuestionHistory({ database, publicUrl, now }),
    threads: createThreads({ database, publicUrl, now }),
    contentReader: createContentReader({ database, format: noteFormatter, publicUrl }),
    documentReader: createDocumentReader({ database, publicUrl }),
    exampleQuestions,
    insights: createInsights({ database, now }),
    answerTraces: createAnswerTraces({ database, now }),
    noteBranches: createNoteBranches({ database }),
    connectionAdmin: createConnectionAdmin({ database, dataSources, sync, newId, now }),
    dataSourceAdmin: createDataSourceAdmin({ database, dataSources, publicUrl, newId, now }),
    assistantAdmin: createAssistantAdmin({ database, assistants, dataSources, subscriptions, newId, now }),
    peopleAdmin: createPeopleAdmin({ database, members, teams, checkPassword, apiKeys }),
    invitations,
    passwordResets,
    passwordResetMail,
    invitationAdmin: createInvitationAdmin({
      database,
      invitations,
      passwordResets,
      members,
      mailer,
      invitationMail,
      publicUrl,
      now,
    }),
    serviceAdmin: createServiceAdmin({ config, database, embedder, llmSettings, findChat: llm.find, mailer }),
    mailer,
    llmSettings,
    llmTrials,
    findChat: llm.find,
    /** Whether a language model writes answers on this node. */
    isModelInUse: () => config.llm !== undefined || llm.isInUse(),
    digests,
    inbox,
    subscriptions,
    /**
     * Starts to load the in-memory indexes, so that the first question does not wait for the database: for a server, not for a
     * single command. Resolves to whether all of them come from images.
     */
    startIndexes,
    /** Starts processing the job queue, and the indexes: for a server, too. */
    startJobs(): Promise<void> {
      void startIndexes()
      startingJobs = startJobQueue()
      return startingJobs
    },
    async close() {
      // Stopped while it starts, the queue would go on without a database. The caller of startJobs gets the error.
      await startingJobs?.catch(() => {})
      await sync.watcher.close()
      await jobs.stop({ graceMs: 5000 })
      await questionLog.flush()
      await embeddingBacklog?.close()
      await inMemoryIndexes.close()
      await noteFormatter.close()
      await autoAnalyze.whenIdle()
      await ingestPool.close()
      await fileReader.close()
    },
  }
}
