import { isControl } from './folded-text.ts'
import { blockTags, voidTags } from './html-tags.ts'
import { clauseNumberSource } from './list-marker.ts'
import type { StyleSheet } from './style-sheet.ts'
import type { Attributes } from './walk-tags.ts'

/** Follows the tags and the text of a block to tell which of its lines stand out as headings do: in bold, or underlined. */
export class BoldText {
  private isTitle = false
  private isBlockBold = false
  /** The open elements within the block; those left open end with it. */
  private inline: { tag: string; isBold: boolean }[] = []
  private lines: boolean[] = []
  private line = { hasBold: false, hasPlain: false }
  private readonly styles: StyleSheet

  constructor(styles: StyleSheet) {
    this.styles = styles
  }

  openTag(tag: string, attributes: Attributes): void {
    if (voidTags.has(tag)) return
    if (blockTags.has(tag)) {
      this.inline = []
      this.isTitle = titleClass.test(attributes.class ?? '')
      this.isBlockBold = this.readBold(tag, attributes) ?? false
    } else if (this.inline.length < maxDepth) {
      this.inline.push({ tag, isBold: this.readBold(tag, attributes) ?? this.isBold() })
    }
  }

  closeTag(tag: string): void {
    if (blockTags.has(tag)) {
      this.inline = []
      this.isTitle = false
      this.isBlockBold = false
      return
    }
    const opened = this.inline.findLastIndex((element) => element.tag === tag)
    if (opened >= 0) this.inline.length = opened
  }

  text(piece: string): void {
    if (!/[\p{L}\p{N}]/u.test(piece)) return
    const isStart = !this.line.hasBold && !this.line.hasPlain
    // The number of a clause whose name is in bold.
    if (isStart && clauseNumber.test(piece)) return
    if (this.isBold()) this.line.hasBold = true
    else this.line.hasPlain = true
  }

  endLine(): void {
    this.lines.push(this.line.hasBold && !this.line.hasPlain)
    this.line = { hasBold: false, hasPlain: false }
  }

  /** Returns which lines of the block are in bold as a whole, and begins the next block. */
  takeLines(): boolean[] {
    this.endLine()
    const { lines } = this
    this.lines = []
    return lines
  }

  /** Tells whether the piece of text is the first of its line that is not in bold. */
  endsBoldStart(piece: string): boolean {
    return this.line.hasBold && !this.line.hasPlain && !this.isBold() && /[\p{L}\p{N}]/u.test(piece)
  }

  private isBold(): boolean {
    return this.isTitle || (this.inline.at(-1)?.isBold ?? this.isBlockBold)
  }

  private readBold(tag: string, attributes: Attributes): boolean | undefined {
    return this.styles.ofElement(attributes).isBold ?? (boldTags.has(tag) || isControl(attributes) ? true : undefined)
  }
}

const maxDepth = 100
const clauseNumber = new RegExp(`^\\s*${clauseNumberSource}\\s*$`)
const boldTags = new Set(['b', 'strong', 'u'])
/** Titles of Word and of Google Docs. */
const titleClass = /(?:^|\s)Mso(?:Title|Subtitle)(?:\s|$)|(?:^|\s)c\d+\s+(?:sub)?title(?:\s|$)/
