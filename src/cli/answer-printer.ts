import { unescapeMarkdown } from '../answer/markdown-text.ts'
import { stripControlCharacters } from './terminal.ts'

/**
 * Prints the Markdown of an answer as it comes in. Bold text is styled, and tables are aligned, for which their rows wait
 * until the table is complete.
 */
export function createAnswerPrinter({
  write,
  bold,
}: {
  write: (text: string) => unknown
  bold: (text: string) => string
}) {
  let table: string[] = []
  /** The line that is still coming in, as far as it is not printed. */
  let line = ''
  let isLinePrinted = false

  const format = (text: string) =>
    text
      .split(/(\*\*(?:\\.|[^\\*\n])+\*\*)/)
      .map((part, index) => (index % 2 === 1 ? bold(toPlainText(part.slice(2, -2))) : toPlainText(part)))
      .join('')

  function printTable(): void {
    if (table.length > 0) write(`${alignTable(table).map(format).join('\n')}\n`)
    table = []
  }

  function endLine(): void {
    if (isRow(line) && !isLinePrinted) table.push(line)
    else {
      printTable()
      write(`${format(line)}\n`)
    }
    line = ''
    isLinePrinted = false
  }

  return {
    add(delta: string): void {
      const [rest = '', ...more] = delta.split('\n')
      line += rest
      for (const next of more) {
        endLine()
        line = next
      }
      // A row waits for the other rows; any other line is printed piece by piece.
      if (line === '' || (isRow(line) && !isLinePrinted)) return
      printTable()
      write(format(line))
      line = ''
      isLinePrinted = true
    },
    /** Prints what is left, and ends the last line. */
    end(): void {
      if (line !== '' || isLinePrinted) endLine()
      printTable()
    },
  }
}

function toPlainText(markdown: string): string {
  return stripControlCharacters(unescapeMarkdown(markdown))
}

function isRow(line: string): boolean {
  return line.startsWith('|')
}

/** Pads the cells of each column to one width; leaves out the row of dashes, and a header without column names. */
function alignTable(lines: readonly string[]): string[] {
  const rows = lines.map(splitCells).filter((cells) => cells.some((cell) => !/^:?-*:?$/.test(cell)))
  const widths: number[] = []
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) widths[column] = Math.max(widths[column] ?? 0, shownWidth(cell))
  }
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell + ' '.repeat(widths[column]! - shownWidth(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** An escaped pipe belongs to its cell. */
function splitCells(line: string): string[] {
  const cells = line.match(/(?<=\|)(?:\\.|[^\\|])*/g) ?? []
  return cells.slice(0, -1).map((cell) => cell.trim())
}

const wideCharacter = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu

/** Returns how many columns of a terminal the cell takes. */
function shownWidth(cell: string): number {
  const text = toPlainText(cell.replaceAll('**', ''))
  return [...text].length + (text.match(wideCharacter)?.length ?? 0)
}
