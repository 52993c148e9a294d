import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { AnswerTrace, TracedSection } from '../answer/answer-trace.ts'
import { questionRetentionDays } from '../answer/question-log.ts'
import type { answerTrace, tracedAnswer, tracedAnswers } from '../contract/answer-traces.ts'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { PassagePages } from '../ingest/passage-pages.ts'
import { locateDocuments } from '../search/document-locations.ts'
import type { Database } from '../storage/database.ts'
import { isAfterCursor, toPage } from '../storage/newest-first.ts'

export type AnswerTraceBody = z.infer<typeof answerTrace>

export interface AnswerTraces {
  list(caller: Caller, query: { cursor?: string | undefined }): Promise<z.infer<typeof tracedAnswers>>
  read(caller: Caller, id: string): Promise<AnswerTraceBody>
}

interface Row {
  id: string
  member_id: string
  question: string
  asked_at: Date
  outcome: 'answered' | 'refused'
  channel: 'app' | 'api'
  trace: AnswerTrace
}

interface TurnRow extends Row {
  thread_id: string | null
  thread_position: number | null
}

const pageSize = 30

/**
 * Shows admins how answers were found. Passages of documents that the admin cannot see are only counted. Words of earlier
 * answers are shown only to the asker, while they can see all sources of these answers. Questions that a member removed
 * from their history are left out.
 */
export function createAnswerTraces({ database, now }: { database: Database; now: () => Date }): AnswerTraces {
  // Turns of conversations stay longer, for their owners.
  const isKept = () =>
    sql`q.trace is not null and q.hidden_at is null and q.asked_at > ${new Date(now().getTime() - questionRetentionDays * dayMs)}`

  return {
    async list(caller, { cursor }) {
      const { rows } = await sql<Row>`
        select q.id, q.member_id, q.question, q.asked_at, q.outcome, q.channel, q.trace from question q
        where q.org_id = ${caller.organizationId} and ${isKept()}
          and ${isAfterCursor(cursor, { at: 'q.asked_at', id: 'q.id' })}
        order by q.asked_at desc, q.id desc limit ${pageSize + 1}`.execute(database.unrestricted)
      const { page, nextCursor } = toPage(rows, pageSize, (row) => row.asked_at)
      return { answers: page.map(presentTracedAnswer), nextCursor }
    },

    async read(caller, id) {
      const { rows } = await sql<TurnRow>`
        select q.id, q.member_id, q.question, q.asked_at, q.outcome, q.channel, q.trace, q.thread_id, q.thread_position
        from question q
        where q.org_id = ${caller.organizationId} and q.id = ${id} and ${isKept()}`.execute(database.unrestricted)
      const [row] = rows
      if (!row) throw new AppError('not-found', 'There is no trace of this answer.')
      const { passages } = row.trace
      const isAsker = row.member_id === caller.memberId
      const quoted = row.trace.quotesAnswers && isAsker ? await findEarlierSources(database, caller, row) : undefined
      const { locations, texts } = await database.readAs(caller, async (store) => {
        const keys = [...passages.map(({ documentKey }) => documentKey), ...(quoted?.flat() ?? [])]
        const found = await sql<{ key: number; heading: string; body: string; pages: PassagePages | null }>`
          select c.key, c.heading, c.body, c.pages from chunk c
          where ${visibleTo(caller, 'c')} and c.key = any(${passages.map(({ chunkKey }) => chunkKey)}::bigint[])`.execute(
          store,
        )
        return {
          locations: await locateDocuments(store, caller, [...new Set(keys)]),
          texts: new Map(found.rows.map((text) => [text.key, text])),
        }
      })
      const visible = passages.flatMap((passage, index) => {
        const location = locations.get(passage.documentKey)
        if (!location) return []
        const text = texts.get(passage.chunkKey)
        const page = text?.pages?.[0]?.[1]
        return [
          {
            rank: index + 1,
            documentId: String(location.key),
            kind: location.kind,
            id: location.id,
            title: location.title,
            path: location.path,
            heading: text?.heading ?? '',
            ...(page !== undefined && { page }),
            text: text?.body ?? null,
            score: passage.score,
            similarity: passage.similarity,
            relevance: passage.relevance ?? null,
            answers: passage.answers ?? null,
            fate: passage.fate,
          },
        ]
      })
      const hidden = passages.length - visible.length
      const canSeeQuoted = quoted?.every((keys) => keys.length > 0 && keys.every((key) => locations.has(key))) ?? false
      const showsWords = !row.trace.quotesAnswers || canSeeQuoted
      const { standaloneQuestion = null, searches, sections } = row.trace
      const { reason, model, hasModelFailed, sentencesDropped, retrievalMs, totalMs, found } = row.trace
      return {
        ...presentTracedAnswer(row),
        standaloneQuestion: showsWords ? standaloneQuestion : null,
        reason,
        model,
        hasModelFailed,
        sentencesDropped,
        retrievalMs,
        totalMs,
        found,
        ...(showsWords && searches && { searches }),
        ...(showsWords && sections && { sections: isAsker && hidden === 0 ? sections : withoutSearches(sections) }),
        passages: visible,
        hidden,
      }
    },
  }
}

/**
 * Returns the documents of the answers that a turn can quote, by source: those of all turns before it. Undefined if one of
 * these turns is gone, so that nobody can tell any more who can see its documents.
 */
async function findEarlierSources(
  database: Database,
  { organizationId }: Caller,
  { thread_id: threadId, thread_position: position }: TurnRow,
): Promise<number[][] | undefined> {
  if (threadId === null || position === null) return undefined
  const { rows } = await sql<{ position: number; documentKeys: number[][] }>`
    select thread_position as position, document_keys as "documentKeys" from question
      where org_id = ${organizationId} and thread_id = ${threadId} and thread_position < ${position}
    union all
    select position, '[]'::jsonb from unanswered_turn
      where org_id = ${organizationId} and thread_id = ${threadId} and position < ${position}`.execute(
    database.unrestricted,
  )
  const isComplete = new Set(rows.map((row) => row.position)).size === position - 1
  return isComplete ? rows.flatMap(({ documentKeys }) => documentKeys) : undefined
}

/** Leaves out the further searches of a report: the model wrote them after it had read passages. */
function withoutSearches(sections: readonly TracedSection[]): AnswerTraceBody['sections'] {
  return sections.map(({ title, question, outcome }) => ({ title, question, outcome }))
}

function presentTracedAnswer(row: Row): z.infer<typeof tracedAnswer> {
  return {
    id: row.id,
    question: row.question,
    askedAt: row.asked_at.toISOString(),
    outcome: row.outcome,
    channel: row.channel,
    mode: row.trace.mode,
  }
}
