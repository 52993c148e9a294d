import { blockTags, optionalEndTags, voidTags } from './html-tags.ts'
import type { StyleSheet } from './style-sheet.ts'
import type { Attributes } from './walk-tags.ts'

/** Follows the tags of a page to tell text that is struck out: its author says that it no longer holds. */
export class StruckText {
  /** The element that strikes out text, with the open elements of its kind and the blocks open within it. */
  private element: { tag: string; depth: number; blocks: number; hasText: boolean } | undefined
  private readonly styles: StyleSheet

  constructor(styles: StyleSheet) {
    this.styles = styles
  }

  /** Tells whether a piece of text at the current place is struck out. */
  has(piece: string): boolean {
    const { element } = this
    if (element === undefined) return false
    element.hasText ||= element.blocks === 0 && /\S/.test(piece)
    return true
  }

  openTag(tag: string, attributes: Attributes): void {
    const { element } = this
    // A paragraph or an item that was not closed ends with the next one, and what was opened in it too.
    if (element?.blocks === 0 && optionalEndTags.has(tag) && (element.hasText || tag === element.tag)) {
      this.element = undefined
    }
    if (this.element === undefined) {
      if (this.isStruck(tag, attributes)) this.element = { tag, depth: 1, blocks: 0, hasText: false }
    } else if (tag === this.element.tag) this.element.depth++
    else if (blockTags.has(tag)) this.element.blocks++
  }

  /** Ends the element with its own tag or, where that is missing, with the block around it. */
  closeTag(tag: string): void {
    const { element } = this
    if (element === undefined) return
    if (tag === element.tag) element.depth--
    else if (blockTags.has(tag)) element.blocks--
    if (element.depth === 0 || element.blocks < 0) this.element = undefined
  }

  private isStruck(tag: string, attributes: Attributes): boolean {
    return struckTags.has(tag) || (!voidTags.has(tag) && this.styles.ofElement(attributes).isStruck === true)
  }
}

const struckTags = new Set(['s', 'strike', 'del'])
