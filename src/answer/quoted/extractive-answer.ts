import type { RetrievalResult } from '../../search/retrieval.ts'
import type { CitedText } from '../citations.ts'
import { isUnanswerable } from '../reading/answerability.ts'
import { analyzeQuestion, questionCoverage, type ScoredSentence, scoreSentences } from '../reading/sentence-scoring.ts'
import { jaccardSimilarity } from '../set-similarity.ts'
import { isLessTrustedRival, preferTrusted } from '../trust.ts'
import { type AnswerUnit, isListPart, isSamePlace } from './answer-units.ts'
import { withCase } from './case-question.ts'
import { expandCode } from './expand-code.ts'
import { findListStart } from './expand-list.ts'
import { quoteUnits } from './quote-units.ts'
import { sectionUnits } from './split-units.ts'

const maxQuotedWords = 60
/** Minimum score of a further sentence, relative to the best one. */
const minScoreRatio = 0.8
/** Minimum score of a rival in a more trusted document, relative to the best sentence. */
const minRivalScoreRatio = 0.8

/** Returns the sentences that answer the question, or none if the passages cover too little of it. */
export function extractAnswer(question: string, findings: RetrievalResult): CitedText[] {
  const analyzed = analyzeQuestion(question, findings)
  if (analyzed.stems.length === 0) return []
  const scored = scoreSentences(analyzed, findings.passages)
  const first = preferTrusted(scored, (best) => minRivalScoreRatio * best.score)
  if (!first || isUnanswerable(analyzed, first, findings.passages)) return []
  const chosen = [first]
  let words = first.wordCount
  for (const sentence of scored) {
    if (sentence.score < minScoreRatio * first.score) break
    if (sentence === first || sentence.wordCount < 3 || words + sentence.wordCount > maxQuotedWords) continue
    if (chosen.some((other) => isNearDuplicate(other, sentence) || isLessTrustedRival(other, sentence))) continue
    if (
      isSiblingTableRow(first, sentence) &&
      questionCoverage(analyzed, sentence.terms) < questionCoverage(analyzed, first.terms)
    )
      continue
    chosen.push(sentence)
    words += sentence.wordCount
  }
  const units = chosen
    .sort((a, b) => a.passageRank - b.passageRank || a.position - b.position)
    .map((sentence) => ({ sentence, quoted: withList(sentence, maxQuotedWords - words) }))
    // A further line that announces something says nothing without it.
    .filter(({ sentence, quoted }) => sentence === first || quoted.length > 1 || quoted[0]?.kind !== 'lead-in')
    .flatMap(({ quoted }) => quoted)
  const isFirst = (unit: AnswerUnit, index: number) => units.findIndex((other) => isSamePlace(other, unit)) === index
  return quoteUnits(units.filter(isFirst))
}

/** Tells whether both are rows of the same table: of those, only the one the question names is an answer. */
function isSiblingTableRow(a: ScoredSentence, b: ScoredSentence): boolean {
  const columns = (text: string) => [...text.matchAll(/(?:^|; )([^:;]{1,80}): /g)].map((match) => match[1]).join('; ')
  return columns(a.text) !== '' && columns(a.text) === columns(b.text)
}

function isNearDuplicate(a: ScoredSentence, b: ScoredSentence): boolean {
  return jaccardSimilarity(a.terms, b.terms) >= 0.8
}

/**
 * Returns the sentence after the question that tells its case; a line above a list with the items that fit, an item after the
 * line and the items above it.
 */
function withList({ passage, passageRank, position }: ScoredSentence, roomWords: number): AnswerUnit[] {
  const units = sectionUnits([passage], passageRank)
  const [unit, ...next] = units.slice(position)
  const isFragment = unit?.kind === 'item' && !/[.!?。！？]["”’)]*$/.test(unit.text)
  if (unit?.kind === 'item') {
    const children = isFragment ? fitting(next, roomWords, ({ above }) => above.includes(unit.position)) : []
    return [...aboveItem(units, position), unit, ...children]
  }
  if (unit?.kind === 'code') return expandCode(units, position)
  if (unit?.kind !== 'lead-in') return unit ? withCase(units, [unit]) : []
  if (next[0]?.kind === 'code') return expandCode(units, position + 1)
  return [unit, ...fitting(next, roomWords, isListPart)]
}

/** Returns the first units that the test accepts, as far as there is room. */
function fitting(
  units: readonly AnswerUnit[],
  roomWords: number,
  accepts: (unit: AnswerUnit) => boolean,
): AnswerUnit[] {
  let room = Math.max(roomWords, 0) + 40
  const end = units.findIndex((unit) => {
    room -= unit.words
    return !accepts(unit) || room < 0
  })
  return units.slice(0, end < 0 ? units.length : end)
}

/** Returns the line above the list, if it announces one, and the items that an item is nested in. */
function aboveItem(units: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const first = findListStart(units, at)
  const leadIn = units[first - 1]
  const parents = units.slice(first, at).filter(({ position }) => units[at]!.above.includes(position))
  return leadIn?.kind === 'lead-in' ? [leadIn, ...parents] : parents
}
