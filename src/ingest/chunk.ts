import type { PassageText } from '../models/embedder.ts'
import type { Block } from './block.ts'
import { type ChunkUnit, splitIntoUnits } from './chunk-units.ts'
import type { PassagePages } from './passage-pages.ts'
import { readReleaseHeading } from './release-heading.ts'
import { groupIntoSections, type Section } from './sections.ts'

export interface Chunk {
  ordinal: number
  headingPath: string[]
  /** Readable plain text as quoted in answers; each block is on lines of its own. */
  text: string
  /** Space-separated analyzed terms for the lexical index: title, heading path, text. */
  terms: string
  /** The text to embed. */
  passage: PassageText
  /** Mostly names other pages: an index. */
  isLinkList: boolean
  /** Undefined for a document without pages. */
  pages: PassagePages | undefined
}

/** A chunk before its terms are known. */
export interface ChunkText {
  headingPath: string[]
  text: string
  /** The text to index: column names of a table occur once instead of once per row. */
  indexText: string
  isLinkList: boolean
  pages: PassagePages | undefined
}

export interface ChunkOptions {
  maxChunks: number
  /** Language for sentence splitting; undefined skips it to save time. */
  sentenceLanguage: string | undefined
}

/** Enough to answer a question from; with title and headings it stays below the 256 tokens of the model. */
const targetTokens = 200
/**
 * Smaller sections are joined with small siblings that follow: a heading with a few words is too little to rank. Not
 * higher, because a glossary entry or a short answer below its question is found best alone.
 */
const minSectionTokens = 20

/** Splits blocks into chunks within sections. If that gives more than `maxChunks`, ignores sections. */
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
    const isTiny = tokens < minSectionTokens && section.heading !== undefined && !isRelease(section)
    if (isTiny && fits && open !== undefined) {
      open.section = inlineHeading(open.section)
      open.section.blocks.push(section.heading!, ...section.blocks)
      open.tokens += tokens
      joined[joined.length - 1] = open.section
      continue
    }
    joined.push(section.blocks.length > 0 ? section : inlineHeading(section))
    open = isTiny ? { section: joined.at(-1)!, parent, tokens } : undefined
  }
  return joined
}

/** The changes of a version are told apart from those of others. */
function isRelease({ heading }: Section): boolean {
  return heading !== undefined && readReleaseHeading(heading.text)?.isMarked === true
}

/** A section that shares its chunk with others shows its heading in the text instead of in the path. */
function inlineHeading(section: Section): Section {
  if (section.heading === undefined) return section
  const { heading, parentPath, blocks, tokens } = section
  return { headingPath: parentPath, parentPath, heading: undefined, blocks: [heading, ...blocks], tokens }
}

/** Groups units into chunks of even size: a section of 210 tokens becomes two of 105, not one of 200 and a scrap. */
function packUnits(units: ChunkUnit[]): ChunkUnit[][] {
  const total = countTokens(units)
  const target = total / Math.max(1, Math.ceil(total / targetTokens))
  const packed: ChunkUnit[][] = []
  let tokens = 0
  for (const group of groupUnits(units)) {
    const groupTokens = countTokens(group)
    const current = packed.at(-1)
    const isFull = tokens + groupTokens > targetTokens || tokens + groupTokens / 2 > target
    if (current === undefined || isFull) {
      packed.push(group)
      tokens = groupTokens
    } else {
      current.push(...group)
      tokens += groupTokens
    }
  }
  return packed
}

/** Keeps units together where their size permits: a lead with what follows it, and a list with all of its items. */
function groupUnits(units: readonly ChunkUnit[]): ChunkUnit[][] {
  const groups: ChunkUnit[][] = []
  for (let start = 0; start < units.length; ) {
    let end = start
    while (units[end]?.leads && end < units.length - 1) end++
    const isList = units[end]?.isListItem
    end++
    const withFirst = end
    while (isList && units[end]?.isListItem) end++
    const whole = units.slice(start, end)
    if (countTokens(whole) <= targetTokens) groups.push(whole)
    else {
      const lead = units.slice(start, withFirst)
      if (countTokens(lead) <= targetTokens) groups.push(lead)
      else groups.push(...lead.map((unit) => [unit]))
      groups.push(...groupItems(units.slice(withFirst, end)))
    }
    start = end
  }
  return groups
}

/** Splits a list that is larger than a chunk between items; a line that announces subitems stays with the first. */
function groupItems(items: readonly ChunkUnit[]): ChunkUnit[][] {
  const groups: ChunkUnit[][] = []
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1)
    const isAnnounced = items[index - 1]?.leads && last !== undefined
    if (isAnnounced && countTokens(last) + item.tokens <= targetTokens) last.push(item)
    else groups.push([item])
  }
  return groups
}

function countTokens(units: readonly ChunkUnit[]): number {
  return units.reduce((sum, unit) => sum + unit.tokens, 0)
}

function toChunkText(headingPath: readonly string[], units: ChunkUnit[]): ChunkText {
  let text = ''
  let header = ''
  const indexed: string[] = []
  const pages: [offset: number, page: number][] = []
  for (const unit of units) {
    text += text === '' ? '' : unit.continues ? ' ' : '\n'
    const page = unit.page ?? 0
    if (page !== (pages.at(-1)?.[1] ?? 0)) pages.push([text.length, page])
    text += unit.text
    if (unit.header !== undefined && unit.header !== header) {
      header = unit.header
      indexed.push(header)
    }
    indexed.push(unit.indexText)
  }
  const indexText = indexed.join('\n')
  return {
    headingPath: [...headingPath],
    text,
    indexText,
    isLinkList: isLinkList(units),
    pages: pages.length > 0 ? pages : undefined,
  }
}

const minLinks = 3
const minLinkShare = 0.7

function isLinkList(units: readonly ChunkUnit[]): boolean {
  const links = units.filter((unit) => unit.isLink)
  return links.length >= minLinks && countTokens(links) >= minLinkShare * countTokens(units)
}
