import { stemsOf } from '../../ingest/analyze.ts'
import { anyNumberWord } from '../../ingest/number-words.ts'
import { nameCoverage, questionNames } from '../question/question-names.ts'
import { requestStems } from '../reading/sentence-scoring.ts'
import { countShared } from '../set-similarity.ts'
import type { AnswerUnit } from './answer-units.ts'

type Span = NonNullable<AnswerUnit['shortAnswer']>

/** Tells whether the short answer holds for another case than the one that is asked, which the unit tells as well. */
export function isOfAnotherCase(question: string, unit: AnswerUnit): boolean {
  return [lacksNames, hasRivalFigure, hasRivalRole, isForSomeOnly].some((isOther) => isOther(question, unit))
}

/** Tells whether another clause names what the question names: "six in Leipzig", not "two months". */
function lacksNames(question: string, { text, shortAnswer }: AnswerUnit): boolean {
  const names = questionNames(question)
  if (!shortAnswer || nameCoverage(names, text) === 0) return false
  return nameCoverage(names, clauseAround(text, shortAnswer)) === 0
}

/** Returns the text around a place up to the next commas or semicolons. */
function clauseAround(text: string, { start, end }: Span): string {
  const before = Math.max(text.lastIndexOf(', ', start), text.lastIndexOf('; ', start))
  const after = text.slice(end).search(/[,;] /)
  return text.slice(before + 1, after < 0 ? text.length : end + after)
}

/** "€1,000", "30 %" */
const amount = /[€$£¥]\s?\d[\d.,]*|(?<![\d.,])\d[\d.,]*\s?[€$£¥%]/g
/** "six days", "14 nights" */
const count = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:\d+|${anyNumberWord}) \p{L}+`, 'giu')

/**
 * Tells whether the short answer is one of several amounts, and the question says no more about it than about another one:
 * "€2,000 for an engineer, €1,000 for everyone else", where it asks for a designer. Or it is one of several
 * counts, and the question says more about another one, or the number of days where the question asks for nights.
 */
function hasRivalFigure(question: string, { text, shortAnswer, passage }: AnswerUnit): boolean {
  if (!shortAnswer) return false
  const asked = new Set(stemsOf(question))
  const sharedWith = (part: string) => countShared(asked, new Set(stemsOf(part, passage.document.language)))
  const sharedByClause = (span: Span) => sharedWith(clauseAround(text, span))
  const sharedByCount = ({ start, end }: Span) => sharedWith(text.slice(start, end))
  const counts = rivalsOf(shortAnswer, text, count)
  return (
    rivalsOf(shortAnswer, text, amount).some((rival) => sharedByClause(rival) >= sharedByClause(shortAnswer)) ||
    counts.some((rival) => sharedByClause(rival) > sharedByClause(shortAnswer)) ||
    (sharedByCount(shortAnswer) === 0 && counts.some((rival) => sharedByCount(rival) > 0))
  )
}

const restOfPeople = /\b(?:everyone|everybody|anyone|anybody|all|the) (?:else|others?)\b/i

/** Tells whether the short answer holds for some and the rest follows: "Designers get a tablet, everyone else a laptop." */
function isForSomeOnly(question: string, { text, shortAnswer, passage }: AnswerUnit): boolean {
  if (!shortAnswer || !restOfPeople.test(text.slice(shortAnswer.end))) return false
  const asked = new Set(stemsOf(question).filter((stem) => !requestStems.has(stem)))
  return countShared(asked, new Set(stemsOf(clauseAround(text, shortAnswer), passage.document.language))) === 0
}

const role = /\(([^()]{1,80})\)/g

/** Tells whether the question is about the one beside: "Tell Mrs Okafor (designated lead) or Mr Lind (deputy)." */
function hasRivalRole(question: string, { text, shortAnswer, passage }: AnswerUnit): boolean {
  if (!shortAnswer) return false
  const roles = [...text.matchAll(role)]
  const isOwn = ({ index }: { index: number }) => index >= shortAnswer.start && index - shortAnswer.end <= 1
  const asked = new Set(stemsOf(question))
  const sharedWith = ([, words = '']: RegExpMatchArray) =>
    countShared(asked, new Set(stemsOf(words, passage.document.language)))
  const own = roles.filter(isOwn)
  const best = Math.max(0, ...own.map(sharedWith))
  return own.length > 0 && roles.some((other) => !isOwn(other) && sharedWith(other) > best)
}

/** More figures are a list without line breaks, slow to compare. */
const maxFigures = 50

/** Returns the other figures, in other clauses, of a text whose short answer contains one. */
function rivalsOf(shortAnswer: Span, text: string, figure: RegExp): Span[] {
  const spans = [...text.matchAll(figure)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
  const isOwn = ({ start }: Span) => start >= shortAnswer.start && start < shortAnswer.end
  if (spans.length > maxFigures || !spans.some(isOwn)) return []
  const own = clauseAround(text, shortAnswer)
  return spans.filter((span) => !isOwn(span) && clauseAround(text, span) !== own)
}
