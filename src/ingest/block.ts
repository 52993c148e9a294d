import { maxUnsplitItemLength } from './sentences.ts'

/** One readable piece of a document, in order. */
export interface Block {
  kind: 'paragraph' | 'heading' | 'list-item' | 'table-row' | 'code' | 'quote'
  /** Readable text. A table row names its columns ("Region: EU; Days: 25"), so that it makes sense alone. */
  text: string
  /** The headings above, outermost first; a heading's own text is not in its path. */
  headingPath: readonly string[]
  /** Headings only: 1 to 6. */
  level?: number
  /** If all words are links: whether they lead to places on the same page. */
  links?: 'page' | 'elsewhere'
  /** Table rows only: cells and column names separately, so that names are not indexed once per row. */
  row?: { cells: string; header: string }
  /** Code below a list item only. */
  indent?: string
  /** The page or slide of a file that it begins on. */
  page?: number
  /** Paragraphs only, until `readTypedStructure` has read them: the lines as they are displayed, with the empty ones. */
  lines?: readonly DisplayedLine[]
}

export interface DisplayedLine {
  text: string
  isBold: boolean
}

/** Collects blocks, each with the path of its headings. */
export class BlockList {
  readonly blocks: Block[] = []
  /** The page that is read; undefined outside of pages. */
  page: number | undefined
  private openHeadings: { level: number; text: string }[] = []
  private path: readonly string[] = []

  add(
    kind: Exclude<Block['kind'], 'heading'>,
    text: string,
    { row, links, lines, indent }: Pick<Block, 'row' | 'links' | 'lines' | 'indent'> = {},
  ): void {
    if (text.trim() === '') return
    this.push({
      kind,
      text,
      headingPath: this.path,
      ...(row && { row }),
      ...(links && { links }),
      ...(lines && { lines }),
      ...(indent && { indent }),
    })
  }

  /** Adds a block of another list below the headings of this one. */
  repeat({ kind, text, level = 1, row, links, indent }: Block): void {
    if (kind === 'heading') this.addHeading(level, text)
    else this.add(kind, text, { row, links, indent })
  }

  private push(block: Block): void {
    this.blocks.push(this.page === undefined ? block : { ...block, page: this.page })
  }

  addItem(indent: string, marker: string, text: string, links: Block['links']): void {
    const line = indent + marker + text.replaceAll('\n', ' ')
    const isOneUnit = line.length <= maxUnsplitItemLength
    this.add('list-item', isOneUnit ? line : indent + marker + text.replaceAll('\n', `\n${indent}  `), { links })
  }

  /** Adds a further paragraph of a list item: to its line if that stays one unit, else as lines below it. */
  continueItem(indent: string, text: string): void {
    const last = this.blocks.at(-1)
    const isOfItem = last?.kind === 'list-item' && new RegExp(`^${indent}\\S`).test(last.text)
    const joiner = isOfItem && /[\p{L}\p{N})]$/u.test(last.text) ? ': ' : ' '
    const joined = isOfItem ? `${last.text}${joiner}${text.replaceAll('\n', ' ')}` : ''
    if (last !== undefined && isOfItem && joined.length <= maxUnsplitItemLength) {
      last.text = joined
      delete last.links
    } else this.add('list-item', `${indent}  ${text.replaceAll('\n', `\n${indent}  `)}`)
  }

  addHeading(level: number, text: string): void {
    if (text.trim() === '') return
    while (this.openHeadings.length > 0 && this.openHeadings.at(-1)!.level >= level) this.openHeadings.pop()
    this.path = this.openHeadings.map((heading) => heading.text)
    this.push({ kind: 'heading', text, headingPath: this.path, level })
    // A whole page inside <h1> must not be repeated before each of its chunks.
    this.openHeadings.push({ level, text: text.length > 200 ? `${text.slice(0, 199)}…` : text })
    this.path = this.openHeadings.map((heading) => heading.text)
  }
}
