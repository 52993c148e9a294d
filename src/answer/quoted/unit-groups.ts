import { isNumberedItem } from '../list-marker.ts'
import { asksForAll, asksHow } from '../question/question-intent.ts'
import { type AnswerUnit, announces, isRowOf, isSamePlace } from './answer-units.ts'
import { repeats } from './further-units.ts'

/**
 * Adds what the groups don't say yet. The line above items is left out only together with them: without it they would say
 * something else. Items below a line that is there already join its group, and rows that of other rows of their table.
 */
export function addGroup(groups: AnswerUnit[][], units: readonly AnswerUnit[]): void {
  const chosen = groups.flat()
  const isThere = (unit: AnswerUnit) => chosen.some((other) => isSamePlace(other, unit))
  const introduces = (unit: AnswerUnit) => introducesOthers(unit, units)
  const group = units.filter(
    (unit) =>
      !isThere(unit) && (introduces(unit) || unit.kind === 'code' || !chosen.some((other) => repeats(other, unit))),
  )
  if (group.every(introduces)) return
  const introduction = units.find((unit) => introduces(unit) && isThere(unit))
  const joined = groups.find((other) =>
    other.some((unit) => (introduction && isSamePlace(unit, introduction)) || group.some((row) => isRowOf(row, unit))),
  )
  if (joined) joined.splice(0, joined.length, ...[...joined, ...group].sort((a, b) => a.position - b.position))
  else groups.push(group)
}

/** Tells whether the unit is the line above others of the group, or an item with others below it. */
function introducesOthers(unit: AnswerUnit, group: readonly AnswerUnit[]): boolean {
  if (unit.kind === 'item') return group.some(({ above }) => above.includes(unit.position))
  return unit.kind === 'label' || unit.kind === 'question' || (unit.kind === 'lead-in' && announces(unit))
}

/**
 * Moves a list to the front if the question asks for steps or all things of a kind, the best unit is no list, and the list is
 * as much about the question.
 */
export function leadWithList(question: string, [best = [], ...others]: AnswerUnit[][]): AnswerUnit[][] {
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
export function inReadingOrder([best = [], ...others]: readonly AnswerUnit[][]): AnswerUnit[] {
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
