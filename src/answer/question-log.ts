import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { isUrlOfDocument } from '../document-url.ts'
import { dayMs } from '../durations.ts'
import { cleanText } from '../ingest/clean-text.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { AnswerTrace } from './answer-trace.ts'
import { completeTurn, hasLostContext, type StartedTurn } from './conversation/thread-turn.ts'

export interface QuestionLog {
  /** Logs a question. As a turn of a thread it is stored when this returns; fails if it cannot be. */
  record(
    caller: Caller,
    request: AskRequest,
    result: AnswerResult,
    trace: AnswerTrace,
    turn?: StartedTurn,
  ): Promise<void>
  /** Resolves once every recorded question is stored. */
  flush(): Promise<void>
}

interface QuestionLogEntry {
  id: string
  caller: Caller
  request: AskRequest
  result: AnswerResult
  trace: AnswerTrace
  askedAt: Date
  /** The turn of a thread that it is. */
  turn?: StartedTurn | undefined
}

/** Questions outside of conversations are deleted after this time; admins see none that are older. */
export const questionRetentionDays = 90
const questionFlushIntervalMs = 1000
const maxQueuedEntries = 10_000

/**
 * Logs questions. A question from the app is stored before its answer returns, because the app's history shows it next.
 * Questions from the API are stored in batches, up to a second later, so that logging adds no latency; a crash can lose
 * that second. A turn of a thread is always stored before its answer returns.
 */
export function createQuestionLog({
  database,
  newId,
  now,
  onError,
}: {
  database: Database
  newId: () => string
  now: () => Date
  onError: (error: unknown) => void
}): QuestionLog {
  let queue: QuestionLogEntry[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const entries = queue
    queue = []
    if (dropped > 0) onError(new Error(`The log was full: ${dropped} questions were not logged.`))
    dropped = 0
    writing = writing.then(async () => {
      if (entries.length === 0) return
      try {
        await insertQuestions(database.unrestricted, entries)
      } catch (error) {
        onError(error)
      }
    })
    return writing
  }

  /**
   * Stores a turn with its answer. A turn whose thread was deleted meanwhile is only counted. How it was understood is kept
   * only while the turns that this can quote are there.
   */
  const storeTurn = (turn: StartedTurn, entry: QuestionLogEntry) =>
    database.transaction(async (store) => {
      const isInThread = await completeTurn(store, turn, now())
      const { standaloneQuestion: _, ...trace } = entry.trace
      const stored = !isInThread || (await hasLostContext(store, turn)) ? { ...entry, trace } : entry
      await insertQuestions(store, [isInThread ? { ...stored, id: turn.id, askedAt: turn.askedAt, turn } : stored])
    })

  return {
    async record(caller, request, result, trace, turn) {
      const entry = { id: newId(), caller, request, result, trace, askedAt: now() }
      if (turn) return storeTurn(turn, entry)
      if (queue.length >= maxQueuedEntries) {
        dropped += 1
        return
      }
      queue.push(entry)
      if (isFromApp(caller)) return flush()
      timer ??= setTimeout(flush, questionFlushIntervalMs).unref()
    },
    flush,
  }
}

/** Deletes questions outside of conversations after their time, and those that were removed from one. */
export async function deleteExpiredQuestions(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - questionRetentionDays * dayMs)
  await sql`delete from question where asked_at < ${oldest} and thread_id is null`.execute(database.unrestricted)
}

function isFromApp(caller: Caller): boolean {
  return caller.credential.kind === 'session'
}

async function insertQuestions(store: Sql, entries: readonly QuestionLogEntry[]): Promise<void> {
  const keysOf = await resolveDocumentKeys(store, entries)
  const rows = entries.map((entry) => ({
    org_id: entry.caller.organizationId,
    id: entry.id,
    member_id: entry.caller.memberId,
    asked_at: entry.askedAt.toISOString(),
    channel: isFromApp(entry.caller) ? 'app' : 'api',
    question: entry.request.question,
    outcome: entry.result.sources.length > 0 ? 'answered' : 'refused',
    parent_id: entry.request.parentId ?? null,
    assistant_id: entry.request.assistantId ?? null,
    ...(keepsAnswer(entry) && { answer: entry.result.answer, sources: entry.result.sources }),
    document_keys: [...keysOf(entry), ...(entry.trace.uncitedDocuments ?? []).map((key) => [key])],
    trace: entry.trace,
    thread_id: entry.turn?.threadId ?? null,
    thread_position: entry.turn?.position ?? null,
    root_id: entry.request.rootId ?? null,
  }))
  // A member removed in the meantime leaves no question behind.
  await sql`
    insert into question (org_id, id, member_id, asked_at, channel, question, outcome, parent_id, assistant_id,
      answer, sources, document_keys, trace, thread_id, thread_position, root_id)
    select q.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (org_id text, id text, member_id text,
      asked_at timestamptz, channel text, question text, outcome text, parent_id text, assistant_id text,
      answer text, sources jsonb, document_keys jsonb, trace jsonb,
      thread_id text, thread_position integer, root_id text)
    where exists (select from member m where m.org_id = q.org_id and m.id = q.member_id)`.execute(store)
}

/** The answer is kept where it is shown again: in the history of the app and in threads. */
function keepsAnswer({ caller, turn }: QuestionLogEntry): boolean {
  return isFromApp(caller) || turn !== undefined
}

/** Returns a function that finds, for each source of an answer, the documents it can be among those the asker can see. */
async function resolveDocumentKeys(
  store: Sql,
  entries: readonly QuestionLogEntry[],
): Promise<(entry: QuestionLogEntry) => number[][]> {
  const cited = entries.flatMap(({ caller, result }) =>
    result.sources.map((source) => ({ organizationId: caller.organizationId, id: source.id })),
  )
  if (cited.length === 0) return (entry) => entry.result.sources.map(() => [])
  const { rows } = await sql<{
    org_id: string
    key: number
    id: string
    rootId: string | null
    isAttachment: boolean
    title: string
    url: string | null
    audience_id: number
  }>`
    select d.org_id, d.key, d.id, d.root_id as "rootId", d.is_attachment as "isAttachment", d.title, d.url, d.audience_id from document d
    where d.org_id = any(${[...new Set(cited.map((source) => source.organizationId))]}::text[])
      and d.id = any(${[...new Set(cited.map((source) => source.id))]}::text[])`.execute(store)
  return ({ caller, result }) =>
    result.sources.map((source) =>
      rows
        .filter(
          (row) =>
            row.org_id === caller.organizationId &&
            row.id === source.id &&
            cleanText(row.title) === source.title &&
            isUrlOfDocument(source.url, row) &&
            caller.audienceIds.includes(row.audience_id),
        )
        .map((row) => row.key),
    )
}
