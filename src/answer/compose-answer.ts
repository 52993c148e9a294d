import { stemsOf } from '../ingest/analyze.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import { wideReach } from '../search/read-section.ts'
import { type AnswerUnit, announces, isSamePlace, passageUnits, rankUnits } from './answer-units.ts'
import { withCase } from './case-question.ts'
import { composeOverview } from './compose-overview.ts'
import { expandItem, expandLeadIn, isCompleteSentence, limitAfter, listAfter, shortSentenceAt } from './expand-list.ts'
import { findExtremeRows } from './extreme-row.ts'
import { isFragment, withHeading } from './list-heading.ts'
import { isNumberedItem } from './list-marker.ts'
import {
  asksForAll,
  asksForDifference,
  asksForExtreme,
  asksForOneThing,
  asksHow,
  asksToCompare,
  asksTwoThings,
  asksWhatHappens,
  asksWhether,
  lastQuestion,
} from './question-intent.ts'
import { nameCoverage, namesIn } from './question-names.ts'
import type { ReadPassage } from './read-passages.ts'
import { answerabilityScore, isAnswered, sureScore } from './reading-answerability.ts'
import { limitsPrevious, refersBack, withReferent } from './refers-back.ts'
import { countShared } from './set-similarity.ts'
import { markShortAnswer } from './short-answer.ts'
import { areRowsOfOneTable, namesRow } from './table-row.ts'
import { isLessTrustedRival, preferTrusted } from './trust.ts'

const maxPassages = 3
/** Words of an answer in sentences; a list or table that answers is quoted whole. */
const maxWords = 60
const maxTableRows = 20
/** How much lower than the best one a further unit can score; of the same passage, which is about the same thing, more. */
const furtherUnitGap = 2
const samePassageGap = 2.5
/** The same where two things are asked, for a unit with enough evidence. */
const otherThingGap = 4
const minOtherThingEvidence = 0
/** How much lower a unit of a more trusted document can score to win. */
const rivalGap = 2
/** Evidence (a logit) from which a further unit counts as an answer. */
const minEvidence = -1.5
const minSamePassageEvidence = -2.5

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
    addGroup(groups, expandUnit(question, unit, siblings, groups.flat()))
  }
  await add(best)
  // A list or table that answers is the whole answer.
  const isComplete =
    (groups[0] ?? []).filter(({ kind }) => kind === 'item' || kind === 'row').length > 1 || best.kind === 'row'
  for (const unit of isComplete ? [] : ranked) {
    const chosen = groups.flat()
    const isQuoted = unit.kind !== 'lead-in' && chosen.some((other) => isSamePlace(other, unit))
    if (isQuoted || !answersAsWell(question, unit, best)) continue
    if (!isNeeded(question, unit, best) || lacksReferent(unit, units)) continue
    const words = chosen.reduce((sum, part) => sum + part.words, 0)
    const ranks = new Set([...chosen, unit].map(({ rank }) => rank))
    if (words + unit.words > maxWords || ranks.size > maxPassages) continue
    const others = chosen.filter((other) => !isSamePlace(other, unit))
    if (others.some((other) => addsNothing(other, unit) || isLessTrustedRival(other, unit))) continue
    await add(unit)
  }
  const inOrder = inReadingOrder(leadWithList(question, groups))
  const answer = inOrder[0] && isFragment(inOrder[0]) ? withHeading(inOrder) : inOrder
  // Of an unsure answer, bold words are wrong more often than right.
  const isSure = answerabilityScore(ranked[0]!, read) >= sureScore
  return markShortAnswer(question, answer, isSure ? best : undefined)
}

/**
 * Adds what the groups don't say yet. The line above items is left out only together with them: without it they would say
 * something else. Items below a line that is there already join its group, and rows that of other rows of their table.
 */
