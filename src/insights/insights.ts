import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { InsightsBody } from '../contract/history.ts'
import { dayMs } from '../durations.ts'
import { type DocumentLocation, locateDocuments } from '../search/document-locations.ts'
import type { Database } from '../storage/database.ts'
import { isNote } from '../storage/is-note.ts'
import { findContradictions } from './contradictions.ts'
import { isNoise } from './question-noise.ts'
import { groupByTopic } from './question-topics.ts'

export interface Insights {
  read(caller: Caller, days: number): Promise<InsightsBody>
}

const maxSources = 12
const maxUnanswered = 500
const maxTopics = 20
const staleAfterDays = 365
const maxPassagesCompared = 1500
const maxContradictions = 20

/**
 * Reports an organization's questions to its admins. They see all questions, which show what to write next, but only the
 * cited documents that they can see themselves.
 */
export function createInsights({ database, now }: { database: Database; now: () => Date }): Insights {
  return {
    async read(caller, days) {
      const today = Date.parse(now().toISOString().slice(0, 10))
      const since = new Date(today - (days - 1) * dayMs)
      const inPeriod = sql`q.org_id = ${caller.organizationId} and q.asked_at >= ${since}`
      const { rows: counts } = await sql<DayRow>`
        select to_char(q.asked_at at time zone 'UTC', 'YYYY-MM-DD') as date,
          count(*) filter (where q.outcome = 'answered') as answered,
          count(*) filter (where q.outcome = 'refused') as refused,
          count(*) filter (where q.rating = 'up') as liked,
          count(*) filter (where q.rating = 'down') as disliked,
          count(*) filter (where q.channel = 'api') as through_api,
          array_agg(distinct q.member_id) as people
        from question q where ${inPeriod} group by 1`.execute(database.unrestricted)
      const { rows: cited } = await sql<{ key: number; answers: number }>`
        select (k.key #>> '{}')::bigint as key, count(*) as answers
        from question q, jsonb_array_elements(q.document_keys) with ordinality s (keys, number), jsonb_array_elements(s.keys) k (key)
        where ${inPeriod}
          -- The last ones are not cited.
          and s.number <= jsonb_array_length(q.document_keys) - jsonb_array_length(coalesce(q.trace->'uncitedDocuments', '[]'))
        group by 1 order by 2 desc, 1`.execute(database.unrestricted)
      const { rows: unanswered } = await sql<{ text: string; count: number; last: Date }>`
        select min(q.question) as text, count(*) as count, max(q.asked_at) as last
        from question q where ${inPeriod} and q.outcome = 'refused'
        group by lower(q.question) order by 2 desc, 3 desc limit ${maxUnanswered}`.execute(database.unrestricted)
      const { rows: disliked } = await sql<{ question: string; reason: string | null; asked_at: Date }>`
        select q.question, q.rating_reason as reason, q.asked_at from question q
        where ${inPeriod} and q.rating = 'down' order by q.asked_at desc limit 50`.execute(database.unrestricted)
      const gaps = unanswered.filter(({ text }) => !isNoise(text))
      const answersByKey = new Map(cited.map((row) => [row.key, row.answers]))
      const { locations, stale } = await database.readAs(caller, async (store) => ({
        locations: await locateDocuments(store, caller, [...answersByKey.keys()].slice(0, 2000)),
        stale: (
          await sql<StaleRow>`
          select d.key, d.id, d.title, d.updated_at, d.review_state, d.review_reason, d.review_until
          from document d
          where ${visibleTo(caller, 'd')} and ${isNote('d')} and d.archived_at is null and (
            d.review_state in ('Outdated', 'VerificationRequested')
            or (d.review_state = 'Verified' and d.review_until < ${now()})
            or (d.key = any(${[...answersByKey.keys()]}::bigint[]) and d.updated_at < ${new Date(now().getTime() - staleAfterDays * dayMs)})
          ) limit 200`.execute(store)
        ).rows,
      }))
      const contradicting = await contradictionsFor(caller)
      return {
        days: fillMissingDays(counts, since, days),
        totals: computeTotals(counts),
        sources: topSources(locations, answersByKey),
        unanswered: groupByTopic(
          gaps.map((row) => ({
            text: row.text,
            count: row.count,
            lastAskedAt: row.last.toISOString(),
          })),
        )
          .slice(0, maxTopics)
          .map((topic) => ({ ...topic, questions: topic.questions.slice(0, 20) })),
        ignoredQuestions: sumCounts(unanswered) - sumCounts(gaps),
        disliked: disliked.map((row) => ({
          question: row.question,
          reason: row.reason ?? '',
          askedAt: row.asked_at.toISOString(),
        })),
        stale: presentStale(stale, answersByKey, now()),
        contradicting,
      }
    },
  }

  /** Compares the most recently edited notes with numbers that the caller can see. */
  async function contradictionsFor(caller: Caller): Promise<InsightsBody['contradicting']> {
    const passages = await database.readAs(caller, async (store) => {
      const { rows } = await sql<NumericPassage>`
        select d.key as "documentKey", d.id, d.title, d.language, d.updated_at as "updatedAt", c.body
        from document d join chunk c on ${visibleTo(caller, 'c')} and c.document_key = d.key
        where ${visibleTo(caller, 'd')} and ${isNote('d')} and d.archived_at is null and c.body ~ '[0-9]'
        order by d.edited_at desc, d.key, c.ordinal limit ${maxPassagesCompared}`.execute(store)
      return rows
    })
    const notes = new Map(passages.map((passage) => [passage.documentKey, passage]))
    const pairs = (await findContradictions(passages)).map((pair) =>
      pair
        .flatMap(({ documentKey, text }) => {
          const note = notes.get(documentKey)
          return note ? { id: note.id, title: note.title, updatedAt: note.updatedAt, says: text } : []
        })
        .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime()),
    )
    return pairs
      .sort(([a], [b]) => (b?.updatedAt.getTime() ?? 0) - (a?.updatedAt.getTime() ?? 0))
      .slice(0, maxContradictions)
      .map((pair) => pair.map((note) => ({ ...note, updatedAt: note.updatedAt.toISOString() })))
  }
}

