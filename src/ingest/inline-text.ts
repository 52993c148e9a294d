import type { Block } from './block.ts'
import { BoldText } from './bold-text.ts'
import { isLabel } from './cell-labels.ts'
import { cleanText } from './clean-text.ts'
import { CodeText } from './code-text.ts'
import { blockTags } from './html-tags.ts'
import { collapseWhitespace, superscriptSeparator } from './html-text.ts'
import { LinkText } from './link-text.ts'
import { clauseNumberSource } from './list-marker.ts'
import { MathText } from './math-text.ts'
import { StruckText } from './struck-text.ts'
import type { StyleSheet } from './style-sheet.ts'
import type { Attributes } from './walk-tags.ts'

/** The text of a block or of a cell, before its whitespace is tidied; without text, it is whitespace. */
interface TakenText {
  text: string
  hasText: boolean
  /** Which of its lines are in bold. */
  boldLines: readonly boolean[]
  links: Block['links']
}

/** Collects the text of a block: its words, and the texts that inline elements stand for, such as images and formulas. */
export class InlineText {
  private buffer = ''
  /** The last characters of the buffer; reading them from the buffer itself would flatten the string at every tag. */
  private tail = ''
  private hasText = false
  private afterImage = false
  private afterStruck = false
  /** The date that an element without text stands for. */
  private date = ''
  private readonly math = new MathText()
  private readonly code = new CodeText()
  private readonly links = new LinkText()
  private readonly bold: BoldText
  private readonly struck: StruckText
  private readonly isMarkdown: boolean

  /** `isMarkdown`: Markdown that is left in the text is markup. */
  constructor(styles: StyleSheet, isMarkdown: boolean) {
    this.bold = new BoldText(styles)
    this.struck = new StruckText(styles)
    this.isMarkdown = isMarkdown
  }

  text(piece: string, { isPreformatted, isInCell }: { isPreformatted: boolean; isInCell: boolean }): void {
    if (this.math.isOpen()) {
      this.math.text(piece)
      return
    }
    if (this.buffer.length <= maxLabelledText && this.bold.endsBoldStart(piece)) {
      if (isInCell || startsClause.test(this.buffer)) this.buffer = endLabel(this.buffer, piece)
    }
    this.append(isPreformatted ? piece : collapseWhitespace(piece))
  }

  openTag(tag: string, attributes: Attributes): void {
    if (!blockTags.has(tag)) this.math.openTag(tag)
    this.bold.openTag(tag, attributes)
    this.struck.openTag(tag, attributes)
    this.links.openTag(tag, attributes)
    this.code.openTag(tag)
    switch (tag) {
      case 'br':
        this.append('\n')
        this.bold.endLine()
        break
      case 'img':
        this.addImage(collapseWhitespace(attributes.alt ?? ''))
        break
      case 'time':
        this.date = attributes.datetime ?? ''
        break
      case 'sup':
        this.append(superscriptSeparator(this.tail))
        break
    }
  }

  closeTag(tag: string): void {
    const formula = this.math.closeTag(tag)
    if (formula !== undefined) this.append(formula)
    for (const text of this.links.closeTag(tag)) this.append(text)
    if (tag === 'time' && this.date !== '') this.append(this.date)
    this.date = ''
    this.code.closeTag(tag)
    this.struck.closeTag(tag)
    if (blockTags.has(tag)) this.endFormula()
    this.bold.closeTag(tag)
  }

  /** Ends a formula that was left open. */
  endFormula(): void {
    if (this.math.isOpen()) this.append(this.math.end())
  }

  /** Ends a link that was left open. */
  leaveLink(): void {
    this.links.leaveLink()
  }

  /** Separates two blocks of the same cell; `tag`: the one that ends the first. */
  separate(tag: string): void {
    const isItem = tag === 'li' && this.hasText && !/[,.;:!?\n]\s*$/.test(this.tail)
    const isLine = !isItem && this.hasText
    this.append(isItem ? ', ' : isLine ? '\n' : ' ')
    if (isLine) this.bold.endLine()
  }

  /** Returns the text, and begins the next block. */
  take(isPreformatted: boolean): TakenText {
    const readable = this.isMarkdown && !isPreformatted ? this.code.removeMarkupAround(this.buffer) : this.buffer
    // Entities can have added invisible characters.
    const text = cleanText(readable)
    const { hasText } = this
    const taken = { text, hasText, boldLines: this.bold.takeLines(), links: hasText ? this.links.target() : undefined }
    this.buffer = ''
    this.tail = ''
    this.hasText = false
    this.code.beginBlock()
    this.links.beginBlock()
    return taken
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
    this.code.text(this.buffer.length, piece)
    this.buffer += piece
    this.date = ''
    this.bold.text(piece)
    this.links.text(piece)
    this.tail = piece.length >= 4 ? piece.slice(-4) : (this.tail + piece).slice(-4)
    this.hasText ||= /\S/.test(piece)
  }

  /** Adds the alternative text of an image, separated from the words around it. */
  private addImage(alternative: string): void {
    if (alternative.trim() === '') return
    this.append(/[\p{L}\p{N}]$/u.test(this.tail) ? ` ${alternative}` : alternative)
    this.afterImage = true
  }
}

/** Every look at a longer text would copy it. */
const maxLabelledText = 5_000
const startsClause = new RegExp(`^\\s*${clauseNumberSource}\\s`)

/** Ends a name in bold at the start of a line with a colon, if other words follow: "Notice" and "Four weeks". */
function endLabel(text: string, next: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  const isApart = /\s$/.test(line) || /^\s/.test(next)
  const begins = /^\s*["“„(]?[\p{Lu}\p{N}]/u.test(next)
  return isApart && begins && isLabel(line.trim()) ? `${text.trimEnd()}: ` : text
}
