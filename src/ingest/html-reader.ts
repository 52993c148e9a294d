import type { Block, BlockList, DisplayedLine } from './block.ts'
import { BoldText } from './bold-text.ts'
import { cleanText } from './clean-text.ts'
import { htmlTag } from './confluence-tags.ts'
import { DefinitionList } from './definition-list.ts'
import { HiddenText } from './hidden-text.ts'
import { blockTags, tableTags } from './html-tags.ts'
import {
  collapseWhitespace,
  joinBrokenLines,
  readWordBullet,
  superscriptSeparator,
  tidyPreformatted,
  tidyText,
} from './html-text.ts'
import { removeLeftoverMarkup } from './leftover-markup.ts'
import { ListItems } from './list-items.ts'
import { MathText } from './math-text.ts'
import { OpenTables } from './open-tables.ts'
import { parsePage } from './passage-pages.ts'
import { StruckText } from './struck-text.ts'
import { StyleSheet } from './style-sheet.ts'
import type { Attributes } from './walk-tags.ts'

/** Turns a stream of tags and text into blocks without building a tree; unclosed and misnested tags only cost precision. */
export class HtmlReader {
  private readonly out: BlockList
  private readonly isMarkdown: boolean
  private buffer = ''
  /** Ranges of the buffer that are code. */
  private codeRanges: [start: number, end: number][] = []
  private codeDepth = 0
  /** The last characters of the buffer; reading them from the buffer itself would flatten the string at every tag. */
  private tail = ''
  private hasText = false
  private afterImage = false
  private heading = 0
  private preformatted = 0
  private quotes = 0
  private readonly lists: ListItems
  private readonly definitions: DefinitionList
  private readonly tables: OpenTables
  /** In a paragraph that Word shows as an item, with a typed bullet. */
  private isWordItem = false
  private link: { hasText: boolean; href: string; title: string } | undefined
  /** The date that an element without text stands for. */
  private date = ''
  /** Of the words in the buffer: whether some are not in a link, and whether all links stay on the page. */
  private hasPlainWords = false
  private hasOnlyPageLinks = true
  private readonly hidden = new HiddenText()
  private readonly styles = new StyleSheet()
  private readonly math = new MathText()
  private readonly bold = new BoldText(this.styles)
  private readonly struck = new StruckText(this.styles)
  private afterStruck = false
  /** Which lines of the text that was taken from the buffer last are in bold. */
  private boldLines: readonly boolean[] = []
  /** Pages of the open sections, innermost last. */
  private pages: (number | undefined)[] = []

  /**
   * `isMarkdown`: the HTML was rendered from Markdown, so that Markdown left in its text is markup. `layoutTables`: the numbers
   * of tables whose cells are no data.
   */
  constructor(out: BlockList, isMarkdown: boolean, layoutTables: ReadonlySet<number>) {
    this.out = out
    this.lists = new ListItems(out)
    this.definitions = new DefinitionList(out)
    this.tables = new OpenTables(out, layoutTables)
    this.isMarkdown = isMarkdown
  }

  text(piece: string): void {
    if (this.hidden.isStyleSheet()) this.styles.add(piece)
    if (this.hidden.isOpen()) return
    if (this.math.isOpen()) this.math.text(piece)
    else this.append(this.preformatted > 0 ? piece : collapseWhitespace(piece))
  }

