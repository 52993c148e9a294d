import { codeIndent, isCodeLine, readCode } from '../../ingest/code-lines.ts'

/** A longer block of code is quoted in parts, as its empty lines separate them. */
const maxLines = 16
/** A longer part is quoted line by line, as text. */
const maxPartLines = 30

/** Lines drawn with characters, as in a diagram. */
const drawnLine = /^\s*[|+│├└┌─]/
/** A node of a diagram that is written as code, and an arrow: `A["Order"] --> B["Invoice"]`. */
const diagramNode = /(?:^|[\s&])[\w-]+(?:\[["[({\\/]|\(["([]|\{["{]|@\{)/
const diagramArrow = /-->|==>|-\.+->|@\{/
/** It would read as the number of a source, and code can't be escaped. */
const citationMarker = /\[\s*\d[\d\s,;–-]*\]/

/** Tells whether the line is part of a diagram, which says nothing by itself. */
export function isDiagramLine(line: string): boolean {
  return drawnLine.test(line) || (diagramArrow.test(line) && diagramNode.test(line))
}

/** Tells whether a line of code is part of a drawing or diagram. A bar alone is that of a command: "| grep". */
function isDrawing(line: string): boolean {
  return /[│├└┌┐┘┤┬┴┼─]|^\s*\+[-=]{2}/.test(line) || (diagramArrow.test(line) && diagramNode.test(line))
}

/** A line of code: the block that it is quoted with, and the indent of the list item that it belongs to. */
export interface CodeLine {
  /** `sentence`: it can only be quoted as text; `label`: it is part of a drawing, which says nothing by itself. */
  kind: 'code' | 'sentence' | 'label'
  code: string
  indent: number
}

/** Returns the lines of code of a passage by their numbers. A part that is too long isn't among them. */
export function findCodeLines(body: string): ReadonlyMap<number, CodeLine> {
  const lines = body.split('\n')
  const found = new Map<number, CodeLine>()
  for (const [start, end] of findCodeBlocks(lines)) {
    for (const [partStart, partEnd] of splitCode(lines, start, end)) {
      const code = readCode(lines.slice(partStart, partEnd))
      const kind = code.split('\n').some(isDrawing) ? 'label' : citationMarker.test(code) ? 'sentence' : 'code'
      const line: CodeLine = { kind, code, indent: codeIndent(lines[partStart]!) }
      for (let at = partStart; at < partEnd; at++) found.set(at, line)
    }
  }
  return found
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
    if (at > from && at - from <= maxPartLines) parts.push([from, at])
    from = at + 1
  }
  return parts
}
