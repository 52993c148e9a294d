import { escapeHtml } from '../html-writer.ts'
import type { ItemMarker } from './html-blocks-writer.ts'
import type { ParagraphLook } from './inferred-headings.ts'
import type { RtfGroup } from './rtf-group.ts'

export interface RtfParagraphProperties {
  isInTable?: boolean
  isListed?: boolean
  style?: number
  outlineLevel?: number
  listLevel?: number
  /** Of the left edge. */
  indent?: number
}

/** A paragraph of an RTF file while it is read. */
export class RtfParagraph {
  html = ''
  properties: RtfParagraphProperties
  /** The number or sign in front of a list item, as text. */
  marker: string | undefined
  /** Text boxes that are anchored in the paragraph. */
  readonly anchored: string[] = []
  readonly notes: string[] = []
  characters = 0
  boldCharacters = 0
  private readonly charactersBySize = new Map<number, number>()

  constructor(properties: RtfParagraphProperties) {
    this.properties = properties
  }

  addText(text: string, { isBold, size }: Pick<RtfGroup, 'isBold' | 'size'>): void {
    const length = text.trim().length
    this.characters += length
    if (isBold) this.boldCharacters += length
    this.charactersBySize.set(size, (this.charactersBySize.get(size) ?? 0) + length)
    this.html += escapeHtml(text)
  }

  look(): ParagraphLook {
    const size = [...this.charactersBySize].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
    return { size: size / 2, isBold: this.boldCharacters > 0 && this.boldCharacters === this.characters }
  }

  /** Returns how the paragraph is marked as list item, or undefined if it is none. */
  itemMarker(): ItemMarker | undefined {
    const label = this.marker?.trim()
    if (label === undefined) return this.properties.isListed ? { kind: 'bullet' } : undefined
    const number = /^\(?(\d{1,6})[.)]?$/.exec(label)?.[1]
    if (number !== undefined) return { kind: 'number', value: Number(number) }
    return /[\p{L}\p{N}]{1}[.)\p{L}\p{N}]/u.test(label)
      ? { kind: 'label', label: escapeHtml(label) }
      : { kind: 'bullet' }
  }

  /** Returns the number of a heading with a space. */
  headingLabel(): string {
    const label = this.marker?.trim() ?? ''
    return /[\p{L}\p{N}]/u.test(label) ? `${escapeHtml(label)} ` : ''
  }
}
