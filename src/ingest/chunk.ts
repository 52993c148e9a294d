import type { PassageText } from '../models/embedder.ts'
import type { Block } from './block.ts'
import { type ChunkUnit, splitIntoUnits } from './chunk-units.ts'
import { groupIntoSections, type Section } from './sections.ts'

export interface Chunk {
  ordinal: number
  headingPath: string[]
  /** Readable plain text as quoted to people; blocks stand on lines of their own. */
  text: string
  /** Space-separated analyzed terms for the lexical index: title, heading path, text. */
  terms: string
  /** What the embedding sees. */
  passage: PassageText
}

/** A chunk before its terms are known. */
export interface ChunkText {
  headingPath: string[]
  text: string
  /** What to index: the text, but with the column names of a table once instead of once per row. */
  indexText: string
}

export interface ChunkOptions {
  maxChunks: number
  /** The language whose rules end a sentence; undefined when there is no time to look for sentences. */
  sentenceLanguage: string | undefined
}

/** About what a question needs to be answered from, and with title and headings below the model's 256 pieces. */
const targetTokens = 200
/**
 * Sections smaller than this are joined with small siblings that follow: a heading with a few words says too little
 * to be ranked by. Not higher, because a glossary entry or a short answer under its own question is found best alone.
 */
const minSectionTokens = 20

/** Cuts blocks into chunks that never cross a section; above `maxChunks`, sections are no longer kept apart. */
export function chunkBlocks(blocks: Block[], options: ChunkOptions): ChunkText[] {
  const chunks: ChunkText[] = []
  for (const section of joinTinySections(groupIntoSections(blocks))) {
    for (const units of packUnits(splitIntoUnits(section.blocks, targetTokens, options.sentenceLanguage))) {
      chunks.push(toChunkText(section.headingPath, units))
    }
    if (chunks.length > options.maxChunks) return chunkIgnoringSections(blocks, options)
  }
  return chunks
}

function chunkIgnoringSections(blocks: Block[], options: ChunkOptions): ChunkText[] {
  const packed = packUnits(splitIntoUnits(blocks, targetTokens, options.sentenceLanguage))
  return packed.slice(0, options.maxChunks).map((units) => toChunkText([], units))
}

function joinTinySections(sections: Section[]): Section[] {
  const joined: Section[] = []
  let open: { section: Section; parent: string; tokens: number } | undefined
  for (const section of sections) {
    const tokens = section.tokens
    const parent = section.parentPath.join('\n')
    const fits = open !== undefined && open.parent === parent && open.tokens + tokens <= targetTokens
    if (tokens < minSectionTokens && section.heading !== undefined && fits && open !== undefined) {
      open.section = inlineHeading(open.section)
      open.section.blocks.push(section.heading, ...section.blocks)
      open.tokens += tokens
      joined[joined.length - 1] = open.section
      continue
    }
    joined.push(section.blocks.length > 0 ? section : inlineHeading(section))
    open =
      tokens < minSectionTokens && section.heading !== undefined
        ? { section: joined.at(-1)!, parent, tokens }
        : undefined
  }
  return joined
}

/** A section that shares its chunk with others shows its heading in the text instead of in the path. */
function inlineHeading(section: Section): Section {
  if (section.heading === undefined) return section
  const { heading, parentPath, blocks, tokens } = section
  return { headingPath: parentPath, parentPath, heading: undefined, blocks: [heading, ...blocks], tokens }
}

/** Groups units into chunks of even size: a section of 210 tokens becomes two of 105, not one of 200 and a scrap. */
function packUnits(units: ChunkUnit[]): ChunkUnit[][] {
  const total = units.reduce((sum, unit) => sum + unit.tokens, 0)
  const target = total / Math.max(1, Math.ceil(total / targetTokens))
  const packed: ChunkUnit[][] = []
  let tokens = 0
  for (const unit of units) {
    const current = packed.at(-1)
    const isFull = tokens + unit.tokens > targetTokens || tokens + unit.tokens / 2 > target
    // A line that announces a list ("You will need:") stays with the list.
    const announced = current !== undefined && current.length > 1 && /[:：]$/.test(current.at(-1)!.text)
    if (current === undefined || isFull) {
      const lead = announced ? [current!.pop()!] : []
      packed.push([...lead, unit])
      tokens = unit.tokens + (lead[0]?.tokens ?? 0)
    } else {
      current.push(unit)
      tokens += unit.tokens
    }
  }
  return packed
}

function toChunkText(headingPath: readonly string[], units: ChunkUnit[]): ChunkText {
  let text = ''
  let header = ''
  const indexed: string[] = []
  for (const unit of units) {
    text += (text === '' ? '' : unit.continues ? ' ' : '\n') + unit.text
    if (unit.header !== undefined && unit.header !== header) {
      header = unit.header
      indexed.push(header)
    }
    indexed.push(unit.indexText)
  }
  const indexText = indexed.join('\n')
  return { headingPath: [...headingPath], text, indexText }
}
