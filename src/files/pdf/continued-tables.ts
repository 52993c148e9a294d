import { hasHeaderRow, isListOfPairs } from '../header-row.ts'
import type { Block, PageBlocks, Table } from './blocks.ts'

/** Gives a table that goes on over a page break the names of its columns, which its first page alone has. */
export function continueTables(pages: readonly PageBlocks[]): PageBlocks[] {
  let above: Table | undefined
  return pages.map(({ number, blocks }) => {
    const first = blocks[0]
    const continued = above && first?.kind === 'table' ? continueTable(above, first) : undefined
    const own = continued ? [continued, ...blocks.slice(1)] : blocks
    const last = own.findLast((block) => !isFootnote(block))
    above = last?.kind === 'table' ? last : undefined
    return { number, blocks: own }
  })
}

function continueTable(above: Table, { rows, hasHeader }: Table): Table | undefined {
  const [names] = above.rows
  if (!names || !namesColumns(above) || rows.some((row) => row.length !== names.length)) return undefined
  if (hasHeader || hasOwnNames(rows, names)) return { kind: 'table', rows, hasHeader: true }
  return { kind: 'table', rows: [names, ...rows], hasHeader: true }
}

/** Tells whether the first row of a table names its columns: by what the file says, else by its look. */
export function namesColumns({ rows, hasHeader }: Table): boolean {
  const texts = rows.map((row) => row.map((cell) => cell.join(' ')))
  return hasHeader ?? (!isListOfPairs(texts) && hasHeaderRow(texts))
}

/** Tells whether a first row repeats the names of the page before, or names a column of figures. */
function hasOwnNames([first = [], ...body]: Table['rows'], names: Table['rows'][number]): boolean {
  const hasFigure = (cell: readonly string[] | undefined) => /\d/.test(cell?.join(' ') ?? '')
  const namesFigures = (column: number) =>
    !hasFigure(first[column]) && body.length > 1 && body.every((row) => hasFigure(row[column]))
  const isRepeated = first.flat().join(' ') === names.flat().join(' ')
  return isRepeated || first.some((_, column) => namesFigures(column))
}

function isFootnote(block: Block): boolean {
  return block.kind === 'paragraph' && block.footnote === true
}
