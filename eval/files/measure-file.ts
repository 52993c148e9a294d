import { type FileText, UnreadableFileError, type UnreadableReason } from '../../src/files/file-text.ts'
import { type ExtractedText, extractText, normalize } from './extracted-text.ts'

/** A line of expected.jsonl. */
export interface ExpectedFile {
  file: string
  /** In reading order. */
  mustContain: string[]
  headings: string[]
  /** Rows; the file can have other cells between. */
  table: string[][]
  mustNotContain: string[]
  anywhere?: string[]
  /** Of each list, one. */
  anywhereOf?: string[][]
  attachments?: string[]
  maxTimes?: Record<string, number>
  /** Compares numbers without separators and brackets. */
  numeric?: boolean
  outcome?: UnreadableReason
}

export interface Share {
  found: number
  of: number
}

export interface FileScore {
  facts: Share
  headings: Share
  cells: Share
  outcomes: Share
  misses: string[]
}

/** Compares what was read of a file, or why it wasn't, with what is expected of it. */
export function measureFile(expected: ExpectedFile, read: FileText | UnreadableFileError): FileScore {
  const score: FileScore = { facts: share(), headings: share(), cells: share(), outcomes: share(), misses: [] }
  const outcome = read instanceof UnreadableFileError ? read.reason : 'read'
  count(score, 'outcomes', outcome === (expected.outcome ?? 'read'), `outcome ${outcome}`)
  const extracted = read instanceof UnreadableFileError ? { text: '', headings: [], tableRows: [] } : extractText(read)
  const names = read instanceof UnreadableFileError ? [] : read.skipped.map(({ name }) => normalize(name))

  let position = 0
  for (const fact of expected.mustContain) {
    const at = extracted.text.indexOf(normalize(fact), position)
    count(score, 'facts', at >= 0, `fact "${fact}"${extracted.text.includes(normalize(fact)) ? ' (out of order)' : ''}`)
    if (at >= 0) position = at + 1
  }
  for (const alternatives of [...(expected.anywhere ?? []).map((fact) => [fact]), ...(expected.anywhereOf ?? [])]) {
    const isFound = alternatives.some((fact) => extracted.text.includes(normalize(fact)))
    count(score, 'facts', isFound, `anywhere "${alternatives.join('" or "')}"`)
  }
  for (const fact of expected.mustNotContain) {
    const isAbsent = outcome === 'read' && !extracted.text.includes(normalize(fact))
    count(score, 'facts', isAbsent, `unwanted "${fact}"`)
  }
  for (const [fact, times] of Object.entries(expected.maxTimes ?? {})) {
    const found = extracted.text.split(normalize(fact)).length - 1
    count(score, 'facts', outcome === 'read' && found <= times, `"${fact}" ${found} times`)
  }
  for (const attachment of expected.attachments ?? []) {
    const name = normalize(attachment)
    const isNamed = extracted.text.includes(name) || names.some((skipped) => skipped.includes(name))
    count(score, 'facts', isNamed, `attachment "${attachment}"`)
  }
  for (const heading of expected.headings) {
    count(score, 'headings', hasHeading(extracted, normalize(heading)), `heading "${heading}"`)
  }
  for (const row of expected.table) countCells(score, row, extracted, expected.numeric === true)
  return score
}

export function addShare(sum: Share, { found, of }: Share): Share {
  return { found: sum.found + found, of: sum.of + of }
}

/** A heading can carry a number before the expected words, or little more behind them. */
function hasHeading({ headings }: ExtractedText, expected: string): boolean {
  return headings.some((heading) => heading.includes(expected) && heading.length <= expected.length + 30)
}

/** Counts the cells, in their order, of the row that has the most of them. */
function countCells(score: FileScore, row: string[], { tableRows }: ExtractedText, isNumeric: boolean): void {
  const comparable = (text: string) => (isNumeric ? bareNumber(normalize(text)) : normalize(text))
  const expected = row.map(comparable)
  let best = 0
  for (const cells of tableRows) {
    let next = 0
    let matched = 0
    for (const cell of expected) {
      const at = cells.findIndex((candidate, index) => index >= next && comparable(candidate) === cell)
      if (at < 0) continue
      matched++
      next = at + 1
    }
    best = Math.max(best, matched)
  }
  score.cells = addShare(score.cells, { found: best, of: row.length })
  if (best < row.length) score.misses.push(`${row.length - best} cells of row "${row.join(' | ')}"`)
}

function bareNumber(text: string): string {
  return /^[\d\s.,'()-]+$/.test(text) ? text.replace(/[\s,'()]/g, '') : text
}

function count(score: FileScore, kind: 'facts' | 'headings' | 'outcomes', isFound: boolean, what: string): void {
  score[kind] = addShare(score[kind], { found: isFound ? 1 : 0, of: 1 })
  if (!isFound) score.misses.push(what)
}

function share(): Share {
  return { found: 0, of: 0 }
}
