import { stemsOf } from '../ingest/analyze.ts'
import { countWords } from '../ingest/count-words.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import { wideReach } from '../search/read-section.ts'
import { type AnswerUnit, isQuotable, passageUnits, rankUnits } from './answer-units.ts'
import { composeOverview } from './compose-overview.ts'
import { findExtremeRows } from './extreme-row.ts'
import { isNumberedItem } from './list-marker.ts'
import {
  asksForAll,
  asksForDifference,
  asksForExtreme,
  asksForOneThing,
  asksForSeveral,
  asksHow,
  asksToCompare,
  asksWhy,
  lastQuestion,
} from './question-intent.ts'
import { nameCoverage, namesIn, questionNames } from './question-names.ts'
import type { ReadPassage } from './read-passages.ts'
import { isAnswered } from './reading-answerability.ts'
import { countShared } from './set-similarity.ts'
import { areRowsOfOneTable, namesRow } from './table-row.ts'
import { isLessTrustedRival, preferTrusted } from './trust.ts'

const maxPassages = 3
/** Words of an answer in sentences; a list or table that answers is quoted whole. */
const maxWords = 60
const maxListWords = 240
const maxTableRows = 20
/** How much lower than the best one a further unit can score; of the same passage, which is about the same thing, more. */
const furtherUnitGap = 2
const samePassageGap = 2.5
/** How much lower a unit of a more trusted document can score to win. */
const rivalGap = 2
/** Evidence (a logit) from which a further unit counts as an answer. */
const minEvidence = -1.5
const minSamePassageEvidence = -2.5
/** Evidence from which an item of a list counts as one of several answers. */
const minItemEvidence = -1

/**
 * Returns the units of the passage's section, in their order: a list or table can run across passages. `isWide` asks for a
 * long table as a whole.
 */
export type SectionReader = (
  passage: HydratedPassage,
  rank: number,
  options: { isWide: boolean },
) => Promise<AnswerUnit[]>

/**
 * Chooses the units that answer: the best one with what makes it readable, then further ones that answer as well. Returns
 * none if the passages don't answer the question.
 */
export async function composeAnswer(
  question: string,
  read: readonly ReadPassage[],
  readSection: SectionReader,
): Promise<AnswerUnit[]> {
  const overview = composeOverview(question, read)
  if (overview.length > 0) return overview
  const units = read.flatMap((passage, rank) => passageUnits(passage, rank))
  const ranked = rankUnits(units)
  const best = preferTrusted(ranked, ({ score }) => score - rivalGap)
  if (!best || !isAnswered(ranked[0]!, read)) return []
  const groups: AnswerUnit[][] = []
  const add = async (unit: AnswerUnit) => {
    const siblings = await siblingsOf(question, unit, units, readSection)
    const chosen = groups.flat()
    const isNew = (part: AnswerUnit) => !chosen.some((other) => isSamePlace(other, part) || repeats(other, part))
    groups.push(expandUnit(question, unit, siblings, groups.length === 0).filter(isNew))
  }
  await add(best)
  // A list or table that answers is the whole answer.
  const isComplete =
    (groups[0] ?? []).filter(({ kind }) => kind === 'item' || kind === 'row').length > 1 || best.kind === 'row'
  for (const unit of isComplete ? [] : ranked) {
    const chosen = groups.flat()
    if (chosen.some((other) => isSamePlace(other, unit)) || !answersAsWell(unit, best)) continue
    if (best.shortAnswer && asksForOneThing(question) && lacksName(question, unit, best)) continue
    const words = chosen.reduce((sum, part) => sum + part.words, 0)
    const ranks = new Set([...chosen, unit].map(({ rank }) => rank))
    if (words + unit.words > maxWords || ranks.size > maxPassages) continue
    if (chosen.some((other) => repeats(other, unit) || isLessTrustedRival(other, unit))) continue
    await add(unit)
  }
  return markShortAnswer(question, inReadingOrder(groups), best)
}

