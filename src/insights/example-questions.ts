import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { Retrieval } from '../retrieval/search.ts'
import type { Database } from '../storage/database.ts'
import { questionFromHeading, questionsFromSentence } from './question-writing.ts'

export interface ExampleQuestions {
  list(viewer: Viewer): Promise<string[]>
}

const wanted = 4
const mostChecked = 10
const keptMs = 10 * 60_000
const mostKept = 1000

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
    async list(viewer) {
      const name = `${viewer.organizationId}/${viewer.memberId}/${viewer.audienceIds.join(',')}`
      const known = kept.get(name)
      const isFresh =
        known && now().getTime() - known.at < keptMs && (await stillStand(viewer, known.examples))
      if (isFresh) return questionsOf(known.examples)
      const examples = await make(viewer)
      // An empty library is about to be filled: it is looked at again with the next visit.
      if (examples.length > 0) kept.set(name, { at: now().getTime(), examples })
      else kept.delete(name)
      if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
      return questionsOf(examples)
    },
  }

  /** A question is made of what its document says: deleted, closed or rewritten on any node, it is not asked any more. */
  async function stillStand(viewer: Viewer, examples: readonly Example[]): Promise<boolean> {
    const { rows } = await database.readAs(viewer, (store) =>
      sql<{ standing: number }>`
        select count(*)::int as standing
        from unnest(${examples.map((one) => one.documentKey)}::bigint[],
          ${examples.map((one) => one.state)}::text[]) as asked (key, state)
        join document d on d.key = asked.key and ${stateOf} = asked.state
        where ${visibleTo(viewer, 'd')} and d.archived_at is null`.execute(store),
    )
    return rows[0]?.standing === examples.length
  }

  async function make(viewer: Viewer): Promise<Example[]> {
    const { rows } = await database.readAs(viewer, (store) =>
      sql<PassageRow>`
        select c.document_key, ${stateOf} as state, d.title, d.language, c.heading, c.body
        from document d join chunk c on ${visibleTo(viewer, 'c')} and c.document_key = d.key
        where d.key in (
          select r.key from document r where ${visibleTo(viewer, 'r')} and r.archived_at is null
          order by r.updated_at desc, r.key limit 40
        ) and ${visibleTo(viewer, 'd')} and c.ordinal < 6
        order by d.updated_at desc, d.key, c.ordinal`.execute(store),
    )
    const states = new Map(rows.map((row) => [row.document_key, row.state]))
    const found: Example[] = []
    const used = new Set<number>()
    for (const candidate of candidatesOf(rows).slice(0, mostChecked)) {
      if (found.length === wanted) break
      if (used.has(candidate.documentKey)) continue
      const passages = await retrieval.search(viewer, { question: candidate.question, scope: {} })
      if (!passages.slice(0, 2).some((passage) => passage.documentKey === candidate.documentKey)) continue
      used.add(candidate.documentKey)
      found.push({ ...candidate, state: states.get(candidate.documentKey) ?? '' })
    }
    return found
  }
}

interface Example {
  documentKey: number
  /** What its document said then, in short. */
  state: string
  question: string
}

const stateOf = sql<string>`md5(d.title || encode(d.content_hash, 'hex'))`

function questionsOf(examples: readonly Example[]): string[] {
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
function candidatesOf(rows: readonly PassageRow[]): { documentKey: number; question: string }[] {
  const byDocument = new Map<number, { question: string; rank: number }[]>()
  for (const row of rows) {
    const own = byDocument.get(row.document_key) ?? []
    byDocument.set(row.document_key, own)
    if (row.language === 'en') {
      for (const sentence of splitSentences(row.body))
        for (const question of questionsFromSentence(sentence.text)) own.push({ question, rank: 0 })
    }
    const heading = row.heading.split(' › ').at(-1) ?? ''
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
