import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { AnswerTrace } from '../answer/answer-trace.ts'
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

const pageSize = 30

/**
 * Shows admins how answers were found. Passages of documents that the admin cannot see are only counted. Questions that
 * a member removed from their history are left out.
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
      const { rows } = await sql<Row>`
        select q.id, q.member_id, q.question, q.asked_at, q.outcome, q.channel, q.trace from question q
        where q.org_id = ${caller.organizationId} and q.id = ${id} and ${isKept()}`.execute(database.unrestricted)
      const [row] = rows
      if (!row) throw new AppError('not-found', 'There is no trace of this answer.')
      const { passages } = row.trace
      const { locations, texts } = await database.readAs(caller, async (store) => {
        const keys = passages.map(({ documentKey }) => documentKey)
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
      const { reason, model, hasModelFailed, sentencesDropped, retrievalMs, totalMs, found } = row.trace
      return {
        ...presentTracedAnswer(row),
        standaloneQuestion: standaloneQuestionFor(caller, row),
        reason,
        model,
        hasModelFailed,
        sentencesDropped,
        retrievalMs,
        totalMs,
        found,
        ...searchesFor(caller, row),
        ...sectionsFor(caller, row),
        passages: visible,
        hidden: passages.length - visible.length,
      }
    },
  }
}

/** Hides a question with words of earlier answers from others than the asker: the documents behind them may be closed to others. */
function standaloneQuestionFor(caller: Caller, row: Row): string | null {
  return isHiddenFrom(caller, row) ? null : (row.trace.standaloneQuestion ?? null)
}

/** Hides the searches of such a question, too: they repeat its words. */
function searchesFor(caller: Caller, row: Row): { searches?: string[] } {
  const { searches } = row.trace
  return searches && !isHiddenFrom(caller, row) ? { searches } : {}
}

/** Shows the further searches of a report only to its asker: the model wrote them after it had read passages. */
function sectionsFor(caller: Caller, row: Row): Pick<AnswerTraceBody, 'sections'> {
  const { sections } = row.trace
  if (!sections || isHiddenFrom(caller, row)) return {}
  if (row.member_id === caller.memberId) return { sections }
  return { sections: sections.map(({ title, question, outcome }) => ({ title, question, outcome })) }
}

function isHiddenFrom({ memberId }: Caller, { member_id, trace }: Row): boolean {
  return trace.quotesAnswers === true && member_id !== memberId
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
