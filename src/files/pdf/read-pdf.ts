import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { type FormatReader, type SkippedPart, type TextRecognizer, UnreadableFileError } from '../file-text.ts'
import type { Block, Heading, PageBlocks } from './blocks.ts'
import { joinContinuations } from './continuations.ts'
import { continueTables } from './continued-tables.ts'
import { drawPage, type Layers, type PdfOperators } from './draw-page.ts'
import { withFormBoxes } from './form-boxes.ts'
import type { Box } from './geometry.ts'
import { withHeadings } from './headings.ts'
import { type Vocabulary, vocabularyOf } from './hyphens.ts'
import { type Line, segmentsOf } from './lines.ts'
import { withLists } from './lists.ts'
import { canBeTitle, meaningfulTitle, pdfDate } from './metadata.ts'
import { openPdf } from './open-pdf.ts'
import { uprightParts } from './orientation.ts'
import { layOutPage } from './page-layout.ts'
import { type PageLines, RunningLines } from './running-lines.ts'
import { hasHeadings, type StructureNode, taggedBlocks } from './structure-tree.ts'
import { type Word, wordsOf } from './words.ts'
import { joinAll, writeHtml } from './write-html.ts'

const maxPages = 5000
/** Pages that are read ahead before one is cleaned of running headers. */
const lookahead = 8
const pagesToFindTags = 20
/** Text recognition takes seconds for a page. */
const maxRecognizedPages = 100

/** Reads a PDF: its text in reading order, with headings, lists, tables and page numbers. */
export const readPdf: FormatReader = async (bytes, { limits, recognizer }) => {
  if (bytes.length === 0) throw new UnreadableFileError('empty')
  const { document, operators } = await openPdf(bytes)
  try {
    const { info } = await document.getMetadata().catch(() => ({ info: {} }))
    const { pages, pagesRead } = await readPages(document, operators, limits.textLength)
    const properties = info as { Title?: unknown; ModDate?: unknown; CreationDate?: unknown }
    const vocabulary = vocabularyOf(textsOf(pages))
    const complete = structured(pages)
    const scanned = pages.filter(({ blocks }) => blocks.length === 0).map(({ number }) => number)
    const recognized = await recognizeScans(bytes, scanned, recognizer)
    const { content, leftOutFrom = pagesRead + 1 } = writeHtml(complete, vocabulary, limits.textLength, recognized)
    if (content === '') throw new UnreadableFileError(leftOutFrom <= pagesRead ? 'too-large' : 'no-text')
    const title = meaningfulTitle(properties.Title) ?? firstTitle(complete, vocabulary)
    const updatedAt = pdfDate(properties.ModDate) ?? pdfDate(properties.CreationDate)
    return {
      ...(title ? { title } : {}),
      ...(updatedAt ? { updatedAt } : {}),
      type: 'html',
      content,
      skipped: [
        ...skippedPages(leftOutFrom, document.numPages),
        ...(recognizer ? scanned.slice(maxRecognizedPages).map(toSkippedScan) : []),
      ],
    }
  } finally {
    await document.destroy()
  }
}

interface DrawnPage {
  number: number
  parts: (PageLines & { rules: Box[]; words: Word[] })[]
  /** The tags of the page, if those of the document can be trusted. */
  tags?: StructureNode
}

async function readPages(document: PDFDocumentProxy, operators: PdfOperators, maxLength: number) {
  const layers = await document.getOptionalContentConfig()
  const tagged = await isTagged(document)
  const running = new RunningLines()
  const waiting: DrawnPage[] = []
  const pages: PageBlocks[] = []
  const count = Math.min(document.numPages, maxPages)
  let length = 0
  let failed = 0
  let last = 0
  const finish = (page: DrawnPage) => {
    const blocks = page.parts.flatMap((part) => blocksOf(running.clean(page.number, part, count), part, page.tags))
    pages.push({ number: page.number, blocks })
  }
  for (let number = 1; number <= count && length < maxLength; number++) {
    const page = await readPage(document, operators, { layers, tagged, number }).catch(() => undefined)
    last = number
    if (!page) {
      failed++
      continue
    }
    for (const part of page.parts) {
      running.add(number, part)
      for (const segment of part.segments) length += segment.text.length + 1
    }
    waiting.push(page)
    if (waiting.length > lookahead) finish(waiting.shift() as DrawnPage)
  }
  waiting.forEach(finish)
  if (failed === last) throw new UnreadableFileError('damaged')
  return { pages, pagesRead: last }
}

