import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import { splitHeadingPath } from '../content/indexing/heading-path.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { Retrieval } from '../search/retrieval.ts'
import type { Database } from '../storage/database.ts'
import { questionFromHeading, questionsFromSentence } from './question-generation.ts'

export interface ExampleQuestions {
  list(caller: Caller): Promise<string[]>
}

const exampleCount = 4
const maxCandidatesChecked = 10
const cacheTtlMs = 10 * 60_000
const maxCacheEntries = 1000

/**
 * Suggests a few questions, generated from documents that the caller can see. Searches for each one first, and offers
 * only those that find their own document among the best.
 */
export function createExampleQuestions({
  database,
  retrieval,
  now,
}: {
  database: Database
  retrieval: Retrieval
  now: () => Date
}): ExampleQuestions {
  const cache = new Map<string, { at: number; examples: Example[] }>()
  return {
    async list(caller) {
      const cacheKey = `${caller.organizationId}/${caller.memberId}/${caller.audienceIds.join(',')}`
      const known = cache.get(cacheKey)
      const isFresh = known && now().getTime() - known.at < cacheTtlMs && (await areStillValid(caller, known.examples))
      if (isFresh) return questionTexts(known.examples)
      const examples = await generate(caller)
      // Without documents nothing is cached: they are about to be added.
      if (examples.length > 0) cache.set(cacheKey, { at: now().getTime(), examples })
      else cache.delete(cacheKey)
      if (cache.size > maxCacheEntries) cache.delete(cache.keys().next().value as string)
      return questionTexts(examples)
    },
  }

  /** Tells whether no document was deleted, hidden or changed since: its text is in the question. */
  async function areStillValid(caller: Caller, examples: readonly Example[]): Promise<boolean> {
    const { rows } = await database.readAs(caller, (store) =>
      sql<{ count: number }>`
        select count(*)::int as count
        from unnest(${examples.map((example) => example.documentKey)}::bigint[],
          ${examples.map((example) => example.fingerprint)}::text[]) as asked (key, state)
        join document d on d.key = asked.key and ${documentFingerprint} = asked.state
        where ${visibleTo(caller, 'd')} and d.archived_at is null`.execute(store),
    )
    return rows[0]?.count === examples.length
  }

  async function generate(caller: Caller): Promise<Example[]> {
    const { rows } = await database.readAs(caller, (store) =>
      sql<PassageRow>`
        select c.document_key, ${documentFingerprint} as state, d.title, d.language, c.heading, c.body
        from document d join chunk c on ${visibleTo(caller, 'c')} and c.document_key = d.key
        where d.key in (
          select r.key from document r
          where ${visibleTo(caller, 'r')} and r.archived_at is null and not r.is_attachment
          order by r.updated_at desc, r.key limit 40
        ) and ${visibleTo(caller, 'd')} and c.ordinal < 6
        order by d.updated_at desc, d.key, c.ordinal`.execute(store),
    )
    const fingerprints = new Map(rows.map((row) => [row.document_key, row.state]))
    const found: Example[] = []
    const used = new Set<number>()
    for (const candidate of generateCandidates(rows).slice(0, maxCandidatesChecked)) {
      if (found.length === exampleCount) break
      if (used.has(candidate.documentKey)) continue
      const { passages } = await retrieval.search(caller, { question: candidate.question, scope: {} })
      if (!passages.slice(0, 2).some((passage) => passage.documentKey === candidate.documentKey)) continue
      used.add(candidate.documentKey)
      found.push({ ...candidate, fingerprint: fingerprints.get(candidate.documentKey) ?? '' })
    }
    return found
  }
}

interface Example {
  documentKey: number
  /** Hash of its document. */
  fingerprint: string
  question: string
}

const documentFingerprint = sql<string>`md5(d.title || encode(d.content_hash, 'hex'))`

function questionTexts(examples: readonly Example[]): string[] {
  return examples.map((example) => example.question)
}

interface PassageRow {
  document_key: number
  state: string
  title: string
  language: string
  heading: string
  body: string
}

/** Returns the best candidate of each document first, then the second ones. */
function generateCandidates(rows: readonly PassageRow[]): { documentKey: number; question: string }[] {
  const byDocument = new Map<number, { question: string; rank: number }[]>()
  for (const row of rows) {
    const own = byDocument.get(row.document_key) ?? []
    byDocument.set(row.document_key, own)
    if (row.language === 'en') {
      for (const sentence of splitSentences(row.body))
        for (const question of questionsFromSentence(sentence.text)) own.push({ question, rank: 0 })
    }
    const heading = splitHeadingPath(row.heading).at(-1) ?? ''
    const question = questionFromHeading(heading, row.title, row.language)
    if (question !== undefined) own.push({ question, rank: 1 })
  }
  const ranked = [...byDocument].map(([documentKey, own]) => ({
    documentKey,
    questions: [...new Set(own.sort((a, b) => a.rank - b.rank).map(({ question }) => question))],
    rank: own[0]?.rank ?? 2,
  }))
  ranked.sort((a, b) => a.rank - b.rank)
  const maxQuestions = Math.max(0, ...ranked.map(({ questions }) => questions.length))
  return Array.from({ length: Math.min(maxQuestions, 3) }, (_, index) =>
    ranked.flatMap(({ documentKey, questions }) => {
      const question = questions[index]
      return question === undefined ? [] : [{ documentKey, question }]
    }),
  ).flat()
}
