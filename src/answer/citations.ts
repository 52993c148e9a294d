import type { AnswerResult } from '../contract/ask.ts'
import type { Source } from '../contract/source.ts'
import type { Candidate } from '../retrieval/candidates.ts'

/** A piece of the answer, and the passages that say it. */
export interface CitedText {
  text: string
  passages: Candidate[]
}

/**
 * Puts the answer together: each piece followed by the numbers of its sources. Sources are numbered in the order in
 * which they are first cited, one per document; there is no number without a source and no source without a number.
 */
export function cite(pieces: readonly CitedText[], separator = ' '): AnswerResult {
  const numbers = new Map<number, number>()
  const support = new Map<number, { candidate: Candidate; texts: string[] }>()
  const parts = pieces.map(({ text, passages }) => {
    const cited = passages.map((passage) => {
      const key = passage.documentKey
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
      const entry = support.get(key) ?? { candidate: passage, texts: [] }
      if (!entry.texts.includes(passage.body)) entry.texts.push(passage.body)
      support.set(key, entry)
      return numbers.get(key) as number
    })
    const marks = [...new Set(cited)].sort((a, b) => a - b).map((number) => `[${number}]`)
    return `${withoutMarks(text)} ${marks.join('')}`.trim()
  })
  const sources = [...support.values()].map(({ candidate, texts }) =>
    presentSource(candidate, texts.join('\n\n')),
  )
  return { answer: parts.join(separator), sources }
}

/** A quoted text may hold bracketed numbers of its own, which would read as ours: they become round. */
export function withoutMarks(text: string): string {
  return text.replace(/\[(\s*\d[\d\s,;–-]*)\]/g, '($1)')
}

function presentSource({ document }: Candidate, explanation: string): Source {
  return {
    id: document.id,
    title: document.title,
    url: document.url,
    updatedAt: document.updatedAt.toISOString(),
    explanation,
  }
}
