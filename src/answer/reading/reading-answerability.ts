import { otherReaderLanguages } from '../../models/reader.ts'
import type { AnswerUnit } from '../quoted/answer-units.ts'
import { logSumExp } from './log-sum-exp.ts'
import type { ReadPassage } from './read-passages.ts'

/**
 * A logistic model of what the reader and retrieval think of the best unit, fitted on questions with and without an answer
 * over public and invented handbooks, documentation, HR pages and encyclopedia articles together (docs/quality.md names the
 * sets and the refusal rates). No feature depends on the size of the store. Coverage counts against an answer: the other
 * features all reward shared words, and it corrects for questions that only sound like the notes. The weights from
 * `missingNames` on were chosen beside the fitted ones: too few questions have these features.
 */
const model = {
  bestAnswers: 0.253,
  answers: 0.149,
  spanMargin: 0.024,
  relevanceShare: 0.231,
  similarity: 0.883,
  retrieval: 0.785,
  coverage: -1.287,
  highCoverage: 0,
  missingShare: -1.959,
  missingNames: -1.75,
  rangeMatch: 2.5,
  namedRow: 1,
  askedCell: 2.5,
  otherCode: -4,
  bias: 0.132,
}

/**
 * The same for passages in other languages, on the same scale: what their reader thinks counts more. Coverage counts for an answer, and high
 * coverage even more: on handbooks in German, French and Spanish few passages have it, and encyclopedia articles with it answer.
 */
const otherLanguagesModel = {
  ...model,
  bestAnswers: 0.43,
  answers: 0.15,
  spanMargin: 0.05,
  relevanceShare: 0,
  similarity: 0.43,
  retrieval: 0,
  coverage: 1.75,
  highCoverage: 6,
  missingShare: 0,
  missingNames: -1,
  namedRow: 0,
  askedCell: 0.5,
  bias: -0.22,
}
/**
 * The same for a question that was translated word by word, on the same scale, fitted on questions in German, French and Spanish
 * about English handbooks (docs/quality.md). The English reader is less sure of such a question, and a word that it lacks shows a gap
 * of the dictionary as often as one of the notes.
 */
const translatedModel = {
  ...model,
  bestAnswers: 0.2,
  answers: 0.2,
  spanMargin: 0.1,
  relevanceShare: 0.25,
  similarity: 0,
  retrieval: 0.6,
  coverage: 0.8,
  missingShare: 0,
  missingNames: -1,
  bias: 0.2,
}
/** From this on a question is answered. */
export const answeredScore = -1.3
/** Above this a question is surely answered: no other way to understand it is tried. */
export const sureScore = 0
/** Below this a row shares only its name with the question: "Groningen" of "How long is parental leave in Groningen?". */
const minRowCoverage = 0.4
/** Used without an embedding: the middle of the range. */
const neutralSimilarity = 0.55

/** Tells whether the best unit answers the question, or the notes don't say. */
export function isAnswered(best: AnswerUnit, read: readonly ReadPassage[]): boolean {
  return answerabilityScore(best, read) >= answeredScore
}

/** Returns how sure it is that the best unit answers the question: the logarithm of the odds, up to a constant. */
export function answerabilityScore(best: AnswerUnit, read: readonly ReadPassage[]): number {
  const own = read[best.rank]
  if (!own) return Number.NEGATIVE_INFINITY
  const { reading, passage } = own
  const readings = read.map((other) => other.reading)
  const weights = weightsFor(own)
  return (
    weights.bias +
    weights.bestAnswers * Math.max(...readings.map(({ answers }) => answers)) +
    weights.answers * reading.answers +
    weights.spanMargin * Math.max(reading.spanMargin, minSpanMargin) +
    weights.relevanceShare * (reading.relevance - logSumExp(readings.map(({ relevance }) => relevance))) +
    weights.similarity * (best.similarity ?? neutralSimilarity) +
    weights.retrieval * passage.score +
    weights.coverage * best.coverage +
    weights.highCoverage * Math.max(0, best.coverage - highCoverage) +
    weights.missingShare * best.missingShare +
    weights.missingNames * best.missingNames +
    (best.isRangeMatch ? weights.rangeMatch : 0) +
    (best.isNamedRow && best.coverage >= minRowCoverage ? weights.namedRow : 0) +
    (best.hasAskedCell && !best.isOtherCode ? weights.askedCell : 0) +
    (best.isOtherCode ? weights.otherCode : 0)
  )
}

function weightsFor({ passage, isOfTranslation }: ReadPassage): typeof model {
  if (isOfTranslation) return translatedModel
  return otherReaderLanguages.includes(passage.document.language) ? otherLanguagesModel : model
}

/** Share of the question's weight above which coverage is high. */
const highCoverage = 0.6
/** Of a passage without a short answer. */
const minSpanMargin = -20