function answersAsWell(unit: AnswerUnit, best: AnswerUnit): boolean {
  const isSamePassage = unit.rank === best.rank
  return (
    unit.evidence >= (isSamePassage ? minSamePassageEvidence : minEvidence) &&
    unit.score >= best.score - (isSamePassage ? samePassageGap : furtherUnitGap)
  )
}

/** Keeps the short answer of the best unit only, and none where a list or an explanation is the answer. */
function markShortAnswer(question: string, units: readonly AnswerUnit[], best: AnswerUnit): AnswerUnit[] {
  const items = units.filter(({ kind }) => kind === 'item').length
  const hasShortAnswer = items < 2 && !asksHow(question) && !asksWhy(question)
  const isMarked = (unit: AnswerUnit) => hasShortAnswer && isSamePlace(unit, best) && isAboutNames(question, unit)
  return units.map((unit) => (isMarked(unit) ? unit : { ...unit, shortAnswer: undefined }))
}

/** Tells whether the short answer stands in the clause that names what the question names: "six in Leipzig", not "two months". */
function isAboutNames(question: string, { text, shortAnswer }: AnswerUnit): boolean {
  const names = questionNames(question)
  if (!shortAnswer || nameCoverage(names, text) === 0) return true
  const start = Math.max(text.lastIndexOf(',', shortAnswer.start), text.lastIndexOf(';', shortAnswer.start)) + 1
  const end = text.slice(shortAnswer.end).search(/[,;]/)
  const clause = text.slice(start, end < 0 ? text.length : shortAnswer.end + end)
  return nameCoverage(names, clause) > 0
}

/** Orders the group of the best unit first, then the others of its passage as they stand, then those of other passages. */
function inReadingOrder([best = [], ...others]: readonly AnswerUnit[][]): AnswerUnit[] {
  const placeOf = (group: readonly AnswerUnit[]) => group[0] ?? best[0]!
  const rankOf = (group: readonly AnswerUnit[]) => (placeOf(group).rank === best[0]?.rank ? -1 : placeOf(group).rank)
  const sorted = others
    .filter((group) => group.length > 0)
    .sort((a, b) => rankOf(a) - rankOf(b) || placeOf(a).position - placeOf(b).position)
  return [...best, ...sorted.flat()]
}

/** Returns the units of the unit's passage; of its whole section where a list or table may go on beyond the passage. */
async function siblingsOf(
  question: string,
  unit: AnswerUnit,
  units: readonly AnswerUnit[],
  readSection: SectionReader,
): Promise<AnswerUnit[]> {
  const own = units.filter(({ rank }) => rank === unit.rank)
  if (unit.kind === 'sentence') return own
  const isWide = unit.kind === 'row' && asksForExtreme(question)
  const section = await readSection(unit.passage, unit.rank, { isWide })
  if (section.length <= own.length) return own
  const scored = new Map(own.map((part) => [part.position, part]))
  return section.map((part) => ({ ...part, ...scored.get(part.position), above: part.above }))
}

/** Returns the unit with the neighbours that it needs to be understood. */
function expandUnit(
  question: string,
  unit: AnswerUnit,
  siblings: readonly AnswerUnit[],
  isBest: boolean,
): AnswerUnit[] {
  const at = siblings.findIndex((other) => isSamePlace(other, unit))
  if (unit.kind === 'row') return expandRow(question, unit, siblings, at, isBest)
  if (unit.kind === 'item') return expandItem(question, unit, siblings, at)
  if (unit.kind === 'lead-in') return expandLeadIn(siblings, at)
  const previous = siblings[at - 1]
  if (previous?.kind === 'label' && previous.score === unit.score) return [previous, unit]
  if (asksForDifference(question)) return withCounterpart(question, siblings, at)
  const sentences = withReferent(siblings, at)
  return [...sentences, ...listAfter(question, siblings, at)]
}

/** Steps are quoted whole; of other lists, one item answers unless several do. */
function isListAnswer(question: string, list: readonly AnswerUnit[]): boolean {
  if (list.length < 2) return false
  const answering = list.filter(({ evidence }) => evidence > minItemEvidence).length
  // Sub-items of numbered steps have bullets.
  const isOrdered = isNumberedItem(list[0]!.text)
  if (asksHow(question) && isOrdered) return true
  if (asksForOneThing(question) || isAboutOneItem(question, list)) return false
  if ((asksForAll(question) || asksForDifference(question)) && !standsOut(list)) return true
  return answering >= (asksForSeveral(question) ? 2 : Math.max(3, list.length / 2))
}

