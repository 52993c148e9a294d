import type { Block } from './block.ts'
import { markCode } from './code-lines.ts'
import { isLeadIn, isQuestion } from './sentence-end.ts'
import { splitSentences, wordBoundary } from './sentences.ts'
import { estimateTokens } from './token-count.ts'

/** The smallest unit of chunking: a block, or a part of a block too large for a chunk. */
export interface ChunkUnit {
  text: string
  tokens: number
  /** Continues the block of the previous unit: joined by a space instead of a line break. */
  continues: boolean
  /** The text to index: without list marker and column names. */
  indexText: string
  /** Column names of the table, for a row. */
  header?: string
  /** Introduces what follows: a heading, a question, a label, "You will need:". */
  leads: boolean
  isListItem: boolean
  isLink: boolean
  /** The page that its block begins on. */
  page?: number | undefined
}

/** A unit of plain text. */
function textUnit(text: string, tokens: number, continues: boolean): ChunkUnit {
  return { text, tokens, continues, indexText: text, leads: false, isListItem: false, isLink: false }
}

function codeUnit(text: string, tokens: number, indent: string | undefined): ChunkUnit {
  return { ...textUnit(markCode(text, indent), tokens, false), indexText: text }
}

/** A longer block is not prose; splitting it into sentences is not worth the time. */
const maxProseLength = 50_000

/** Splits blocks into units. Without a language it cuts between words only, which is several times faster. */
export function splitIntoUnits(blocks: Block[], maxTokens: number, language: string | undefined): ChunkUnit[] {
  const all: ChunkUnit[] = []
  for (const given of blocks) {
    const block = { ...given, text: shortenBlanks(given.text) }
    const units: ChunkUnit[] = []
    const tokens = estimateTokens(block.text)
    if (tokens <= maxTokens || isWholeRow(block, tokens, maxTokens)) units.push(unitFromBlock(block, tokens))
    else if (block.kind === 'code') splitCode(block, maxTokens, units)
    else if (language === undefined || block.text.length > maxProseLength)
      cutToSize(block.text, maxTokens, false, units)
    else splitProse(block.text, maxTokens, language, units)
    for (const unit of units) all.push(block.page === undefined ? unit : { ...unit, page: block.page })
  }
  return all
}

const maxBlanks = 200

/** Shortens runs of blanks and empty lines, as code can have: they cost no tokens, so that a passage would have no limit. */
function shortenBlanks(text: string): string {
  return text.replace(/\s{200,}/g, (run) => run.slice(0, maxBlanks))
}

/** A row of a wide table loses its meaning in parts. */
function isWholeRow({ row }: Block, tokens: number, maxTokens: number): boolean {
  return row !== undefined && tokens <= 2 * maxTokens
}

function unitFromBlock(block: Block, tokens: number): ChunkUnit {
  const { kind, text, row, links, indent } = block
  if (kind === 'code') return codeUnit(text, tokens, indent)
  const unit = { ...textUnit(text, tokens, false), leads: isLead(block), isLink: links !== undefined }
  if (row !== undefined) return { ...unit, indexText: row.cells, header: row.header }
  if (kind !== 'list-item') return unit
  return { ...unit, isListItem: true, indexText: text.replace(/^ *(?:-|\d+\.) /, '') }
}

const maxLabelLength = 60

/** Tells whether a block means little without the next one. */
function isLead({ kind, text }: Block): boolean {
  if (kind === 'heading') return true
  if (kind === 'table-row') return false
  if (isLeadIn(text) || isQuestion(text) || /^Q\d*[:.] /.test(text)) return true
  return kind === 'paragraph' && text.length <= maxLabelLength && !/[\p{P}\p{S}]$/u.test(text)
}

function splitCode({ text, indent }: Block, maxTokens: number, units: ChunkUnit[]): void {
  for (const line of text.split('\n')) {
    const tokens = estimateTokens(line)
    if (tokens <= maxTokens) units.push(codeUnit(line, tokens, indent))
    else cutToSize(line, maxTokens, false, units)
  }
}

function splitProse(text: string, maxTokens: number, language: string, units: ChunkUnit[]): void {
  let previousEnd = 0
  for (const sentence of splitSentences(text, language)) {
    const continues = sentence.start > 0 && !text.slice(previousEnd, sentence.start).includes('\n')
    previousEnd = sentence.end
    const tokens = estimateTokens(sentence.text)
    if (tokens <= maxTokens) units.push(textUnit(sentence.text, tokens, continues))
    else cutToSize(sentence.text, maxTokens, continues, units)
  }
}

/** Cuts a sentence larger than a chunk, between words if possible, else between characters. */
function cutToSize(text: string, maxTokens: number, continues: boolean, units: ChunkUnit[]): void {
  // Starts at five characters per token, as in prose, and shrinks until the piece fits.
  let start = 0
  let isFirst = true
  while (start < text.length) {
    let length = Math.min(text.length - start, maxTokens * 5)
    let piece = cutAtSpace(text, start, length)
    let tokens = estimateTokens(piece)
    while (tokens > maxTokens && length > 1) {
      length = Math.max(1, Math.floor((length * maxTokens) / (tokens + 1)))
      piece = cutAtSpace(text, start, length)
      tokens = estimateTokens(piece)
    }
    const trimmed = piece.trim()
    if (trimmed !== '') units.push(textUnit(trimmed, tokens, continues || !isFirst))
    isFirst = false
    start += piece.length
  }
}

function cutAtSpace(text: string, start: number, length: number): string {
  if (start + length >= text.length) return text.slice(start)
  return text.slice(start, start + wordBoundary(text.slice(start, start + length + 1)))
}
