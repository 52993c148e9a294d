/** One readable piece of a document, in order. */
export interface Block {
  kind: 'paragraph' | 'heading' | 'list-item' | 'table-row' | 'code' | 'quote'
  /** Readable text. A table row names its columns ("Region: EU; Days: 25"), so that it makes sense alone. */
  text: string
  /** The headings above, outermost first; a heading's own text is not in its path. */
  headingPath: readonly string[]
  /** Headings only: 1 to 6. */
  level?: number
  /** Table rows only: cells and column names separately, so that names are not indexed once per row. */
  row?: { cells: string; header: string }
}

/** Collects blocks, each with the path of its headings. */
export class BlockList {
  readonly blocks: Block[] = []
  private openHeadings: { level: number; text: string }[] = []
  private path: readonly string[] = []

  add(kind: Exclude<Block['kind'], 'heading'>, text: string, row?: Block['row']): void {
    if (text.trim() === '') return
    this.blocks.push({ kind, text, headingPath: this.path, ...(row === undefined ? {} : { row }) })
  }

  addHeading(level: number, text: string): void {
    if (text.trim() === '') return
    while (this.openHeadings.length > 0 && this.openHeadings.at(-1)!.level >= level) this.openHeadings.pop()
    this.path = this.openHeadings.map((heading) => heading.text)
    this.blocks.push({ kind: 'heading', text, headingPath: this.path, level })
    // A whole page inside <h1> must not be repeated before each of its chunks.
    this.openHeadings.push({ level, text: text.length > 200 ? `${text.slice(0, 199)}…` : text })
    this.path = this.openHeadings.map((heading) => heading.text)
  }
}
