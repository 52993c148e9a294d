import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { createAssistantDesk } from './administration/assistant-desk.ts'
import { createDataSourceDesk } from './administration/data-source-desk.ts'
import { createPeopleDesk } from './administration/people-desk.ts'
import { createServiceDesk } from './administration/service-desk.ts'
import { createAnswering } from './answer/answering.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createScheduledBackups } from './backup/scheduled-backups.ts'
import type { Config } from './config.ts'
import { createDigestWriter } from './digest/digest-writer.ts'
import { createDigests } from './digest/digests.ts'
import { createInbox } from './digest/inbox.ts'
import { createSubscriptions } from './digest/subscriptions.ts'
import { createApiKeys } from './identity/api-keys.ts'
import { createMembers } from './identity/members.ts'
import { createOrganizations } from './identity/organizations.ts'
import { createTeams } from './identity/teams.ts'
import { createIngestPool } from './ingest/pool.ts'
import { createHistory } from './insights/history.ts'
import { createQuestionLog, recordAnswers } from './insights/question-log.ts'
import { createAddressGuard } from './jobs/address-guard.ts'
import { createAskDesk } from './jobs/ask-desk.ts'
import { createCallbackSecrets } from './jobs/callback-secrets.ts'
import { createCallbacks } from './jobs/callbacks.ts'
import { createDigestDelivery, digestSchedule } from './jobs/digest-delivery.ts'
import { createGuardedFetch } from './jobs/guarded-fetch.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLaterAnswers } from './jobs/later-answers.ts'
import { createSchedules } from './jobs/schedules.ts'
import { createSweep } from './jobs/sweep.ts'
import { createAssistants } from './library/assistants.ts'
import { createCustomContents } from './library/custom-content.ts'
import { createDataSources } from './library/data-sources.ts'
import { createDocumentIndex } from './library/document-index.ts'
import { createEmbeddingBacklog, ensureSpace } from './library/embedding-backlog.ts'
import { createDatabaseListWalks, createMemoryListWalks } from './library/list-walks.ts'
import { createNoteDesk } from './library/note-desk.ts'
import { createNotes } from './library/notes.ts'
import { createSearchDesk } from './library/search-desk.ts'
import { createTurnTaking } from './library/turn-taking.ts'
import type { Embedder } from './models/embedder.ts'
import { createReadiness } from './readiness.ts'
import { createMirrors } from './retrieval/mirrors.ts'
import { createPace } from './retrieval/pace.ts'
import { createRetrieval } from './retrieval/search.ts'
import type { Database } from './storage/database.ts'
import { createGrowthWatch } from './storage/growth-watch.ts'
import { observeChat, observeEmbedder } from './telemetry/observed-models.ts'
import { observeRetrieval } from './telemetry/observed-retrieval.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'

export interface AppNeeds {
  config: Config
  database: Database
  /** Absent: the service finds by words alone. */
  embedder: Embedder | undefined
  log: FastifyBaseLogger
  /** Absent: nothing is traced. */
  telemetry?: Telemetry
  now?: () => Date
}

/** So long after the start those who ask go before what fills memory. */
const firstQuestionsMs = 3000

/** Fills the embedder's batches, and leaves connections to a server for those who ask. */
const writersAtOnce = 12

export type App = Awaited<ReturnType<typeof createApp>>