function skippedPages(from: number, to: number): SkippedPart[] {
  return from > to ? [] : [{ name: `pages ${from} to ${to}`, reason: 'too-large' }]
}

/** Returns the HTML of pages that have no text but pictures of it, as far as text recognition is on. */
async function recognizeScans(
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  recognizer: TextRecognizer | undefined,
): Promise<ReadonlyMap<number, string>> {
  if (!recognizer || pageNumbers.length === 0) return new Map()
  const { recognizePages } = await import('../ocr/recognize-pages.ts')
  return recognizePages(bytes, pageNumbers.slice(0, maxRecognizedPages), recognizer)
}

function toSkippedScan(pageNumber: number): SkippedPart {
  return { name: `page ${pageNumber}`, reason: 'no-text' }
}

/** Says whether the document has tags that name headings, on one of its first pages. */
async function isTagged(document: PDFDocumentProxy): Promise<boolean> {
  const mark = await document.getMarkInfo().catch(() => null)
  if (!mark?.Marked) return false
  for (let number = 1; number <= Math.min(document.numPages, pagesToFindTags); number++) {
    const page = await document.getPage(number).catch(() => undefined)
    if (hasHeadings((await page?.getStructTree().catch(() => null)) ?? null)) return true
  }
  return false
}

async function readPage(
  document: PDFDocumentProxy,
  operators: PdfOperators,
  { layers, tagged, number }: { layers: Layers; tagged: boolean; number: number },
): Promise<DrawnPage> {
  const page = await document.getPage(number)
  const { content, isForm } = await withFormBoxes(page, await drawPage(page, operators, layers))
  const tags = tagged && !isForm ? await page.getStructTree().catch(() => null) : null
  page.cleanup()
  const parts = uprightParts(content).map(({ height, glyphs, rules }) => {
    const words = wordsOf(glyphs, rules).filter((word) => !tags || !word.artifact)
    return { height, segments: segmentsOf(words), rules, words: tags ? words : [] }
  })
  return { number, parts, ...(tags ? { tags } : {}) }
}

function blocksOf(
  segments: readonly Line[],
  { rules, words }: Pick<DrawnPage['parts'][number], 'rules' | 'words'>,
  tags: StructureNode | undefined,
): Block[] {
  const kept = tags && new Set(segments.flatMap((segment) => segment.words))
  const found =
    tags &&
    taggedBlocks(
      tags,
      words.filter((word) => kept?.has(word)),
      rules,
    )
  return found ? [...found.blocks, ...layOutPage(segmentsOf(found.rest), rules)] : layOutPage(segments, rules)
}

/** Finds what needs the whole document: headings, paragraphs and tables over page breaks, lists. */
function structured(pages: readonly PageBlocks[]): PageBlocks[] {
  const headed = withHeadings(pages.map(({ blocks }) => blocks))
  const joined = joinContinuations(pages.map(({ number }, index) => ({ number, blocks: headed[index] as Block[] })))
  return continueTables(joined).map(({ number, blocks }) => ({ number, blocks: withLists(blocks) }))
}

function* textsOf(pages: readonly PageBlocks[]): Generator<string> {
  for (const { blocks } of pages) {
    for (const block of blocks) {
      if (block.kind === 'table') yield* block.rows.flat(2)
      else for (const line of block.lines) yield line.text
    }
  }
}

/** Returns the largest heading that can be a title, of the first page that has one. */
function firstTitle(pages: readonly PageBlocks[], vocabulary: Vocabulary): string | undefined {
  for (const { blocks } of pages.slice(0, 3)) {
    const titles = blocks
      .filter((block): block is Heading => block.kind === 'heading')
      .map(({ lines }) => ({ size: lines[0]?.size ?? 0, text: textOf(lines, vocabulary) }))
      .filter(({ text }) => canBeTitle(text))
    const [first, ...others] = titles
    if (first) return others.reduce((largest, title) => (title.size > largest.size ? title : largest), first).text
  }
  return undefined
}

function textOf(lines: Heading['lines'], vocabulary: Vocabulary): string {
  const texts = lines.map((line) => line.text)
  return joinAll(texts, vocabulary).slice(0, 300)
}
