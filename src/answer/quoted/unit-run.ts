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
