import type { Block } from './block.ts'
import { splitSentences, wordBoundary } from './sentences.ts'
import { estimateTokens } from './token-count.ts'

/** The smallest thing that chunking moves around: a block, or a part of one that is too large for a chunk. */
export interface ChunkUnit {
  text: string
  tokens: number
  /** True when it goes on in the middle of a block: joined by a space, not by a line end. */
  continues: boolean
  /** What to index of it: without the list marker, without the column names. */
  indexText: string
  /** The column names of the table that a row stands in. */
  header?: string
}

/** A block longer than this is no prose, and finding its sentences would take longer than they are worth. */
const maxProseLength = 50_000

/** Without a language, blocks are cut between words only, which is several times faster than between sentences. */
export function splitIntoUnits(
  blocks: Block[],
  maxTokens: number,
  language: string | undefined,
): ChunkUnit[] {
  const units: ChunkUnit[] = []
  for (const block of blocks) {
    const tokens = estimateTokens(block.text)
    if (tokens <= maxTokens) units.push(unitFromBlock(block, tokens))
    else if (block.kind === 'code') splitCode(block.text, maxTokens, units)
    else if (language === undefined || block.text.length > maxProseLength)
      cutToSize(block.text, maxTokens, false, units)
    else splitProse(block.text, maxTokens, language, units)
  }
  return units
}

function unitFromBlock({ kind, text, row }: Block, tokens: number): ChunkUnit {
  if (row !== undefined) return { text, tokens, continues: false, indexText: row.cells, header: row.header }
  const indexText = kind === 'list-item' ? text.replace(/^ *(?:-|\d+\.) /, '') : text
  return { text, tokens, continues: false, indexText }
}

function splitCode(text: string, maxTokens: number, units: ChunkUnit[]): void {
  for (const line of text.split('\n')) {
    const tokens = estimateTokens(line)
    if (tokens <= maxTokens) units.push({ text: line, tokens, continues: false, indexText: line })
    else cutToSize(line, maxTokens, false, units)
  }
}

function splitProse(text: string, maxTokens: number, language: string, units: ChunkUnit[]): void {
  let previousEnd = 0
  for (const sentence of splitSentences(text, language)) {
    const continues = sentence.start > 0 && !text.slice(previousEnd, sentence.start).includes('\n')
    previousEnd = sentence.end
    const tokens = estimateTokens(sentence.text)
    if (tokens <= maxTokens) units.push({ text: sentence.text, tokens, continues, indexText: sentence.text })
    else cutToSize(sentence.text, maxTokens, continues, units)
  }
}

/** One sentence larger than a chunk: cut between words where there are any, else between characters. */
function cutToSize(text: string, maxTokens: number, continues: boolean, units: ChunkUnit[]): void {
  // At least two characters a token in the densest text, four in prose: start there and shrink until it fits.
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
    if (trimmed !== '')
      units.push({ text: trimmed, tokens, continues: continues || !isFirst, indexText: trimmed })
    isFirst = false
    start += piece.length
  }
}

function cutAtSpace(text: string, start: number, length: number): string {
  if (start + length >= text.length) return text.slice(start)
  return text.slice(start, start + wordBoundary(text.slice(start, start + length + 1)))
}
