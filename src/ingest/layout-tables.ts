import { voidTags } from './html-tags.ts'
import { type Attributes, walkTags } from './walk-tags.ts'

interface OpenTable {
  number: number
  isMarked: boolean
  isData: boolean
  rows: number
  /** Most cells of a row, and cells of the current one. */
  columns: number
  cells: number
  /** Of the current cell. */
  paragraphs: number
  length: number
  hasProse: boolean
}

const maxProseRows = 2
const minProseLength = 150

/**
 * Finds the tables that only place text side by side, by their numbers in the order of the page: those marked as such, boxes
 * of one column, and one or two rows with several paragraphs in a cell. Names of columns or lines make it a table.
 */
export function findLayoutTables(html: string): ReadonlySet<number> {
  const found = new Set<number>()
  if (!/<table\b/i.test(html)) return found
  const open: OpenTable[] = []
  let count = 0
  const close = () => {
    const table = open.pop()
    if (table !== undefined && isLayout(table)) found.add(table.number)
  }
  walkTags(html, {
    open(tag, attributes) {
      if (tag === 'table') open.push(newTable(count++, attributes))
      const table = open.at(-1)
      if (table === undefined || tag === 'table') return
      if (tag === 'th' || tag === 'thead' || tag === 'caption') table.isData = true
      if (tag === 'tr') {
        table.rows++
        table.cells = 0
      } else if (tag === 'td') {
        table.columns = Math.max(table.columns, ++table.cells)
        table.paragraphs = 0
        table.length = 0
      } else if (paragraphTags.has(tag) && !voidTags.has(tag)) table.paragraphs++
    },
    close(tag) {
      if (tag === 'table') close()
    },
    text(text) {
      const table = open.at(-1)
      if (table === undefined) return
      table.length += text.trim().length
      table.hasProse ||= table.paragraphs > 1 && table.length >= minProseLength
    },
  })
  while (open.length > 0) close()
  return found
}

function newTable(number: number, { role, border, class: names = '', style = '' }: Attributes): OpenTable {
  const isMarked = role === 'presentation' || role === 'none'
  const isData =
    /^[1-9]/.test(border ?? '') || dataClass.test(names) || /\bborder(?:-\w+)?\s*:[^;]*\bsolid\b/.test(style)
  return { number, isMarked, isData, rows: 0, columns: 0, cells: 0, paragraphs: 0, length: 0, hasProse: false }
}

function isLayout({ isMarked, isData, rows, columns, hasProse }: OpenTable): boolean {
  if (isMarked) return true
  return !isData && (columns === 1 || (rows <= maxProseRows && hasProse))
}

const paragraphTags = new Set('p div ul ol h1 h2 h3 h4 h5 h6 blockquote'.split(' '))
const dataClass = /confluenceTable|MsoTableGrid|wikitable|dataframe/
