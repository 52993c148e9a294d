import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

/** A part of a table row, from the text of the cell to its end, without the spaces around it. */
export interface Cell {
  from: number
  to: number
}

export interface TableRow {
  /** Start and end of the line. */
  from: number
  to: number
  cells: Cell[]
}

export interface Table {
  from: number
  to: number
  /** The header first, without the line of dashes. */
  rows: TableRow[]
  /** The line of dashes. */
  delimiter: TableRow
}

/** Returns the table around a position; undefined outside of tables, and inside of lists and quotations. */
export function findTable(state: EditorState, position: number): Table | undefined {
  const line = state.doc.lineAt(position)
  for (let node = syntaxTree(state).topNode.childAfter(line.from - 1); node; node = node.nextSibling) {
    if (node.from > line.to) return undefined
    if (node.name === 'Table' && node.to >= line.from) return readTable(state, node)
  }
  return undefined
}

/** Reads the rows of a table from its syntax node. */
export function readTable(state: EditorState, { from, to }: { from: number; to: number }): Table | undefined {
  const rows: TableRow[] = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    rows.push({ from: line.from, to: line.to, cells: splitCells(line.text, line.from) })
    at = line.to + 1
  }
  const [header, delimiter, ...body] = rows
  if (!header || !delimiter) return undefined
  return { from: header.from, to: rows.at(-1)?.to ?? delimiter.to, rows: [header, ...body], delimiter }
}

/** Returns the cells of a row; a pipe after a backslash belongs to the text. */
export function splitCells(text: string, offset = 0): Cell[] {
  const edges = findCellEdges(text)
  return edges.slice(1).map((edge, index) => trimCell(text, (edges[index] as number) + 1, edge, offset))
}

/** Returns where the cells of a row begin and end: its pipes, and the positions of those that it leaves out. */
export function findCellEdges(text: string): number[] {
  const bars: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '|') bars.push(at)
  }
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  // A row can leave out its first and its last pipe.
  return [...(text[start] === '|' ? [] : [start - 1]), ...bars, ...(bars.at(-1) === end - 1 ? [] : [end])]
}

function trimCell(text: string, from: number, to: number, offset: number): Cell {
  const inside = text.slice(from, to)
  if (inside.trim() === '') {
    const middle = offset + from + Math.min(1, inside.length)
    return { from: middle, to: middle }
  }
  return {
    from: offset + from + inside.length - inside.trimStart().length,
    to: offset + from + inside.trimEnd().length,
  }
}
