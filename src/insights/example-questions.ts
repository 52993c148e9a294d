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
 * A few questions to begin with, made from what the viewer may see. Each is looked for before it is offered: only one
 * whose own document comes up among the first is shown.
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
  const kept = new Map<string, { at: number; examples: Example[] }>()
  return {
    async list(caller) {
      const name = `${caller.organizationId}/${caller.memberId}/${caller.audienceIds.join(',')}`
      const known = kept.get(name)
      const isFresh =
        known && now().getTime() - known.at < cacheTtlMs && (await stillStand(caller, known.examples))
      if (isFresh) return questionTexts(known.examples)
      const examples = await make(caller)
      // An empty library is about to be filled: it is looked at again with the next visit.
      if (examples.length > 0) kept.set(name, { at: now().getTime(), examples })
      else kept.delete(name)
      if (kept.size > maxCacheEntries) kept.delete(kept.keys().next().value as string)
      return questionTexts(examples)
    },
  }

  /** A question is made of what its document says: deleted, closed or rewritten on any node, it is not asked any more. */
  async function stillStand(caller: Caller, examples: readonly Example[]): Promise<boolean> {
    const { rows } = await database.readAs(caller, (store) =>
      sql<{ standing: number }>`
        select count(*)::int as standing
        from unnest(${examples.map((one) => one.documentKey)}::bigint[],
          ${examples.map((one) => one.fingerprint)}::text[]) as asked (key, state)
        join document d on d.key = asked.key and ${documentFingerprint} = asked.state
        where ${visibleTo(caller, 'd')} and d.archived_at is null`.execute(store),
    )
    return rows[0]?.standing === examples.length
  }

  async function make(caller: Caller): Promise<Example[]> {
    const { rows } = await database.readAs(caller, (store) =>
      sql<PassageRow>`
        select c.document_key, ${documentFingerprint} as state, d.title, d.language, c.heading, c.body
        from document d join chunk c on ${visibleTo(caller, 'c')} and c.document_key = d.key
        where d.key in (
          select r.key from document r where ${visibleTo(caller, 'r')} and r.archived_at is null
          order by r.updated_at desc, r.key limit 40
        ) and ${visibleTo(caller, 'd')} and c.ordinal < 6
        order by d.updated_at desc, d.key, c.ordinal`.execute(store),
    )
    const states = new Map(rows.map((row) => [row.document_key, row.state]))
    const found: Example[] = []
    const used = new Set<number>()
    for (const candidate of generateCandidates(rows).slice(0, maxCandidatesChecked)) {
      if (found.length === exampleCount) break
      if (used.has(candidate.documentKey)) continue
      const { passages } = await retrieval.search(caller, { question: candidate.question, scope: {} })
      if (!passages.slice(0, 2).some((passage) => passage.documentKey === candidate.documentKey)) continue
      used.add(candidate.documentKey)
      found.push({ ...candidate, fingerprint: states.get(candidate.documentKey) ?? '' })
    }
    return found
  }
}

interface Example {
  documentKey: number
  /** What its document said then, in short. */
  fingerprint: string
  question: string
}

const documentFingerprint = sql<string>`md5(d.title || encode(d.content_hash, 'hex'))`

function questionTexts(examples: readonly Example[]): string[] {
  return examples.map((one) => one.question)
}

interface PassageRow {
  document_key: number
  state: string
  title: string
  language: string
  heading: string
  body: string
}

/** The best candidate of each document first, then their second ones: variety before quantity. */
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
    questions: [...new Set(own.sort((a, b) => a.rank - b.rank).map((one) => one.question))],
    rank: own[0]?.rank ?? 2,
  }))
  ranked.sort((a, b) => a.rank - b.rank)
  const most = Math.max(0, ...ranked.map((one) => one.questions.length))
  return Array.from({ length: Math.min(most, 3) }, (_, index) =>
    ranked.flatMap(({ documentKey, questions }) => {
      const question = questions[index]
      return question === undefined ? [] : [{ documentKey, question }]
    }),
  ).flat()
}
