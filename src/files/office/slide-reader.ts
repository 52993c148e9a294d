import { HtmlBlocksWriter } from './html-blocks-writer.ts'
import { SlideText } from './slide-text.ts'
import { type TableCell, tableHtml } from './table-html.ts'
import type { XmlAttributes, XmlVisitor } from './walk-xml.ts'

interface SlideReaderOptions {
  /** HTML of charts and diagrams by the id of their relationship. */
  graphics: ReadonlyMap<string, string>
  /** Reads the notes only: a page of notes also shows the slide, and headers of its own. */
  isNotes?: boolean
  maxLength: number
}

/** Placeholders that repeat on every slide. */
const repeated = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg'])
/** On the page of notes, others repeat the slide. */
const notes = new Set(['body', ''])
const titles = new Set(['title', 'ctrTitle'])
const outlines = new Set(['body', 'obj'])

/** Turns a slide, a page of notes, or the drawings on a sheet into HTML: the title first, then its shapes in reading order. */
export class SlideReader implements XmlVisitor {
  title = ''
  private readonly options: SlideReaderOptions
  private readonly blocks: HtmlBlocksWriter
  private shapeText = new SlideText()
  /** Type of the placeholder that the current shape fills, '' for other shapes. */
  private placeholder = ''
  private rows: TableCell[][] = []
  private cell = { columns: 1, continuesAbove: false, continuesLeft: false }
  private isHeader = false
  private isSkippedField = false

  constructor(options: SlideReaderOptions) {
    this.options = options
    this.blocks = new HtmlBlocksWriter(options.maxLength)
  }

  toHtml(): string {
    const content = this.blocks.toHtml()
    return this.title === '' ? content : `<h2>${this.title}</h2>\n${content}`
  }

  open(name: string, attributes: XmlAttributes): boolean | undefined {
    switch (name) {
      case 'mc:Fallback':
      case 'p:timing':
        return false
      case 'p:sp':
      case 'xdr:sp':
        this.shapeText = new SlideText()
        this.placeholder = ''
        break
      case 'p:ph':
        // The placeholder of the content has no type, only an index.
        this.placeholder = attributes.type ?? 'obj'
        break
      case 'a:fld':
        this.isSkippedField = attributes.type === 'slidenum'
        break
      case 'a:tbl':
        this.rows = []
        this.isHeader = false
        break
      case 'a:tblPr':
        this.isHeader = isTrue(attributes.firstRow)
        break
      case 'a:tr':
        this.rows.push([])
        break
      case 'a:tc':
        this.shapeText = new SlideText()
        this.cell = {
          columns: Math.min(Math.max(Number(attributes.gridSpan) || 1, 1), 1_000),
          continuesAbove: isTrue(attributes.vMerge),
          continuesLeft: isTrue(attributes.hMerge),
        }
        break
      case 'c:chart':
      case 'dgm:relIds':
        this.blocks.add(this.options.graphics.get(attributes['r:id'] ?? attributes['r:dm'] ?? '') ?? '')
        break
      default:
        this.shapeText.open(name, attributes)
    }
    return undefined
  }

  close(name: string): void {
    if (name === 'p:sp' || name === 'xdr:sp') this.closeShape()
    else if (name === 'a:tc') this.closeCell()
    else if (name === 'a:tbl') this.blocks.add(tableHtml(this.rows))
    else if (name === 'a:fld') this.isSkippedField = false
    else this.shapeText.close(name)
  }

  text(text: string): void {
    if (!this.isSkippedField) this.shapeText.text(text)
  }

  private closeShape(): void {
    const { placeholder } = this
    if (this.options.isNotes ? !notes.has(placeholder) : repeated.has(placeholder)) return
    if (titles.has(placeholder) && this.title === '') this.title = this.shapeText.toLine()
    else this.shapeText.write(this.blocks, outlines.has(placeholder) && !this.options.isNotes)
    this.shapeText = new SlideText()
  }

  private closeCell(): void {
    const row = this.rows.at(-1)
    // A merged cell is followed by the cells that it covers.
    if (row === undefined || this.cell.continuesLeft) return
    const column = row.reduce((sum, { columns }) => sum + columns, 0)
    const above = this.cell.continuesAbove ? cellAt(this.rows.at(-2), column) : undefined
    const blocks = new HtmlBlocksWriter(this.options.maxLength)
    this.shapeText.write(blocks, false)
    const { characters, boldCharacters } = this.shapeText
    row.push({
      html: above?.html ?? blocks.toCellHtml(),
      columns: this.cell.columns,
      isBold: characters > 0 && boldCharacters === characters,
      isHeader: this.isHeader && this.rows.length === 1,
    })
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function cellAt(row: readonly TableCell[] | undefined, column: number): TableCell | undefined {
  let start = 0
  for (const cell of row ?? []) {
    if (start === column) return cell
    start += cell.columns
  }
  return undefined
}
