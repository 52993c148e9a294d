import type { AnswerUnit } from './answer-units.ts'

/** Returns the unit with those right before and after it that belong to it, and where they end. */
export function runAround(
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

/** Returns the lines around a line of code that it is quoted with. */
export function codeAround(
  siblings: readonly AnswerUnit[],
  at: number,
): { units: AnswerUnit[]; start: number; end: number } {
  const { code, rank } = siblings[at]!
  const { units, end } = runAround(
    siblings,
    at,
    (unit) => unit.code !== undefined && unit.code === code && unit.rank === rank,
  )
  return { units, start: end - units.length, end }
}
