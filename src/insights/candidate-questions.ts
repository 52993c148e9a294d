import { splitHeadingPath } from '../content/indexing/heading-path.ts'
import { splitSentences } from '../ingest/sentences.ts'
import { questionFromHeading, questionsFromSentence } from './question-generation.ts'

/** A passage to make questions from. */
export interface PassageRow {
  document_key: number
  title: string
  language: string
  heading: string
  body: string
}

/** A question, and the document that it was made from. */
export interface CandidateQuestion {
  documentKey: number
  question: string
}

/** Returns the best candidate of each document first, then the second ones. */
export function generateCandidates(rows: readonly PassageRow[]): CandidateQuestion[] {
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
