import { codeIndent, isCodeLine, readCode } from '../../ingest/code-lines.ts'
import type { AnswerUnit } from './answer-units.ts'
import { runAround } from './unit-run.ts'

/** A longer block of code is quoted in parts, as its empty lines separate them. */
const maxLines = 16

/** Lines drawn with characters, as in a diagram. */
export const drawnLine = /^\s*[|+│├└┌─]/
/** A node of a diagram that is written as code, and an arrow: `A["Order"] --> B["Invoice"]`. */
const diagramNode = /(?:^|[\s&])[\w-]+(?:\[["[({\\/]|\(["([]|\{["{]|@\{)/
const diagramArrow = /-->|==>|-\.+->|@\{/
/** It would read as the number of a source, and code can't be escaped. */
const citationMarker = /\[\s*\d[\d\s,;–-]*\]/

/** Where a unit stands: the number of its line of the passage, and the blanks before it if it begins the line. */
export interface UnitPlace {
  line: number
  indent: number | undefined
}

/** Tells whether the line is part of a diagram, which says nothing by itself. */
export function isDiagramLine(line: string): boolean {
  return drawnLine.test(line) || (diagramArrow.test(line) && diagramNode.test(line))
}

/**
 * Makes the lines of code of a passage units of code, each with the block that it is quoted with. Diagrams are no code to quote, nor is a part that is too long.
 */
export function markCode(units: readonly AnswerUnit[], places: readonly UnitPlace[], body: string): void {
  const all = body.split('\n')
  for (const [start, end] of findCodeBlocks(all)) {
    for (const [partStart, partEnd] of splitCode(all, start, end)) {
      const code = readCode(all.slice(partStart, partEnd))
      if (code.split('\n').some(isDiagramLine)) continue
      const marks = citationMarker.test(code)
        ? { kind: 'sentence' as const }
        : { kind: 'code' as const, code, codeIndent: codeIndent(all[partStart]!) }
      const isPart = ({ line }: UnitPlace) => line >= partStart && line < partEnd
      for (const [index, unit] of units.entries()) if (isPart(places[index]!)) Object.assign(unit, marks)
    }
  }
}

function findCodeBlocks(lines: readonly string[]): [start: number, end: number][] {
  const blocks: [number, number][] = []
  for (let start = 0; start < lines.length; ) {
    let end = start
    while (end < lines.length && isCodeLine(lines[end]!) && codeIndent(lines[end]!) === codeIndent(lines[start]!)) end++
    if (end > start) blocks.push([start, end])
    start = Math.max(end, start + 1)
  }
  return blocks
}

/** Returns the block, or the parts of a long one that are short enough. */
function splitCode(lines: readonly string[], start: number, end: number): [start: number, end: number][] {
  if (end - start <= maxLines) return [[start, end]]
  const parts: [number, number][] = []
  let from = start
  for (let at = start; at <= end; at++) {
    if (at < end && lines[at]!.trim() !== '') continue
    if (at > from && at - from <= maxLines) parts.push([from, at])
    from = at + 1
  }
  return parts
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
