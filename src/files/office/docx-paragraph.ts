import { escapeHtml } from '../html-writer.ts'
import { type DocxStyles, readTextProperty } from './docx-styles.ts'
import type { ParagraphLook } from './inferred-headings.ts'
import type { XmlAttributes } from './walk-xml.ts'

/** Direct formatting of a run of text. */
interface Run {
  styleId?: string
  isBold?: boolean
  isHidden?: boolean
  isStruck?: boolean
  isSuperscript?: boolean
  /** In half points. */
  size?: number
}

/** A paragraph of a Word document while it is read. */
export class DocxParagraph {
  html = ''
  styleId: string | undefined
  numberingId: string | undefined
  listLevel: number | undefined
  outlineLevel: number | undefined
  /** With tracked changes: the paragraph goes on in the next one. */
  isMarkDeleted = false
  isInProperties = false
  run: Run = {}
  /** Blocks that are anchored in the paragraph: text boxes, charts, diagrams. */
  readonly anchored: string[] = []
  readonly notes: string[] = []
  characters = 0
  boldCharacters = 0
  private readonly charactersBySize = new Map<number, number>()

  /** Reads a property of the paragraph or of its current run. */
  readProperty(name: string, attributes: XmlAttributes): void {
    const value = attributes['w:val']
    switch (name) {
      case 'w:pPr':
        this.isInProperties = true
        break
      case 'w:pStyle':
        this.styleId = value
        break
      case 'w:numId':
        this.numberingId = value
        break
      case 'w:ilvl':
        this.listLevel = Number(value) || 0
        break
      case 'w:outlineLvl':
        this.outlineLevel = Number(value)
        break
      case 'w:rStyle':
        this.run.styleId = value
        break
      case 'w:vertAlign':
        this.run.isSuperscript = value === 'superscript'
        break
      default:
        readTextProperty(this.run, name, attributes)
    }
  }

  addText(text: string, styles: DocxStyles): void {
    const { run } = this
    const runStyle = run.styleId === undefined ? undefined : styles.own(run.styleId)
    const style = styles.get(this.styleId)
    if (run.isHidden ?? runStyle?.isHidden ?? style.isHidden) return
    if (run.isStruck ?? runStyle?.isStruck ?? style.isStruck) return
    const isBold = run.isBold ?? runStyle?.isBold ?? style.isBold ?? false
    const size = run.size ?? runStyle?.size ?? style.size ?? 0
    const length = text.trim().length
    this.characters += length
    if (isBold) this.boldCharacters += length
    this.charactersBySize.set(size, (this.charactersBySize.get(size) ?? 0) + length)
    const html = escapeHtml(text)
    this.html += run.isSuperscript && /^[-−+]?\d+$/.test(text) ? `<sup>${html}</sup>` : html
  }

  look(): ParagraphLook {
    const size = [...this.charactersBySize].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
    return { size: size / 2, isBold: this.boldCharacters > 0 && this.boldCharacters === this.characters }
  }
}