interface NumericPassage {
  documentKey: number
  id: string
  title: string
  language: string
  updatedAt: Date
  body: string
}

interface DayRow {
  date: string
  answered: number
  refused: number
  liked: number
  disliked: number
  through_api: number
  people: string[]
}

interface StaleRow {
  key: number
  id: string
  title: string
  updated_at: Date
  review_state: string | null
  review_reason: string | null
  review_until: Date | null
}

function sumCounts(rows: readonly { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0)
}

/** Adds days without questions, with zeros. */
function fillMissingDays(rows: readonly DayRow[], since: Date, days: number): InsightsBody['days'] {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(since.getTime() + index * dayMs).toISOString().slice(0, 10)
    const row = byDate.get(date)
    return {
      date,
      answered: row?.answered ?? 0,
      refused: row?.refused ?? 0,
      disliked: row?.disliked ?? 0,
      people: row?.people.length ?? 0,
    }
  })
}

function computeTotals(rows: readonly DayRow[]): InsightsBody['totals'] {
  const sum = (read: (row: DayRow) => number) => rows.reduce((total, row) => total + read(row), 0)
  return {
    questions: sum((row) => row.answered + row.refused),
    answered: sum((row) => row.answered),
    refused: sum((row) => row.refused),
    liked: sum((row) => row.liked),
    disliked: sum((row) => row.disliked),
    people: new Set(rows.flatMap((row) => row.people)).size,
    throughApi: sum((row) => row.through_api),
  }
}

function topSources(
  locations: ReadonlyMap<number, DocumentLocation>,
  answersByKey: ReadonlyMap<number, number>,
): InsightsBody['sources'] {
  return [...locations.values()]
    .map((location) => ({
      documentId: String(location.key),
      kind: location.kind,
      id: location.id,
      title: location.title,
      path: location.path,
      updatedAt: location.updatedAt.toISOString(),
      answers: answersByKey.get(location.key) ?? 0,
    }))
    .sort((a, b) => b.answers - a.answers || a.title.localeCompare(b.title))
    .slice(0, maxSources)
}

function presentStale(
  rows: readonly StaleRow[],
  answersByKey: ReadonlyMap<number, number>,
  at: Date,
): InsightsBody['stale'] {
  return rows
    .map((row) => ({
      id: row.id,
      title: row.title,
      updatedAt: row.updated_at.toISOString(),
      reason: staleReason(row, at),
      answers: answersByKey.get(row.key) ?? 0,
    }))
    .sort((a, b) => b.answers - a.answers || a.updatedAt.localeCompare(b.updatedAt))
    .slice(0, 30)
}

function staleReason(row: StaleRow, at: Date): string {
  if (row.review_state === 'Outdated') return row.review_reason ?? 'Flagged as outdated'
  if (row.review_state === 'VerificationRequested') return 'Verification requested'
  if (row.review_state === 'Verified' && row.review_until && row.review_until < at) return 'Verification expired'
  return 'Not updated for over a year, but still cited'
}
