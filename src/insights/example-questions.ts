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
  const kept = new Map<string, { at: number; questions: string[] }>()
  return {
    async list(viewer) {
      const name = `${viewer.organizationId}/${viewer.memberId}/${viewer.audienceIds.join(',')}`
      const known = kept.get(name)
      if (known && now().getTime() - known.at < keptMs) return known.questions
      const questions = await make(viewer)
      // An empty library is about to be filled: it is looked at again with the next visit.
      if (questions.length > 0) kept.set(name, { at: now().getTime(), questions })
      if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
      return questions
    },
  }

  async function make(viewer: Viewer): Promise<string[]> {
    const { rows } = await database.readAs(viewer, (store) =>
      sql<PassageRow>`
        select c.document_key, d.title, d.language, c.heading, c.body
        from document d join chunk c on ${visibleTo(viewer, 'c')} and c.document_key = d.key
        where d.key in (
          select r.key from document r where ${visibleTo(viewer, 'r')} and r.archived_at is null
          order by r.updated_at desc, r.key limit 40
        ) and ${visibleTo(viewer, 'd')} and c.ordinal < 6
        order by d.updated_at desc, d.key, c.ordinal`.execute(store),
    )
    const found: string[] = []
    const used = new Set<number>()
    for (const candidate of candidatesOf(rows).slice(0, mostChecked)) {
      if (found.length === wanted) break
      if (used.has(candidate.documentKey)) continue
      const passages = await retrieval.search(viewer, { question: candidate.question, scope: {} })
      if (!passages.slice(0, 2).some((passage) => passage.documentKey === candidate.documentKey)) continue
      used.add(candidate.documentKey)
      found.push(candidate.question)
    }
    return found
  }
}

interface PassageRow {
  document_key: number
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
