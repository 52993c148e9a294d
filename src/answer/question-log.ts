import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import type { Database } from '../storage/database.ts'
import type { AnswerTrace } from './answer-trace.ts'

export interface QuestionLog {
  record(caller: Caller, request: AskRequest, result: AnswerResult, trace: AnswerTrace): Promise<void>
  /** Everything recorded so far is stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface QuestionLogEntry {
  id: string
  caller: Caller
  request: AskRequest
  result: AnswerResult
  trace: AnswerTrace
  askedAt: Date
}

const dayMs = 24 * 3600_000
const questionRetentionDays = 90
const questionFlushIntervalMs = 1000
const maxQueuedEntries = 10_000

/**
 * Writes down what was asked. Questions of the app are stored before the answer returns, since its history shows them
 * next; those of the API wait up to a second and are stored together, so that they cost the asker nothing. A crash may
 * lose that second of them.
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
  let waiting: QuestionLogEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let sweptAt = 0

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const entries = waiting
    waiting = []
    writing = writing.then(async () => {
      if (entries.length === 0) return
      try {
        await insertQuestions(database, entries)
        await sweep()
      } catch (error) {
        onError(error)
      }
    })
    return writing
  }

  const sweep = async () => {
    const at = now().getTime()
    if (at - sweptAt < 3600_000) return
    sweptAt = at
    await sql`delete from question where asked_at < ${new Date(at - questionRetentionDays * dayMs)}`.execute(
      database.unrestricted,
    )
  }

  return {
    async record(caller, request, result, trace) {
      if (waiting.length >= maxQueuedEntries) return
      waiting.push({ id: newId(), caller, request, result, trace, askedAt: now() })
      if (isFromApp(caller)) return flush()
      timer ??= setTimeout(flush, questionFlushIntervalMs).unref()
    },
    flush,
    close: flush,
  }
}

function isFromApp(caller: Caller): boolean {
  return caller.credential.kind === 'session'
}

async function insertQuestions(database: Database, entries: readonly QuestionLogEntry[]): Promise<void> {
  const keysOf = await resolveDocumentKeys(database, entries)
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
    answer: isFromApp(entry.caller) ? entry.result.answer : null,
    sources: isFromApp(entry.caller) ? entry.result.sources : null,
    document_keys: keysOf(entry),
    trace: entry.trace,
  }))
  // Somebody removed in the meantime leaves no question behind.
  await sql`
    insert into question (org_id, id, member_id, asked_at, channel, question, outcome, parent_id, assistant_id,
      answer, sources, document_keys, trace)
    select q.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (org_id text, id text, member_id text,
      asked_at timestamptz, channel text, question text, outcome text, parent_id text, assistant_id text,
      answer text, sources jsonb, document_keys jsonb, trace jsonb)
    where exists (select from member m where m.org_id = q.org_id and m.id = q.member_id)`.execute(
    database.unrestricted,
  )
}

/** For each source of an answer the documents that it may be, out of those that the asker may see. */
async function resolveDocumentKeys(
  database: Database,
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
    title: string
    url: string
    audience_id: number
  }>`
    select d.org_id, d.key, d.id, d.title, d.url, d.audience_id from document d
    where d.org_id = any(${[...new Set(cited.map((one) => one.organizationId))]}::text[])
      and d.id = any(${[...new Set(cited.map((one) => one.id))]}::text[])`.execute(database.unrestricted)
  return ({ caller, result }) =>
    result.sources.map((source) =>
      rows
        .filter(
          (row) =>
            row.org_id === caller.organizationId &&
            row.id === source.id &&
            row.title === source.title &&
            row.url === source.url &&
            caller.audienceIds.includes(row.audience_id),
        )
        .map((row) => row.key),
    )
}
