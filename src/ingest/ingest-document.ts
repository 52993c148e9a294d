import { analyze } from './analyze.ts'
import type { Block } from './block.ts'
import { type Chunk, type ChunkText, chunkBlocks } from './chunk.ts'
import { cleanText } from './clean-text.ts'
import { parseFrontMatter } from './front-matter.ts'
import { htmlToBlocks } from './html-blocks.ts'
import { detectLanguage } from './language-detection.ts'
import { markdownToBlocks } from './markdown-blocks.ts'
import { buildPassageText, passageContext } from './passage-text.ts'
import { plainTextToBlocks } from './plain-text-blocks.ts'
import { readableTitle } from './readable-title.ts'
import { isWithinStemmingBudget } from './stemming-budget.ts'

export interface IngestInput {
  title: string
  content: string
  type: 'markdown' | 'html'
}

export interface IngestedDocument {
  /** The whole document as readable text. */
  text: string
  /** ISO 639-1. */
  language: string
  /** At least one: an empty document can still be found by its title. */
  chunks: Chunk[]
}

/**
 * Version of the text that this code makes of a document. Raise it with every change that stored documents should get:
 * the next start then reads them again in the background.
 */
export const ingestVersion = 6

const maxContentBytes = 4 * 1024 * 1024
const maxChunks = 20_000
/** Further repeats of a term in one passage only cost space: of 12,110 passages in five public collections, 3 have more. */
const maxTermRepeats = 24

/** Derives everything from the content of a document, as a pure function. Hostile input can make it slow: see ingest-pool.ts. */
export function ingestDocument(input: IngestInput): IngestedDocument {
  const { title, content, type } = cleanAndTruncate(input)
  return assembleDocument(title, type === 'html' ? htmlToBlocks(content) : markdownToBlocks(content, title))
}

/** Does the same without a parser, in linear time: for documents that a parser cannot read before the deadline. */
export function ingestAsPlainText(input: IngestInput): IngestedDocument {
  const { title, content, type } = cleanAndTruncate(input)
  const body = type === 'markdown' ? parseFrontMatter(content).body : content
  return assembleDocument(title, plainTextToBlocks(body, type), { findSentences: false })
}

/** Returns a document that consists of its title. */
export function ingestTitleOnly(title: string): IngestedDocument {
  return assembleDocument(passageTitle(title), [])
}

/** Returns a title as passages have it. */
export function passageTitle(title: string): string {
  return readableTitle(title).replace(/\s+/g, ' ').trim()
}

function cleanAndTruncate({ title, content, type }: IngestInput): IngestInput {
  const isTooLong = content.length * 3 > maxContentBytes && Buffer.byteLength(content) > maxContentBytes
  const truncated = isTooLong ? Buffer.from(content).toString('utf8', 0, maxContentBytes) : content
  return { title: passageTitle(title), content: cleanText(truncated), type }
}

function assembleDocument(title: string, blocks: Block[], { findSentences = true } = {}): IngestedDocument {
  const text = joinBlocks(blocks)
  const language = detectLanguage(text === '' ? title : text)
  const chunkTexts = chunkBlocks(blocks, {
    maxChunks,
    sentenceLanguage: findSentences ? language : undefined,
  })
  if (chunkTexts.length === 0) chunkTexts.push(titleChunk(title))
  const contextTerms = new Map<string, string>()
  const stem = isWithinStemmingBudget(text, language)
  const termsOf = (part: string) => {
    const known = contextTerms.get(part) ?? analyze(part, language, { stem }).join(' ')
    contextTerms.set(part, known)
    return known
  }
  const chunks = chunkTexts.map((chunk, ordinal): Chunk => {
    const { headingPath, text, isLinkList, pages } = chunk
    // The title counts twice: it sums up what all passages are about.
    const context = [title, ...passageContext(headingPath, title)].map(termsOf)
    return {
      ordinal,
      headingPath,
      text,
      terms: [...context, limitRepeats(maxTermRepeats, analyze(chunk.indexText, language, { stem })).join(' ')]
        .filter(Boolean)
        .join(' '),
      passage: buildPassageText({ title, headingPath, text, language, findSentences }),
      isLinkList,
      pages,
    }
  })
  return { text, language, chunks }
}

function titleChunk(title: string): ChunkText {
  return { headingPath: [], text: title, indexText: '', isLinkList: false, pages: undefined }
}

function limitRepeats(maxRepeats: number, terms: readonly string[]): readonly string[] {
  if (terms.length <= maxRepeats) return terms
  const counts = new Map<string, number>()
  return terms.filter((term) => {
    const count = (counts.get(term) ?? 0) + 1
    counts.set(term, count)
    return count <= maxRepeats
  })
}

function joinBlocks(blocks: Block[]): string {
  let text = ''
  let previous: Block['kind'] | undefined
  for (const { kind, text: blockText } of blocks) {
    const isRun = kind === previous && (kind === 'list-item' || kind === 'table-row')
    text += previous === undefined ? blockText : `${isRun ? '\n' : '\n\n'}${blockText}`
    previous = kind
  }
  return text
}
