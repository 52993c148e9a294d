import type { Block } from './block.ts'
import type { Attributes } from './walk-tags.ts'

/** Follows the tags and the text of a block to tell whether all its words are links, and where these lead. */
export class LinkText {
  private link: { hasText: boolean; href: string; title: string } | undefined
  private hasPlainWords = false
  private hasOnlyPageLinks = true

  openTag(tag: string, attributes: Attributes): void {
    if (tag === 'a') this.link = { hasText: false, href: attributes.href ?? '', title: '' }
    else if (tag === 'ri:page' && this.link !== undefined) this.link.title = attributes['ri:content-title'] ?? ''
  }

  text(piece: string): void {
    if (!/\S/.test(piece)) return
    if (this.link !== undefined) {
      this.link.hasText = true
      this.hasOnlyPageLinks &&= this.link.href.startsWith('#')
    } else this.hasPlainWords ||= /[\p{L}\p{N}]/u.test(piece)
  }

  /** Ends a link. Returns the texts that one without text is read as: the title of a page, and an address. */
  closeTag(tag: string): string[] {
    if (tag !== 'a') return []
    const { link } = this
    this.link = undefined
    if (link === undefined || link.hasText) return []
    return /^(?:https?:|mailto:)/i.test(link.href) ? [link.title, link.href.replace(/^mailto:/i, '')] : [link.title]
  }

  /** Ends a link that was left open. */
  leaveLink(): void {
    this.link = undefined
  }

  /** Returns where the links of a block with text lead, if all its words are links. */
  target(): Block['links'] {
    return this.hasPlainWords ? undefined : this.hasOnlyPageLinks ? 'page' : 'elsewhere'
  }

  beginBlock(): void {
    this.hasPlainWords = false
    this.hasOnlyPageLinks = true
  }
}
