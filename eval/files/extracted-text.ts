import { Parser } from 'htmlparser2'
import type { FileText } from '../../src/files/file-text.ts'
import { embedText } from '../../src/files/inner-files.ts'

/** What a reader of the file would see, normalized for comparison. */
export interface ExtractedText {
  text: string
  headings: string[]
  tableRows: string[][]
}

/** Takes text, headings and table rows out of a file's HTML. */
export function extractText(file: FileText): ExtractedText {
  const headings: string[] = file.title ? [normalize(file.title)] : []
  const tableRows: string[][] = []
  let text = file.title ? `${file.title}\n` : ''
  let heading: string | undefined
  /** Rows and cells that are open, because tables nest. */
  const rows: string[][] = []
  const cells: string[] = []
  let hiddenDepth = 0
  const parser = new Parser({
    onopentag(name) {
      if (hidden.has(name)) hiddenDepth++
      if (/^h[1-6]$/.test(name)) heading = ''
      if (name === 'tr') rows.push([])
      if (cell.test(name)) cells.push('')
      if (!inline.test(name)) text += '\n'
    },
    ontext(piece) {
      if (hiddenDepth > 0) return
      text += piece
      if (heading !== undefined) heading += piece
      if (cells.length > 0) cells[cells.length - 1] += piece
    },
    onclosetag(name) {
      if (hidden.has(name)) hiddenDepth--
      if (/^h[1-6]$/.test(name)) {
        headings.push(normalize(heading ?? ''))
        heading = undefined
      }
      if (cell.test(name)) rows.at(-1)?.push(normalize(cells.pop() ?? ''))
      if (name === 'tr') tableRows.push(rows.pop() ?? [])
      if (!inline.test(name)) text += '\n'
    },
  })
  parser.end(embedText(file, 0))
  return { text: normalize(text), headings, tableRows }
}

/** Unifies what facts and files write in different ways: compatibility characters, quotes, dashes and white space. */
export function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u201b\u00b4`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const hidden = new Set(['script', 'style', 'title', 'head'])
const cell = /^t[dh]$/
const inline = /^(?:a|b|i|em|strong|span|u|s|code|sub|sup|small|mark|font|abbr|cite|q|del|ins)$/
