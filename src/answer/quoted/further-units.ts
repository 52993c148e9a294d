import { stemsOf } from '../../ingest/analyze.ts'
import { asksForDifference, asksForOneThing, asksTwoThings, asksWhether } from '../question/question-intent.ts'
import { namesIn } from '../question/question-names.ts'
import { countShared } from '../set-similarity.ts'
import type { AnswerUnit } from './answer-units.ts'
import { isCompleteSentence } from './expand-list.ts'
import { isNamedLine, readLabel } from './labelled-line.ts'
import { isNamedParallel } from './parallel-sentence.ts'
import { refersBack } from './refers-back.ts'

/** How much lower than the best one a further unit can score; of the same passage, which is about the same thing, more. */
const furtherUnitGap = 2
const samePassageGap = 2.5
/** The same where two things are asked, for a unit with enough evidence. */
const otherThingGap = 4
const minOtherThingEvidence = 0
/** Evidence (a logit) from which a further unit counts as an answer. */
const minEvidence = -1.5
const minSamePassageEvidence = -2.5
/** The same for a row or a labelled line beside a sentence. */
const minOtherFormEvidence = 0

/** Tells whether a further unit answers the question as well as the best one, and can add to it. */
export function answersAsWell(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  return scoresNearly(question, unit, best) && isNeeded(question, unit, best)
}

function scoresNearly(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  if (isOtherForm(unit, best) && unit.evidence < minOtherFormEvidence) return false
  const isSamePassage = unit.rank === best.rank
  const gap = best.score - unit.score
  const isOtherThing = isSamePassage && unit.evidence >= minOtherThingEvidence && asksTwoThings(question)
  if (isOtherThing && gap <= otherThingGap) return true
  return (
    unit.evidence >= (isSamePassage ? minSamePassageEvidence : minEvidence) &&
    gap <= (isSamePassage ? samePassageGap : furtherUnitGap)
  )
}

/** Tells whether the unit is a row, or a line of a list with a label, and the best one isn't: most are about something else. */
function isOtherForm(unit: AnswerUnit, best: AnswerUnit): boolean {
  if (unit.kind === best.kind) return false
  return unit.kind === 'row' || (unit.kind === 'item' && readLabel(unit.text) !== undefined)
}

/** How much of the question another passage must cover, as a share of what the best unit covers. */
const minCoverageShare = 0.8

/**
 * Tells whether a further unit can add to the answer. A question about one thing, or for yes or no, has its answer: no other
 * passage adds to the one thing, and no fragment of a list to a yes or no. Nor does a line about something else add to the
 * one that the question names.
 */
function isNeeded(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  if (unit.rank !== best.rank && unit.coverage < minCoverageShare * best.coverage) return false
  if (unit.rank === best.rank && isAboutOther(question, unit, best)) return false
  if (asksForOneThing(question) && !asksTwoThings(question))
    return unit.rank === best.rank && !(best.shortAnswer && lacksName(question, unit, best))
  return unit.kind !== 'item' || isCompleteSentence(unit.text) || !asksWhether(question)
}

/** Tells whether the unit says of something else what the best one says of what the question names. */
function isAboutOther(question: string, { text }: AnswerUnit, best: AnswerUnit): boolean {
  if (asksForDifference(question)) return false
  return isNamedLine(question, best.text, [text]) || isNamedParallel(question, best.text, [text])
}

/** Tells whether the best unit contains a name of the question that this one lacks, also in its headings. */
function lacksName(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  const contextOf = ({ text, passage }: AnswerUnit) => [passage.document.title, passage.heading, text].join('\n')
  return namesIn(question, contextOf(best)).length > namesIn(question, contextOf(unit)).length
}

/** Tells whether the unit points to a sentence that is not there. */
export function lacksReferent(unit: AnswerUnit, units: readonly AnswerUnit[]): boolean {
  if (!refersBack(unit)) return false
  const previous = units.find(({ rank, position }) => rank === unit.rank && position === unit.position - 1)
  return unit.kind === 'item' || previous?.kind !== 'sentence'
}

/** Share of a sentence's content words from which another one that contains them says the same. */
const sameContentShare = 0.65

/** A sentence with fewer content words says nothing by itself: "On to the next!" */
const minContentStems = 2

/** Tells whether the sentence says what one of another passage says already, or nothing. A passage seldom repeats itself. */
export function addsNothing(other: AnswerUnit, unit: AnswerUnit): boolean {
  if (repeats(other, unit)) return true
  const [known, own] = [other, unit].map(({ text, passage }) => new Set(stemsOf(text, passage.document.language)))
  if (own!.size < minContentStems) return true
  return other.rank !== unit.rank && countShared(known!, own!) >= sameContentShare * own!.size
}

/** Tells whether one has nearly all words of the other. */
export function repeats(a: AnswerUnit, b: AnswerUnit): boolean {
  const common = countShared(a.terms, b.terms)
  return common >= 0.8 * Math.min(a.terms.size, b.terms.size) && common >= 0.6 * Math.max(a.terms.size, b.terms.size)
}
