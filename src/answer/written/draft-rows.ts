import { readNumberedText } from './draft-sentences.ts'
import { withoutFormTags } from './draft-tags.ts'

/** Reads the cells of a table row and the numbers that they cite. */
export function readCells(line: string): { cells: string[]; numbers: number[] } {
  const read = splitCells(line).map(readNumberedText)
  return { cells: read.map(({ text }) => text), numbers: [...new Set(read.flatMap(({ numbers }) => numbers))] }
}

/** Tells whether a line is the row of dashes between the header of a table and its rows. */
export function isDelimiterRow(line: string): boolean {
  return /-/.test(line) && /^[\s|:-]+$/.test(line)
}

/** Returns the cells of a table row, with or without pipes at its ends. An escaped pipe belongs to its cell. */
function splitCells(line: string): string[] {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return row.split(/(?<!\\)\|/).map((cell) => withoutFormTags(cell, ',').trim())
}
