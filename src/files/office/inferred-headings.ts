import { type HtmlBlocksWriter, plainText } from './html-blocks-writer.ts'

/** How a paragraph looks. */
export interface ParagraphLook {
  /** Of most of its characters, in points. */
  size: number
  isBold: boolean
}

interface Candidate extends ParagraphLook {
  number: number
  position: number
}

const maxHeadingLength = 120
/** More lines in a row are an address or the front of a report. */
const maxConsecutive = 3
const maxLevels = 3

/** Finds the headings of a document without heading styles: short paragraphs that are bold, or larger than the text. */
export class InferredHeadings {
  private readonly candidates: Candidate[] = []
  private readonly charactersBySize = new Map<number, number>()
  private boldCharacters = 0
  private characters = 0
  private position = 0

  /** Notes a paragraph that is in no list and no table; `number` is what the writer returned for it. */
  add(number: number, html: string, look: ParagraphLook): void {
    if (number < 0) return
    const text = plainText(html)
    this.position++
    this.characters += text.length
    if (look.isBold) this.boldCharacters += text.length
    this.charactersBySize.set(look.size, (this.charactersBySize.get(look.size) ?? 0) + text.length)
    if (text.length > maxHeadingLength || !/\p{L}/u.test(text) || /[.,;:!。]$/.test(text) || html.includes('<br>'))
      return
    this.candidates.push({ ...look, number, position: this.position })
  }

  /** Turns the paragraphs that look like headings into headings. */
  apply(blocks: HtmlBlocksWriter): void {
    const textSize = [...this.charactersBySize].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
    const isBoldSpecial = this.boldCharacters < this.characters / 3
    const headings = this.candidates.filter(
      ({ size, isBold }) => size >= textSize * 1.15 || (isBold && isBoldSpecial && size >= textSize),
    )
    const positions = new Set(headings.map(({ position }) => position))
    const kept = headings.filter(({ position }) => {
      let [first, last] = [position, position]
      while (positions.has(first - 1)) first--
      while (positions.has(last + 1)) last++
      return last - first < maxConsecutive && last < this.position
    })
    const sizes = [...new Set(kept.map(({ size }) => size))].sort((a, b) => b - a)
    for (const { number, size } of kept) {
      blocks.replaceParagraph(number, `h${2 + Math.min(sizes.indexOf(size), maxLevels - 1)}`)
    }
  }
}
