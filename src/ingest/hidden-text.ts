import type { FoldedText } from './folded-text.ts'
import { isHidden, isNotDisplayed, optionalEndTags } from './html-tags.ts'
import type { Attributes } from './walk-tags.ts'

/** Follows the tags of a page to tell text that is not displayed. */
export class HiddenText {
  /** The outermost hidden element, with the open elements of its kind. */
  private element: { tag: string; depth: number } | undefined
  private readonly folded: FoldedText

  constructor(folded: FoldedText) {
    this.folded = folded
  }

  isOpen(): boolean {
    return this.element !== undefined
  }

  isStyleSheet(): boolean {
    return this.element?.tag === 'style'
  }

  openTag(tag: string, attributes: Attributes): void {
    if (this.element !== undefined) {
      if (tag !== this.element.tag) return
      if (!optionalEndTags.has(tag)) {
        this.element.depth++
        return
      }
      this.element = undefined
    }
    const isDisplayed = !isNotDisplayed(tag, attributes)
    const isFolded = this.folded.openTag(tag, attributes, { isDisplayed })
    if (isHidden(tag, attributes) || !(isDisplayed || isFolded)) this.element = { tag, depth: 1 }
    // A comment of a Google document, and the mark of it in the text.
    else if (tag === 'a' && /^cmnt\d+$/.test(attributes.id ?? '')) this.element = { tag: 'p', depth: 1 }
    else if (tag === 'a' && attributes.role === 'doc-backlink') this.element = { tag, depth: 1 }
  }

  closeTag(tag: string): void {
    const { element } = this
    if (element === undefined) return
    if (tag === element.tag) element.depth--
    // The end tags of pronunciations can be left out.
    if (element.depth === 0 || (tag === 'ruby' && /^r[tp]$/.test(element.tag))) this.element = undefined
  }
}
