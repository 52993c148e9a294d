import { analyze } from '../ingest/analyze.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { Passage } from '../retrieval/search.ts'
import type { CitedText } from './citations.ts'

const leastCoverage = 0.5
const mostSentences = 3

/** The sentences that answer, quoted; none when the passages cover too little of what was asked. */
export function extractAnswer(question: string, passages: readonly Passage[]): CitedText[] {
  const wanted = new Set(analyze(question))
  if (wanted.size === 0) return []
  const scored = passages.slice(0, 8).flatMap((passage, rank) =>
    splitSentences(passage.body).map((sentence) => {
      const has = new Set(analyze(sentence.text))
      const covered = [...wanted].filter((term) => has.has(term)).length / wanted.size
      return { text: sentence.text, passage, covered, score: covered - rank * 0.02 }
    }),
  )
  const best = scored.sort((a, b) => b.score - a.score)
  if ((best[0]?.covered ?? 0) < leastCoverage) return []
  return best
    .filter((sentence) => sentence.covered >= leastCoverage)
    .slice(0, mostSentences)
    .map(({ text, passage }) => ({ text, passages: [passage] }))
}
