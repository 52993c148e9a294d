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

/** Returns the units at the beginning that the test accepts. */
export function runAtStart(units: readonly AnswerUnit[], belongs: (unit: AnswerUnit) => boolean): AnswerUnit[] {
  const end = units.findIndex((unit) => !belongs(unit))
  return units.slice(0, end < 0 ? units.length : end)
}

/** Tells whether both are lines of code that are quoted as one block. */
export function isSameCode(a: AnswerUnit, b: AnswerUnit): boolean {
  return a.code !== undefined && a.code === b.code && a.rank === b.rank
}

/** Returns the lines around a line of code that it is quoted with. */
export function codeAround(
  siblings: readonly AnswerUnit[],
  at: number,
): { units: AnswerUnit[]; start: number; end: number } {
  const line = siblings[at]!
  const { units, end } = runAround(siblings, at, (unit) => isSameCode(unit, line))
  return { units, start: end - units.length, end }
}
