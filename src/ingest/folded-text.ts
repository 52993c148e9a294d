import { blockTags, voidTags } from './html-tags.ts'
import { type Attributes, walkTags } from './walk-tags.ts'

/** Follows the tags of a page to tell text that a button unfolds, as in an accordion, from text that nobody sees. */
export class FoldedText {
  /** The last element was a button that unfolds what follows it. */
  private isAfterControl = false
  private readonly controlled: ReadonlySet<string>

  /** `controlled`: the ids of elements that a button unfolds. */
  constructor(controlled: ReadonlySet<string>) {
    this.controlled = controlled
  }

  /** Tells whether an element that is not displayed is unfolded by a button. */
  openTag(tag: string, attributes: Attributes, { isDisplayed }: { isDisplayed: boolean }): boolean {
    const isBlock = blockTags.has(tag)
    const follows = this.isAfterControl && isBlock
    if (isControl(attributes)) this.isAfterControl = true
    else if (isBlock && !(isDisplayed && boxTags.has(tag))) this.isAfterControl = false
    if (isDisplayed) return false
    const { id, role, hidden, class: names = '' } = attributes
    return (
      follows ||
      (id !== undefined && this.controlled.has(id)) ||
      role === 'tabpanel' ||
      hidden === 'until-found' ||
      foldedClass.test(names)
    )
  }
}

/** Returns the ids of the elements that a button of the page unfolds. */
export function findControlledIds(html: string): ReadonlySet<string> {
  const ids = new Set<string>()
  if (!/aria-controls|data-(?:bs-)?target/i.test(html)) return ids
  walkTags(html, {
    open(_tag, attributes) {
      if (attributes['aria-haspopup'] !== undefined) return
      for (const id of (attributes['aria-controls'] ?? '').split(/\s+/, maxIds)) if (id !== '') ids.add(id)
      const target = attributes['data-bs-target'] ?? attributes['data-target'] ?? ''
      if (target.startsWith('#')) ids.add(target.slice(1))
    },
    close() {},
    text() {},
  })
  return ids
}

/** Tells whether the element is a button that unfolds text. Menus are no text of the page. */
export function isControl(attributes: Attributes): boolean {
  return attributes['aria-expanded'] !== undefined && attributes['aria-haspopup'] === undefined
}

const maxIds = 20
/** Elements that can stand around a button, or between it and what it unfolds. */
const boxTags = new Set([...voidTags, 'div', 'section'])
/** Of Confluence and of MediaWiki. */
const foldedClass = /(?:^|\s)(?:expand-content|mw-collapsible-content)(?:\s|$)/
