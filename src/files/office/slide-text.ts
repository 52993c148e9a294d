import { escapeHtml } from '../html-writer.ts'
import type { HtmlBlocksWriter, ItemMarker } from './html-blocks-writer.ts'
import { formatListNumber } from './list-numbers.ts'
import type { XmlAttributes } from './walk-xml.ts'

interface SlideParagraph {
  html: string
  level: number
  bullet?: 'none' | 'sign' | { scheme: string; start: number }
}

/** The paragraphs of a shape or table cell on a slide. */
export class SlideText {
  private readonly paragraphs: SlideParagraph[] = []
  characters = 0
  boldCharacters = 0
  private isInText = false
  private isBold = false
  private isStruck = false

  open(name: string, attributes: XmlAttributes): void {
    const paragraph = this.paragraphs.at(-1)
    if (name === 'a:p') this.paragraphs.push({ html: '', level: 0 })
    else if (name === 'a:t') this.isInText = true
    else if (name === 'a:rPr') {
      this.isBold = attributes.b === '1' || attributes.b === 'true'
      this.isStruck = attributes.strike !== undefined && attributes.strike !== 'noStrike'
    } else if (name === 'a:r') {
      this.isBold = false
      this.isStruck = false
    } else if (paragraph === undefined) return
    else if (name === 'a:pPr') paragraph.level = Math.min(Math.max(Number(attributes.lvl) || 0, 0), 8)
    else if (name === 'a:br') paragraph.html += '<br>'
    else if (name === 'a:tab') paragraph.html += ' '
    else if (name === 'a:buNone') paragraph.bullet = 'none'
    else if (name === 'a:buChar' || name === 'a:buBlip') paragraph.bullet = 'sign'
    else if (name === 'a:buAutoNum') {
      paragraph.bullet = { scheme: attributes.type ?? '', start: Number(attributes.startAt) || 1 }
    }
  }

  close(name: string): void {
    if (name === 'a:t') this.isInText = false
  }

  text(text: string): void {
    const paragraph = this.paragraphs.at(-1)
    if (!this.isInText || this.isStruck || paragraph === undefined) return
    paragraph.html += escapeHtml(text)
    this.characters += text.trim().length
    if (this.isBold) this.boldCharacters += text.trim().length
  }

  /** Returns the text in one line, as for a title. */
  toLine(): string {
    return this.paragraphs
      .map(({ html }) => html.replaceAll('<br>', ' ').trim())
      .filter((html) => html !== '')
      .join(' ')
  }

  /** Writes the paragraphs. Those of an outline are list items unless they say otherwise; others only if they say so. */
  write(blocks: HtmlBlocksWriter, isOutline: boolean): void {
    const filled = this.paragraphs.filter(({ html }) => html.replaceAll('<br>', '').trim() !== '')
    const isList = isOutline && (filled.length > 1 || filled.some(({ level }) => level > 0))
    const counters: number[] = []
    for (const { html, level, bullet = isList ? 'sign' : 'none' } of filled) {
      counters.length = level + 1
      if (bullet === 'none') {
        counters.length = 0
        blocks.paragraph(html)
      } else if (bullet === 'sign') {
        counters.length = level
        blocks.item(level, { kind: 'bullet' }, html)
      } else {
        const value = (counters[level] ?? bullet.start - 1) + 1
        counters[level] = value
        blocks.item(level, numberMarker(value, bullet.scheme), html)
      }
    }
  }
}

/** Returns the marker of a numbering scheme such as "arabicPeriod" or "alphaLcParenBoth". */
function numberMarker(value: number, scheme: string): ItemMarker {
  const formats: [string, string][] = [
    ['alphaLc', 'lowerLetter'],
    ['alphaUc', 'upperLetter'],
    ['romanLc', 'lowerRoman'],
    ['romanUc', 'upperRoman'],
  ]
  const format = formats.find(([prefix]) => scheme.startsWith(prefix))?.[1]
  if (format === undefined) return { kind: 'number', value }
  const number = formatListNumber(value, format)
  const label = scheme.endsWith('ParenBoth') ? `(${number})` : number + (scheme.endsWith('ParenR') ? ')' : '.')
  return { kind: 'label', label }
}
