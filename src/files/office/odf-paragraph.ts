import { escapeHtml } from '../html-writer.ts'
import type { ParagraphLook } from './inferred-headings.ts'
import type { OdfStyles } from './odf-styles.ts'

/** A paragraph of an OpenDocument file while it is read. */
export class OdfParagraph {
  html = ''
  readonly styleName: string
  /** 1 to 10 for a heading. */
  readonly headingLevel: number | undefined
  /** Blocks that are anchored in the paragraph: text boxes and shapes. */
  readonly anchored: string[] = []
  readonly notes: string[] = []
  characters = 0
  boldCharacters = 0
  private readonly spans: string[] = []
  private readonly charactersBySize = new Map<number, number>()

  constructor(styleName: string, headingLevel: number | undefined) {
    this.styleName = styleName
    this.headingLevel = headingLevel
  }

  openSpan(styleName: string): void {
    this.spans.push(styleName)
  }

  closeSpan(): void {
    this.spans.pop()
  }

  addText(raw: string, styles: OdfStyles): void {
    const paragraph = styles.get('paragraph', this.styleName)
    let { isBold, isHidden, isStruck, size } = paragraph
    for (const span of this.spans) {
      const style = styles.get('text', span)
      isBold = style.isBold ?? isBold
      isHidden = style.isHidden ?? isHidden
      isStruck = style.isStruck ?? isStruck
      size = style.size ?? size
    }
    if (isHidden || isStruck) return
    const text = raw.replace(/[ \t\r\n]+/g, ' ')
    const length = text.trim().length
    this.characters += length
    if (isBold) this.boldCharacters += length
    this.charactersBySize.set(size ?? 0, (this.charactersBySize.get(size ?? 0) ?? 0) + length)
    this.html += escapeHtml(text)
  }

  look(): ParagraphLook {
    const size = [...this.charactersBySize].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
    return { size, isBold: this.boldCharacters > 0 && this.boldCharacters === this.characters }
  }
}
