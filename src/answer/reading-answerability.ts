import type { AnswerUnit } from './answer-units.ts'
import { logSumExp } from './log-sum-exp.ts'
import type { ReadPassage } from './read-passages.ts'

/**
 * A logistic model of what the reader and retrieval think of the best unit, fitted on questions with and without an answer
 * over handbooks, documentation, HR pages and encyclopedia articles together (docs/quality.md names the sets and the
 * refusal rates). No feature depends on the size of the store.
 */
const model = {
  bestAnswers: 0.153,
  answers: 0.174,
  spanMargin: 0.052,
  relevanceShare: 0.393,
  sentenceSimilarity: 1.554,
  passageSimilarity: 0.833,
  coverage: -1.452,
  bias: -0.663,
}
const minScore = -1
/** Used without an embedding: the middle of the range. */
const neutralSimilarity = 0.55

/** Tells whether the best unit answers the question, or the notes don't say. */
export function isAnswered(best: AnswerUnit, read: readonly ReadPassage[]): boolean {
  const own = read[best.rank]
  return own !== undefined && answerabilityScore(best, own, read) >= minScore
}

function answerabilityScore(best: AnswerUnit, { reading, passage }: ReadPassage, read: readonly ReadPassage[]): number {
  const readings = read.map((other) => other.reading)
  return (
    model.bias +
    model.bestAnswers * Math.max(...readings.map(({ answers }) => answers)) +
    model.answers * reading.answers +
    model.spanMargin * Math.max(reading.spanMargin, minSpanMargin) +
    model.relevanceShare * (reading.relevance - logSumExp(readings.map(({ relevance }) => relevance))) +
    model.sentenceSimilarity * (best.similarity ?? neutralSimilarity) +
    model.passageSimilarity * (passage.similarity ?? neutralSimilarity) +
    model.coverage * best.coverage
  )
}

/** Of a passage without a short answer. */
const minSpanMargin = -20
