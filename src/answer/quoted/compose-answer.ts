import { isMessageHead } from '../../ingest/message-heads.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { asksForDifference, asksForExtreme } from '../question/question-intent.ts'
import type { ReadPassage } from '../reading/read-passages.ts'
import { answerabilityScore, isAnswered, sureScore } from '../reading/reading-answerability.ts'
import { isLessTrustedRival, preferTrusted } from '../trust.ts'
import { type AnswerUnit, countAllWords, isSamePlace, rankUnits } from './answer-units.ts'
import { isDiagramLine } from './code-blocks.ts'
import { composeMinutes } from './compose-minutes.ts'
import { composeNamedList, composeOverview } from './compose-overview.ts'
import { findContact } from './contact-line.ts'
import { expandCode } from './expand-code.ts'
import { expandItem, expandLeadIn } from './expand-list.ts'
import { expandRow, expandTable } from './expand-row.ts'
import { expandSentence } from './expand-sentence.ts'
import { addsNothing, answersAsWell, lacksReferent } from './further-units.ts'
import { isInstruction } from './instruction.ts'
import { isNamedBesides } from './labelled-line.ts'
import { isFragment, withHeading } from './list-heading.ts'
import { asksForMissingRow } from './missing-row.ts'
import { isNamedParallel } from './parallel-sentence.ts'
import { markShortAnswer } from './short-answer.ts'
import { withSpeaker } from './speaker.ts'
import { passageUnits } from './split-units.ts'
import { addGroup, inReadingOrder, leadWithList } from './unit-groups.ts'

const maxPassages = 3
/** Words of an answer in sentences; a list or table that answers is quoted whole. */
const maxWords = 60
/** How much lower a unit of a more trusted document can score to win. */
const rivalGap = 2
/** How much lower than the best unit one can score that says the same of what the question names. */
const namedGap = 6

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
  const minutes = composeMinutes(question, read)
  if (minutes) return minutes
  const overview = composeOverview(question, read)
  if (overview.length > 0) return overview
  const units = read.flatMap((passage, rank) => passageUnits(passage, rank))
  const ranked = rankUnits(units)
  const contact = findContact(question, ranked)
  if (contact) return [contact]
  const best = preferNamed(
    question,
    ranked,
    preferTrusted(ranked, ({ score }) => score - rivalGap),
  )
  if (!best || !(isAnswered(ranked[0]!, read) || isInstruction(question, best))) return composeNamedList(question, read)
  const groups: AnswerUnit[][] = []
  const add = async (unit: AnswerUnit) => {
    const siblings = await siblingsOf(question, unit, units, readSection)
    addGroup(groups, withSpeaker(siblings, expandUnit(question, unit, siblings, groups.flat())))
  }
  await add(best)
  const parts = (groups[0] ?? []).filter(({ kind }) => kind === 'item' || kind === 'row')
  if (parts.length > 1 && parts[0]!.kind === 'row' && asksForMissingRow(question, parts)) return []
  // A list, table or block of code that answers is the whole answer.
  const isComplete = parts.length > 1 || best.kind === 'row' || best.kind === 'code'
  for (const unit of isComplete ? [] : ranked) {
    const chosen = groups.flat()
    const isQuoted = unit.kind !== 'lead-in' && chosen.some((other) => isSamePlace(other, unit))
    if (isQuoted || !answersAsWell(question, unit, best) || lacksReferent(unit, units)) continue
    const words = countAllWords(chosen)
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

/** Returns the best unit; if it says of something else what a line like it says of what the question names, that one. */
function preferNamed(
  question: string,
  ranked: readonly AnswerUnit[],
  best: AnswerUnit | undefined,
): AnswerUnit | undefined {
  if (!best || asksForDifference(question)) return best
  const isNamed = ({ rank, text }: AnswerUnit) =>
    rank === best.rank && (isNamedParallel(question, text, [best.text]) || isNamedBesides(question, text, best.text))
  return ranked.find((unit) => unit.score >= best.score - namedGap && isNamed(unit)) ?? best
}

/** Returns the units of the unit's passage; of its whole section where a list or table may go on beyond the passage. */
async function siblingsOf(
  question: string,
  unit: AnswerUnit,
  units: readonly AnswerUnit[],
  readSection: SectionReader,
): Promise<AnswerUnit[]> {
  const own = units.filter(({ rank }) => rank === unit.rank)
  if (unit.kind === 'sentence' || (unit.kind === 'code' && unit.above.length === 0)) return own
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
  if (unit.kind === 'code') {
    const item = siblings.findIndex(({ position }) => position === unit.above.at(-1))
    return item < 0 ? expandCode(siblings, at) : expandItem(question, siblings[item]!, siblings, item)
  }
  if (unit.kind === 'lead-in' && siblings[at + 1]?.kind === 'row') return expandTable(question, siblings, at + 1)
  if (unit.kind === 'lead-in') return expandLeadIn(question, siblings, at)
  const previous = siblings[at - 1]
  const saysNothing = previous !== undefined && (isMessageHead(previous.text) || isDiagramLine(previous.text))
  if (previous?.kind === 'label' && previous.score === unit.score && !saysNothing) return [previous, unit]
  return expandSentence(question, siblings, at, chosen.length === 0)
}