function addGroup(groups: AnswerUnit[][], units: readonly AnswerUnit[]): void {
  const chosen = groups.flat()
  const isThere = (unit: AnswerUnit) => chosen.some((other) => isSamePlace(other, unit))
  const introduces = (unit: AnswerUnit) => introducesOthers(unit, units)
  const group = units.filter(
    (unit) => !isThere(unit) && (introduces(unit) || !chosen.some((other) => repeats(other, unit))),
  )
  if (group.every(introduces)) return
  const introduction = units.find((unit) => introduces(unit) && isThere(unit))
  const joined = groups.find((other) =>
    other.some((unit) => (introduction && isSamePlace(unit, introduction)) || group.some((row) => isRowOf(row, unit))),
  )
  if (joined) joined.splice(0, joined.length, ...[...joined, ...group].sort((a, b) => a.position - b.position))
  else groups.push(group)
}

/** Tells whether both are rows of one table. */
function isRowOf(a: AnswerUnit, b: AnswerUnit): boolean {
  return a.kind === 'row' && b.kind === 'row' && a.rank === b.rank && areRowsOfOneTable(a.text, b.text)
}

/** Tells whether the unit is the line above others of the group, or an item with others below it. */
function introducesOthers(unit: AnswerUnit, group: readonly AnswerUnit[]): boolean {
  if (unit.kind === 'item') return group.some(({ above }) => above.includes(unit.position))
  return unit.kind === 'label' || unit.kind === 'question' || (unit.kind === 'lead-in' && announces(unit))
}

function answersAsWell(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  const isSamePassage = unit.rank === best.rank
  const gap = best.score - unit.score
  const isOtherThing = isSamePassage && unit.evidence >= minOtherThingEvidence && asksTwoThings(question)
  if (isOtherThing && gap <= otherThingGap) return true
  return (
    unit.evidence >= (isSamePassage ? minSamePassageEvidence : minEvidence) &&
    gap <= (isSamePassage ? samePassageGap : furtherUnitGap)
  )
}

/** How much of the question another passage must cover, as a share of what the best unit covers. */
const minCoverageShare = 0.8

/**
 * Tells whether a further unit can add to the answer. A question about one thing, or for yes or no, has its answer: no other
 * passage adds to the one thing, and no fragment of a list to a yes or no.
 */
function isNeeded(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  if (unit.rank !== best.rank && unit.coverage < minCoverageShare * best.coverage) return false
  if (asksForOneThing(question) && !asksTwoThings(question))
    return unit.rank === best.rank && !(best.shortAnswer && lacksName(question, unit, best))
  return unit.kind !== 'item' || isCompleteSentence(unit.text) || !asksWhether(question)
}

/** Tells whether the unit points to a sentence that is not there. */
function lacksReferent(unit: AnswerUnit, units: readonly AnswerUnit[]): boolean {
  if (!refersBack(unit)) return false
  const previous = units.find(({ rank, position }) => rank === unit.rank && position === unit.position - 1)
  return unit.kind === 'item' || previous?.kind !== 'sentence'
}

/**
 * Moves a list to the front if the question asks for steps or all things of a kind, the best unit is no list, and the list is
 * as much about the question.
 */
function leadWithList(question: string, [best = [], ...others]: AnswerUnit[][]): AnswerUnit[][] {
  if (isList(best) || !(asksHow(question) || asksForAll(question))) return [best, ...others]
  const coverageOf = (group: readonly AnswerUnit[]) => Math.max(...group.map(({ coverage }) => coverage))
  const list = others.find(
    (group) => isList(group) && (group[0]!.rank === best[0]?.rank || coverageOf(group) >= coverageOf(best)),
  )
  return list ? [list, best, ...others.filter((group) => group !== list)] : [best, ...others]
}

function isList(group: readonly AnswerUnit[]): boolean {
  return group.filter(({ kind }) => kind === 'item').length > 1
}

/**
 * Orders the group of the best unit first, then the others of its passage as they stand, then those of other passages. Numbered
 * steps of one passage keep their order.
 */