/** Puts the parts together, without any door yet: the server, the terminal and the jobs all stand on this. */
export async function createApp({
  config,
  database,
  embedder: ownEmbedder,
  log,
  telemetry = createTelemetry({ log }),
  now = () => new Date(),
}: AppNeeds) {
  const embedding = ownEmbedder && observeEmbedder(ownEmbedder, telemetry)
  const embedder = embedding?.model
  const newId = () => randomUUID().replaceAll('-', '').slice(0, 20)
  const spaceId = embedder ? await ensureSpace(database, embedder) : 0
  const backlog = embedder
    ? createEmbeddingBacklog({
        database,
        embedder,
        spaceId,
        onError: (err) =>
          log.error({ err }, 'embedding in the background failed; it goes on with the next write or start'),
      })
    : undefined
  const embedSoon = () => database.afterCommit(() => backlog?.wake())
  const ingestPool = createIngestPool({ size: 1, deadlineMs: 4000 })
  const growthWatch = createGrowthWatch({
    database,
    onError: (err) => log.warn({ err }, 'statistics of the store could not be made; searches may be slower'),
  })
  const documentIndex = createDocumentIndex({
    database,
    ingest: (text) => ingestPool.ingest(text),
    embedder,
    spaceId,
    onPending: embedSoon,
    onWritten: (passages) => database.afterCommit(() => growthWatch.wrote(passages)),
    now,
    newId,
  })
  const turns = createTurnTaking({ atOnce: writersAtOnce })
  const dataSources = createDataSources({ database })
  const { versionsKept } = config
  const notes = createNotes({ database, documentIndex, turns, now, versionsKept, onPending: embedSoon })
  const jobs = createJobs({ database, now, random: Math.random, log })
  const schedules = createSchedules({ jobs, now, sql: database.service })
  const assistants = createAssistants({
    database,
    onSchedule: (store, { organizationId, id }, times) =>
      times
        ? schedules.set(store, { organizationId, times, ...digestSchedule(id) })
        : schedules.remove(store, { organizationId, name: digestSchedule(id).name }),
  })
  const contents = createCustomContents({
    database,
    dataSources,
    documentIndex,
    turns,
    now,
    versionsKept,
    walks:
      database.engine === 'pglite'
        ? createMemoryListWalks({ now: () => now().getTime() })
        : createDatabaseListWalks({ database, now: () => now().getTime() }),
  })
  const pace = createPace({ forMs: firstQuestionsMs })
  const mirrors = createMirrors({
    database,
    turn: pace.turn,
    spaceId: embedder && spaceId,
    mostBytes: { vectors: config.vectorMemoryBytes, words: config.wordMemoryBytes },
    now,
    onError: (err) =>
      log.warn({ err }, 'passages could not be read into memory; the database searches instead'),
    onTooLarge: (list) =>
      log.warn(
        list === 'vector_change'
          ? 'the vectors take more than VECTOR_MEMORY_MB; the database compares them instead. Raise it, or run "lorewell db index-vectors" once'
          : 'the words take more than WORD_MEMORY_MB; the database ranks them instead. Raise it to search faster',
      ),
  })
  const retrieval = observeRetrieval(createRetrieval({ database, embedder, spaceId, mirrors, now }), {
    telemetry,
    pace,
  })
  // Loaded only where there is one: its packages cost a start a third of a second.
  const llm =
    config.llm &&
    observeChat(
      (await import('./models/create-chat-model.ts')).createChatModel({
        ...config.llm,
        fetch: telemetry.fetch,
      }),
      telemetry,
    )
  const chat = llm?.model
  const members = createMembers({ database, newId, now })
  const teams = createTeams({ database, newId })
  const questionLog = createQuestionLog({
    database,
    newId,
    now,
    onError: (err) => log.warn({ err }, 'what was asked could not be written down'),
  })
  const answering = recordAnswers(
    createAnswering({
      retrieval,
      notes,
      assistants,
      dataSources,
      chat,
      newMark: () => randomUUID(),
      onModelFailure: (err) => log.warn({ err }, 'the language model failed; the answer is quoted instead'),
    }),
    questionLog,
  )
  const noteDesk = createNoteDesk({ notes, now })
  const digests = createDigests({
    database,
    assistants,
    writer:
      chat &&
      createDigestWriter({
        chat,
        newMark: () => randomUUID(),
        onModelFailure: (err) => log.warn({ err }, 'the language model failed; the digest is quoted instead'),
      }),
    now,
  })
  const guard = createAddressGuard({ allow: config.callbackAllow })
  const guardedFetch = createGuardedFetch({ guard })
  const callbackSecrets = createCallbackSecrets({ database, now })
  const callbacks = createCallbacks({
    database,
    jobs,
    guard,
    guardedFetch,
    secrets: callbackSecrets,
    now,
    newId,
  })
  const laterAnswers = createLaterAnswers({ database, now })
  const askDesk = createAskDesk({ database, jobs, answering, callbacks, answers: laterAnswers, now, newId })
  const inbox = createInbox({ database, now })
  const subscriptions = createSubscriptions({ database, assistants, now })
  createDigestDelivery({
    database,
    jobs,
    assistants,
    digests,
    subscriptions,
    inbox,
    callbacks,
    now,
    newId,
  })
  const sweep = createSweep({
    database,
    jobs,
    schedules,
    answers: laterAnswers,
    secrets: callbackSecrets,
    inbox,
    now,
  })
  const backups = createScheduledBackups({ database, jobs, schedules, settings: config.backups, now })
  backlog?.wake()

  return {
    config,
    database,
    log,
    telemetry,
    readiness: createReadiness({ database, jobs, embedding, llm }),
    now,
    newId,
    backlog,
    mirrors,
    backups,
    auditLog: createAuditLog({ database, now }),
    organizations: createOrganizations({ database, newId }),
    members,
    teams,
    apiKeys: createApiKeys({ database, newId, now }),
    dataSources,
    notes,
    noteDesk,
    assistants,
    contents,
    retrieval,
    searchDesk: createSearchDesk({ retrieval, notes, assistants, dataSources }),
    answering,
    jobs,
    schedules,
    callbackSecrets,
    callbacks,
    askDesk,
    history: createHistory({ database, retrieval, now }),
    dataSourceDesk: createDataSourceDesk({ database, dataSources, newId }),
    assistantDesk: createAssistantDesk({ database, assistants, newId }),
    peopleDesk: createPeopleDesk({ database, members, teams }),
    serviceDesk: createServiceDesk({ config, database, embedder, chat }),
    digests,
    inbox,
    subscriptions,
    /** Begins with the work that waits in the queue: for a server, not for a single command. */
    async startJobs() {
      // Whoever asks first is not to wait for the database to compare.
      void mirrors.fill()
      await sweep.schedule()
      await backups.schedule()
      await jobs.start()
    },
    async close() {
      await jobs.stop({ graceMs: 5000 })
      await questionLog.close()
      await backlog?.close()
      await mirrors.close()
      await noteDesk.close()
      await growthWatch.settled()
      await ingestPool.close()
    },
  }
}
