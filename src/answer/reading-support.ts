import { analyze } from '../ingest/analyze.ts'
import type { RetrievalResult } from '../search/retrieval.ts'
import { bestUnit } from './answer-units.ts'
import { extractAnswer } from './extractive-answer.ts'
import type { ReadPassage } from './read-passages.ts'
import { answerabilityScore } from './reading-answerability.ts'

/** How well the notes support an answer to a question. */
export interface Support {
  /** Above 0: they rather answer it. */
  score: number
  /** The sentence that answers, with its title and headings. */
  evidence: string
}

/** Above this a question is answered; a second way to understand it isn't tried. */
const sureScore = 0
/** How much better supported the second way must be. */
const minGain = 0.5

/** Returns what the reader thinks of the best sentence; without a reader, whether words alone find an answer. */
export function measureSupport(
  question: string,
  findings: RetrievalResult & { read: readonly ReadPassage[] | undefined },
): Support {
  const { read } = findings
  if (!read) {
    const [first] = extractAnswer(question, findings)
    if (!first) return noSupport
    return { score: sureScore, evidence: withContext(first.text, first.passages[0]!) }
  }
  const best = bestUnit(read)
  if (!best) return noSupport
  return { score: answerabilityScore(best, read), evidence: withContext(best.text, best.passage) }
}

const noSupport: Support = { score: Number.NEGATIVE_INFINITY, evidence: '' }

function withContext(
  text: string,
  { document, heading }: ReadPassage['passage'] | { document: { title: string }; heading: string },
): string {
  return [document.title, heading, text].join('\n')
}

export function isSure({ score }: Support): boolean {
  return score >= sureScore
}

/**
 * Tells whether the second way to understand a question is better supported. Its evidence must contain a word that was
 * typed: otherwise it answers the earlier question again.
 */
export function isBetterSupported(typed: string, second: Support, first: Support): boolean {
  if (second.score < first.score + minGain) return false
  const terms = new Set(analyze(second.evidence))
  return analyze(typed).some((term) => terms.has(term))
}