function inReadingOrder([best = [], ...others]: readonly AnswerUnit[][]): AnswerUnit[] {
  const placeOf = (group: readonly AnswerUnit[]) => group[0] ?? best[0]!
  const rankOf = (group: readonly AnswerUnit[]) => (placeOf(group).rank === best[0]?.rank ? -1 : placeOf(group).rank)
  const sorted = others
    .filter((group) => group.length > 0)
    .sort((a, b) => rankOf(a) - rankOf(b) || placeOf(a).position - placeOf(b).position)
  const isStep = ({ text, rank }: AnswerUnit) => isNumberedItem(text) && rank === best[0]?.rank
  const steps = best.every(isStep) ? sorted.filter((group) => group.every(isStep)) : []
  const first = steps.length > 0 ? [...best, ...steps.flat()].sort((a, b) => a.position - b.position) : best
  return [...first, ...sorted.filter((group) => !steps.includes(group)).flat()]
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
  /** What is quoted already; nothing before the best unit. */
  chosen: readonly AnswerUnit[],
): AnswerUnit[] {
  const at = siblings.findIndex((other) => isSamePlace(other, unit))
  if (unit.kind === 'row') return expandRow(question, unit, siblings, at, chosen)
  if (unit.kind === 'item') return expandItem(question, unit, siblings, at)
  if (unit.kind === 'lead-in') return expandLeadIn(question, siblings, at)
  const previous = siblings[at - 1]
  if (previous?.kind === 'label' && previous.score === unit.score) return [previous, unit]
  if (asksForDifference(question)) return withCounterpart(question, siblings, at)
  const sentences = withCase(
    siblings,
    chosen.length === 0 ? paragraphPart(question, siblings, at) : withReferent(siblings, at),
  )
  return [...sentences, ...qualificationAfter(siblings, sentences), ...listAfter(question, siblings, at)]
}

/** Returns the best sentence with those of its paragraph that belong to the answer. */
function paragraphPart(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  return asksWhatHappens(question) ? wholeParagraph(siblings, at) : withParallels(question, siblings, at)
}

/** Returns the sentence after these if it limits what they say: "Otherwise you pay half the price." */
function qualificationAfter(siblings: readonly AnswerUnit[], sentences: readonly AnswerUnit[]): AnswerUnit[] {
  const last = sentences.at(-1)
  return shortSentenceAt(siblings, siblings.findIndex((unit) => last && isSamePlace(unit, last)) + 1, limitsPrevious)
}

/** Returns the unit with those right before and after it that belong to it, and where they end. */
function runAround(
  siblings: readonly AnswerUnit[],
  at: number,
  belongs: (unit: AnswerUnit) => boolean,
): { units: AnswerUnit[]; end: number } {
  const isPart = (unit: AnswerUnit | undefined) => unit !== undefined && belongs(unit)
  let first = at
  while (isPart(siblings[first - 1])) first--
  let end = at + 1
  while (isPart(siblings[end])) end++
  return { units: siblings.slice(first, end), end }
}

const maxParagraphWords = 80

/** Returns the paragraph of the sentence if it is short: what happens is quoted from the beginning. */
function wholeParagraph(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const { units: paragraph } = runAround(siblings, at, (unit) => unit.kind === 'sentence')
  const words = paragraph.reduce((sum, unit) => sum + unit.words, 0)
  return words <= maxParagraphWords ? paragraph : withReferent(siblings, at)
}

/** The beginning of "In Kobe it is 30 days": a preposition and a name. */
const parallelOpening = /^(In|At|On|For|From|To|By|Bei|Für|Am|Ab|À|Au|En|Pour|Para)\s+(\p{Lu}[\p{L}\p{N}-]*)/u

/**
 * Returns the sentence with its neighbours that say the same of other places, times or people, as long as the question names
 * none of them: "In Groningen you give one month's notice. In Kobe it is 30 days."
 */