/** Tells whether a line announces conditions: one item alone would say that it is enough. */
function statesConditions(leadIn: AnswerUnit | undefined): boolean {
  return leadIn?.kind === 'lead-in' && conditionLeadIn.test(leadIn.text)
}

const conditionLeadIn =
  /\b(?:if|unless|only when|either|both|must(?: also)?(?: be| have)?|conditions?(?: (?:is|are) (?:met|true))?|(?:all|any|one) of (?:the following|these)(?: \w+){0,4})(?: (?:you|it|they|he|she|we|your \w+))?(?:['’]re| are| have| is)?:\**$/i

/** How much more of the question one item covers than all others, if it is the only one that the question is about. */
const minItemLead = 0.4

function isAboutOneItem(question: string, list: readonly AnswerUnit[]): boolean {
  if (asksHow(question) || /\b(?:what (?:are|were)|which|list|examples?|all)\b/i.test(question)) return false
  return standsOut(list)
}

/** Tells whether one item covers much more of the question than all others. */
function standsOut(list: readonly AnswerUnit[]): boolean {
  const [first = 0, second = 0] = list.map(({ coverage }) => coverage).sort((a, b) => b - a)
  return first - second >= minItemLead
}

/** Tells whether a list item can be understood without the line above the list. */
function isCompleteSentence(item: string): boolean {
  return /[.!。！]["”’)*]*$/.test(item) && countWords(item) >= 6
}

function expandLeadIn(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const list = takeWhileKind(siblings.slice(at + 1), 'item')
  if (list.length > 0) return [...withReferent(siblings, at), ...fitting(list, maxListWords)]
  const next = siblings[at + 1]
  return next && isQuotable(next) ? [...withReferent(siblings, at), next] : withReferent(siblings, at)
}

/** Returns the steps, or the further things asked for, that the next sentence announces, with that sentence. */
function listAfter(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const [leadIn, first] = siblings.slice(at + 1)
  if (leadIn?.kind !== 'lead-in' || first?.kind !== 'item') return []
  if (!asksHow(question) && (isNumberedItem(first.text) || !asksForAll(question) || asksForOneThing(question)))
    return []
  return [leadIn, ...fitting(takeWhileKind(siblings.slice(at + 2), 'item'), maxListWords)]
}

/** Stems of the question from which a sentence beside the best one is about the other thing. */
const minCounterpartStems = 2

/** Returns the sentence with the neighbour that is about the other thing of a comparison. */
function withCounterpart(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const unit = siblings[at]!
  const stemsIn = (text: string) => new Set(stemsOf(text, unit.passage.document.language))
  const asked = stemsIn(question)
  const sharedOf = (other: AnswerUnit | undefined) =>
    other?.kind === 'sentence' ? countShared(asked, stemsIn(other.text)) : 0
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  if (Math.max(sharedOf(previous), sharedOf(next)) < minCounterpartStems) return withReferent(siblings, at)
  return sharedOf(previous) > sharedOf(next) ? [previous!, unit] : [...withReferent(siblings, at), next!]
}

/** Returns the sentence, after the one that it refers to. */
function withReferent(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const [previous, unit] = [siblings[at - 1], siblings[at]!]
  return previous?.kind === 'sentence' && refersBack(unit.text) ? [previous, unit] : [unit]
}

/** Returns the whole list if the question asks for steps or several things and items answer it, or else the item. */
function expandItem(question: string, item: AnswerUnit, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  let first = at
  while (siblings[first - 1]?.kind === 'item') first--
  const list = takeWhileKind(siblings.slice(first), 'item')
  const before = siblings[first - 1]
  const leadIn =
    before && (before.kind === 'lead-in' || before.kind === 'label') ? withReferent(siblings, first - 1) : []
  if (isListAnswer(question, list)) return [...leadIn, ...fitting(list, maxListWords)]
  if (isCompleteSentence(item.text)) return [item]
  return [...leadIn, ...(statesConditions(leadIn.at(-1)) ? fitting(list, maxListWords) : [item])]
}

/**
 * Returns the row that answers; of a comparison, every row or the rows that the question names. Every row, too, if the best
 * unit is one of several that answer.
 */
function expandRow(
  question: string,
  row: AnswerUnit,
  siblings: readonly AnswerUnit[],
  at: number,
  isBest: boolean,
): AnswerUnit[] {
  let first = at
  const isSameTable = (other: AnswerUnit | undefined) =>
    other?.kind === 'row' && areRowsOfOneTable(other.text, row.text)
  while (isSameTable(siblings[first - 1])) first--
  let end = at + 1
  while (isSameTable(siblings[end])) end++
  const table = siblings.slice(first, end)
  const rowsNamedBy = (part: string) => table.filter(({ text }) => namesRow(part, text))
  const namedLast = rowsNamedBy(lastQuestion(question))
  const named = namedLast.length > 0 ? namedLast : rowsNamedBy(question)
  if (named.length > 0 && named.length <= maxTableRows) return named
  const extreme = isWholeTable(row, table)
    ? findExtremeRows(
        question,
        table.map(({ text }) => text),
      )
    : []
  if (extreme.length > 0) return extreme.map((position) => table[position]!)
  if (named.length > 0) return [row]
  if (asksToCompare(question)) return table.length <= maxTableRows ? table : [row]
  return isBest && table.length <= maxUndecidedRows && hasEqualRow(row, table) ? table : [row]
}

/** How much lower than the best row another one of its table can score to answer as well. */
const equalRowGap = 0.8
const maxUndecidedRows = 10

/** Tells whether another row answers as well: which one holds depends on what the question leaves open. */
function hasEqualRow(row: AnswerUnit, table: readonly AnswerUnit[]): boolean {
  return table.some((other) => !isSamePlace(other, row) && other.evidence > 0 && other.score > row.score - equalRowGap)
}

/** Tells whether the table is there from its first to its last row: the section is read only so far. */
function isWholeTable(row: AnswerUnit, table: readonly AnswerUnit[]): boolean {
  return table.every(({ passage }) => Math.abs(passage.ordinal - row.passage.ordinal) < wideReach)
}

function takeWhileKind(units: readonly AnswerUnit[], kind: AnswerUnit['kind']): AnswerUnit[] {
  const end = units.findIndex((unit) => unit.kind !== kind)
  return units.slice(0, end < 0 ? units.length : end)
}

function fitting(units: readonly AnswerUnit[], limit: number): AnswerUnit[] {
  let words = 0
  return units.filter((unit) => {
    words += unit.words
    return words <= limit
  })
}

/** Tells whether the best unit contains a name of the question that this one lacks, also in its headings. */
function lacksName(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  const contextOf = ({ text, passage }: AnswerUnit) => [passage.document.title, passage.heading, text].join('\n')
  return namesIn(question, contextOf(best)).length > namesIn(question, contextOf(unit)).length
}

/** Tells whether a sentence begins with words that point to the sentence before it: "To do this", "Plugins loaded this way". */
function refersBack(text: string): boolean {
  return /^(?:It|Its|They|Their|Them|This|These|Those|That|He|She|His|Her|Such|However|Otherwise|Instead|Then|But|So|Also|If so|(?:In|For|With|By|After|Before|From|During|Because of|To do|We do|You do|You can do) (?:this|that|these|those|such))\b|^(?:\S+ ){1,4}(?:this|that) way\b/.test(
    text,
  )
}

function isSamePlace(a: AnswerUnit, b: AnswerUnit): boolean {
  return a.rank === b.rank && a.position === b.position
}

function repeats(a: AnswerUnit, b: AnswerUnit): boolean {
  const common = countShared(a.terms, b.terms)
  return common >= 0.8 * Math.min(a.terms.size, b.terms.size) && common >= 0.6 * Math.max(a.terms.size, b.terms.size)
}