  private append(piece: string): void {
    if (this.struck.has(piece)) {
      this.afterStruck = true
      return
    }
    // The space before struck out words would separate a word from its full stop.
    if (this.afterStruck && /^[\s.,;:!?)]/.test(piece)) this.buffer = this.buffer.trimEnd()
    this.afterStruck = false
    if (this.afterImage && /^[\p{L}\p{N}]/u.test(piece)) this.buffer += ' '
    this.afterImage = false
    if (this.codeDepth > 0) this.codeRanges.push([this.buffer.length, this.buffer.length + piece.length])
    this.buffer += piece
    this.date = ''
    this.bold.text(piece)
    this.tail = piece.length >= 4 ? piece.slice(-4) : (this.tail + piece).slice(-4)
    if (/\S/.test(piece)) {
      this.hasText = true
      if (this.link !== undefined) {
        this.link.hasText = true
        this.hasOnlyPageLinks &&= this.link.href.startsWith('#')
      } else this.hasPlainWords ||= /[\p{L}\p{N}]/u.test(piece)
    }
  }

  /** Adds the alternative text of an image, separated from the words around it. */
  private addImage(alternative: string): void {
    if (alternative.trim() === '') return
    this.append(/[\p{L}\p{N}]$/u.test(this.tail) ? ` ${alternative}` : alternative)
    this.afterImage = true
  }

  private takeBuffer(): string {
    const readable = this.isMarkdown && this.preformatted === 0 ? this.removeMarkup() : this.buffer
    // Entities can have added invisible characters.
    const text = cleanText(readable)
    this.buffer = ''
    this.boldLines = this.bold.takeLines()
    this.codeRanges = []
    this.tail = ''
    this.hasText = false
    this.hasPlainWords = false
    this.hasOnlyPageLinks = true
    return text
  }

  private removeMarkup(): string {
    if (this.codeRanges.length === 0) return removeLeftoverMarkup(this.buffer)
    let text = ''
    let end = 0
    for (const [codeStart, codeEnd] of this.codeRanges) {
      text += removeLeftoverMarkup(this.buffer.slice(end, codeStart)) + this.buffer.slice(codeStart, codeEnd)
      end = codeEnd
    }
    return text + removeLeftoverMarkup(this.buffer.slice(end))
  }

  private linkTarget(): Block['links'] {
    return this.hasPlainWords || !this.hasText ? undefined : this.hasOnlyPageLinks ? 'page' : 'elsewhere'
  }

  openTag(name: string, attributes: Attributes): void {
    const tag = htmlTag(name, attributes)
    this.hidden.openTag(tag, attributes)
    if (this.hidden.isOpen()) return
    if (blockTags.has(tag)) this.breakBlock(tag)
    else this.math.openTag(tag)
    if (tag === 'p') this.isWordItem = /^MsoList/.test(attributes.class ?? '')
    this.bold.openTag(tag, attributes)
    this.struck.openTag(tag, attributes)
    this.lists.openTag(tag, attributes)
    this.definitions.openTag(tag)
    this.tables.openTag(tag, attributes)
    switch (tag) {
      case 'br':
        this.append('\n')
        this.bold.endLine()
        break
      case 'img':
        this.addImage(collapseWhitespace(attributes.alt ?? ''))
        break
      case 'a':
        this.link = { hasText: false, href: attributes.href ?? '', title: '' }
        break
      case 'ri:page':
        if (this.link !== undefined) this.link.title = attributes['ri:content-title'] ?? ''
        break
      case 'time':
        this.date = attributes.datetime ?? ''
        break
      case 'sup':
        this.append(superscriptSeparator(this.tail))
        break
      case 'code':
        this.codeDepth++
        break
      case 'section':
        this.pages.push(this.out.page)
        this.styles.enterSection()
        this.out.page = parsePage(attributes['data-page']) ?? this.out.page
        break
      case 'pre':
        this.preformatted++
        break
      case 'blockquote':
        this.quotes++
        break
      default:
        if (headingTag.test(tag)) {
          if (this.tables.isInCell()) this.leaveCell()
          this.heading = Number(tag[1])
        }
    }
  }

  closeTag(name: string): void {
    const tag = htmlTag(name)
    if (this.hidden.isOpen()) {
      this.hidden.closeTag(tag)
      return
    }
    const formula = this.math.closeTag(tag)
    if (formula !== undefined) this.append(formula)
    if (tag === 'a') this.closeLink()
    if (tag === 'time' && this.date !== '') this.append(this.date)
    this.date = ''
    if (tag === 'code') this.codeDepth = Math.max(0, this.codeDepth - 1)
    this.struck.closeTag(tag)
    if (blockTags.has(tag)) this.breakBlock(tag)
    this.bold.closeTag(tag)
    if (!blockTags.has(tag)) return
    this.lists.closeTag(tag)
    this.definitions.closeTag(tag)
    this.tables.closeTag(tag)
    switch (tag) {
      case 'section':
        this.out.page = this.pages.pop()
        this.styles.leaveSection()
        break
      case 'pre':
        this.preformatted = Math.max(0, this.preformatted - 1)
        break
      case 'blockquote':
        this.quotes = Math.max(0, this.quotes - 1)
        break
    }
  }

  end(): void {
    this.breakBlock('table')
    this.tables.end()
    this.definitions.end()
  }

  /** Ends the current block. Inside a table cell only table tags do: paragraphs in a cell belong to the cell. */
  private breakBlock(tag: string): void {
    if (this.math.isOpen()) this.append(this.math.end())
    if (this.tables.isInCell()) {
      if (!tableTags.has(tag)) this.append(tag === 'li' && this.hasText && !/[,\s]$/.test(this.tail) ? ', ' : ' ')
      else this.endCell()
      return
    }
    const level = this.heading
    this.heading = 0
    this.link = undefined
    if (!this.hasText) {
      this.takeBuffer()
      return
    }
    const links = this.linkTarget()
    const raw = this.isWordItem ? readWordBullet(this.takeBuffer()) : this.takeBuffer()
    this.isWordItem = false
    const text = this.preformatted > 0 ? tidyPreformatted(raw) : joinBrokenLines(tidyText(raw))
    if (level > 0) this.out.addHeading(level, text.replaceAll('\n', ' '))
    else if (this.definitions.isExpectingText()) this.definitions.add(text)
    else if (this.lists.isOpen()) this.lists.add(text, { isCode: this.preformatted > 0, links })
    else {
      const kind = this.kind()
      this.out.add(kind, text, { links, lines: kind === 'paragraph' ? this.readLines(raw) : undefined })
    }
  }

  /** Returns the lines of a paragraph; undefined for a single line that doesn't stand out. */
  private readLines(raw: string): DisplayedLine[] | undefined {
    if (this.boldLines.length === 1 && !this.boldLines[0]) return undefined
    return raw.split('\n').map((line, index) => ({ text: tidyText(line), isBold: this.boldLines[index] ?? false }))
  }

  private endCell(): void {
    const text = joinBrokenLines(tidyText(this.takeBuffer()))
      .replaceAll('\n', ' ')
      .replace(/(?<![ ,])[ ,]+$/, '')
    this.tables.endCell(
      text,
      this.boldLines.every((line) => line),
    )
  }

  private kind(): Exclude<Block['kind'], 'heading'> {
    return this.preformatted > 0 ? 'code' : this.quotes > 0 ? 'quote' : 'paragraph'
  }

  /** Reads a cell with a heading as text outside of tables. */
  private leaveCell(): void {
    this.tables.leaveCell()
    this.breakBlock('div')
  }

  private closeLink(): void {
    const link = this.link
    this.link = undefined
    if (link !== undefined && !link.hasText) this.append(link.title)
    // A link without text is indexed by its address.
    if (link !== undefined && !link.hasText && /^(?:https?:|mailto:)/i.test(link.href)) {
      this.append(link.href.replace(/^mailto:/i, ''))
    }
  }
}

const headingTag = /^h[1-6]$/