function withParallels(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const openingOf = (unit: AnswerUnit) => (unit.kind === 'sentence' ? parallelOpening.exec(unit.text) : undefined)
  const word = openingOf(siblings[at]!)?.[1]
  const isParallel = (unit: AnswerUnit) => word !== undefined && openingOf(unit)?.[1] === word
  const { units: parallels } = runAround(siblings, at, isParallel)
  const names = [...new Set(parallels.flatMap((unit) => openingOf(unit)?.[2]?.toLowerCase() ?? []))]
  const words = parallels.reduce((sum, unit) => sum + unit.words, 0)
  const isOpen = names.length > 1 && nameCoverage(names, question) === 0
  return isOpen && words <= maxParagraphWords ? parallels : withReferent(siblings, at)
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

/**
 * Returns the row that answers; of a comparison, every row or the rows that the question names. Every row, too, if the best
 * unit is one of several that answer, or another row of the table is quoted: two of five rows would look like all.
 */
function expandRow(
  question: string,
  row: AnswerUnit,
  siblings: readonly AnswerUnit[],
  at: number,
  chosen: readonly AnswerUnit[],
): AnswerUnit[] {
  const { units: table, end } = runAround(siblings, at, (other) => isRowOf(other, row))
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
  const isOpen = chosen.length === 0 ? isUndecided(question, row, table) : chosen.some((other) => isRowOf(row, other))
  if (!isOpen || table.length > maxUndecidedRows) return [row]
  return [...table, ...limitAfter(siblings, end)]
}

/** How much lower than the best row another one of its table can score to answer as well. */
const equalRowGap = 0.8
/** The same if no word of the question stands in the best row alone. */
const openRowGap = 3.5
const maxUndecidedRows = 10

/** Tells whether another row answers as well: which one holds depends on what the question leaves open. */
function isUndecided(question: string, row: AnswerUnit, table: readonly AnswerUnit[]): boolean {
  const others = table.filter((other) => !isSamePlace(other, row))
  const gap = isSingledOut(question, row, others) ? equalRowGap : openRowGap
  return others.some(({ evidence, score }) => evidence > 0 && score > row.score - gap)
}

/** Tells whether a word of the question stands in the row and in no other one of its table. */
function isSingledOut(question: string, row: AnswerUnit, others: readonly AnswerUnit[]): boolean {
  const stemsIn = (text: string) => stemsOf(text, row.passage.document.language)
  const inOthers = new Set(others.flatMap(({ text }) => stemsIn(text)))
  const own = new Set(stemsIn(row.text).filter((stem) => !inOthers.has(stem)))
  return stemsIn(question).some((stem) => own.has(stem))
}

/** Tells whether the table is there from its first to its last row: the section is read only so far. */
function isWholeTable(row: AnswerUnit, table: readonly AnswerUnit[]): boolean {
  return table.every(({ passage }) => Math.abs(passage.ordinal - row.passage.ordinal) < wideReach)
}

/** Tells whether the best unit contains a name of the question that this one lacks, also in its headings. */
function lacksName(question: string, unit: AnswerUnit, best: AnswerUnit): boolean {
  const contextOf = ({ text, passage }: AnswerUnit) => [passage.document.title, passage.heading, text].join('\n')
  return namesIn(question, contextOf(best)).length > namesIn(question, contextOf(unit)).length
}

/** Share of a sentence's content words from which another one that contains them says the same. */
const sameContentShare = 0.65

/** A sentence with fewer content words says nothing by itself: "On to the next!" */
const minContentStems = 2

/** Tells whether the sentence says what one of another passage says already, or nothing. A passage seldom repeats itself. */
function addsNothing(other: AnswerUnit, unit: AnswerUnit): boolean {
  if (repeats(other, unit)) return true
  const [known, own] = [other, unit].map(({ text, passage }) => new Set(stemsOf(text, passage.document.language)))
  if (own!.size < minContentStems) return true
  return other.rank !== unit.rank && countShared(known!, own!) >= sameContentShare * own!.size
}

function repeats(a: AnswerUnit, b: AnswerUnit): boolean {
  const common = countShared(a.terms, b.terms)
  return common >= 0.8 * Math.min(a.terms.size, b.terms.size) && common >= 0.6 * Math.max(a.terms.size, b.terms.size)
}
