import { DocxFormField } from './docx-form-field.ts'
import type { DocxNumbering } from './docx-numbering.ts'
import { DocxParagraph } from './docx-paragraph.ts'
import { type DocxStyles, isOn } from './docx-styles.ts'
import { DocxTable } from './docx-table.ts'
import { addClosedTable, HtmlBlocksWriter } from './html-blocks-writer.ts'
import { InferredHeadings } from './inferred-headings.ts'
import { symbolCharacter } from './symbol-fonts.ts'
import type { XmlAttributes, XmlVisitor } from './walk-xml.ts'

export interface DocxBodyOptions {
  styles: DocxStyles
  numbering: DocxNumbering
  /** HTML of footnotes and endnotes by `noteKey`. */
  notes: ReadonlyMap<string, string>
  /** HTML of charts and diagrams by the id of their relationship. */
  graphics: ReadonlyMap<string, string>
  maxLength: number
}

/** Elements that are not text of the document: deleted text, former properties, field codes, second versions. */
const skipped = new Set(
  `w:moveFrom w:pPrChange w:rPrChange w:sectPrChange w:tblPrChange w:tblPrExChange w:trPrChange w:tcPrChange
  w:numberingChange w:sectPr w:instrText w:delInstrText w:delText w:fldData w:binData w:rt w:sdtPr mc:Fallback`.split(
    /\s+/,
  ),
)
const noHeading = 9

/** Turns the body of a Word document, or the part with its notes, into HTML. */
export class DocxBody implements XmlVisitor {
  /** Notes that this part defines. */
  readonly notes = new Map<string, string>()
  private readonly options: DocxBodyOptions
  private readonly blocks: HtmlBlocksWriter
  private readonly inferred = new InferredHeadings()
  /** The body, then the cells, text boxes and notes around the current position. */
  private readonly containers: HtmlBlocksWriter[]
  private readonly paragraphs: DocxParagraph[] = []
  private readonly tables: DocxTable[] = []
  private readonly formField = new DocxFormField()
  /** A paragraph whose mark is deleted; the next one in the same container continues it. */
  private unfinished: { html: string; container: HtmlBlocksWriter } | undefined
  private isInText = false
  private mathSign = ''
  private noteKey = ''
  private hasHeadings = false
  private hasTitle = false

  constructor(options: DocxBodyOptions) {
    this.options = options
    this.blocks = new HtmlBlocksWriter(options.maxLength)
    this.containers = [this.blocks]
  }

  toHtml(): string {
    if (!this.hasHeadings) this.inferred.apply(this.blocks)
    return this.blocks.toHtml()
  }

  open(name: string, attributes: XmlAttributes): boolean | undefined {
    if (skipped.has(name)) return false
    const paragraph = this.paragraphs.at(-1)
    const value = attributes['w:val']
    switch (name) {
      case 'w:p':
        this.openParagraph()
        break
      case 'w:r':
        if (paragraph !== undefined) paragraph.run = {}
        break
      case 'w:t':
      case 'm:t':
        this.isInText = true
        break
      case 'w:tab':
        // Tab stops among the properties of a paragraph have the same name.
        if (value === undefined) this.addText(' ')
        break
      case 'w:ptab':
        this.addText(' ')
        break
      case 'w:br':
      case 'w:cr':
        if (paragraph !== undefined) paragraph.html += '<br>'
        break
      case 'w:noBreakHyphen':
        this.addText('-')
        break
      case 'w:sym':
        this.addText(symbolCharacter(attributes['w:font'] ?? '', Number.parseInt(attributes['w:char'] ?? '', 16)))
        break
      case 'm:den':
        this.mathSign = '/'
        break
      case 'm:sup':
        this.mathSign = '^'
        break
      case 'm:sub':
        this.mathSign = '_'
        break
      case 'w:del':
        this.markDeleted()
        return false
      case 'w:txbxContent':
        this.containers.push(new HtmlBlocksWriter(this.options.maxLength))
        break
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.addNote(noteKey(name, attributes))
        break
      case 'w:footnote':
      case 'w:endnote':
        // The lines between text and notes are notes with a type.
        if (attributes['w:type'] !== undefined && attributes['w:type'] !== 'normal') return false
        this.noteKey = noteKey(name, attributes)
        this.containers.push(new HtmlBlocksWriter(this.options.maxLength))
        break
      case 'c:chart':
      case 'dgm:relIds':
        paragraph?.anchored.push(this.options.graphics.get(attributes['r:id'] ?? attributes['r:dm'] ?? '') ?? '')
        break
      default:
        paragraph?.readProperty(name, attributes)
        this.formField.open(name, attributes)
        this.openTableElement(name, attributes)
    }
    return undefined
  }

  close(name: string): void {
    switch (name) {
      case 'w:t':
      case 'm:t':
        this.isInText = false
        break
      case 'm:den':
      case 'm:sup':
      case 'm:sub':
        this.mathSign = ''
        break
      case 'w:pPr': {
        const paragraph = this.paragraphs.at(-1)
        if (paragraph !== undefined) paragraph.isInProperties = false
        break
      }
      case 'w:p':
        this.closeParagraph()
        break
      case 'w:txbxContent':
        this.paragraphs.at(-1)?.anchored.push(this.closeContainer().toHtml())
        break
      case 'w:footnote':
      case 'w:endnote':
        this.notes.set(this.noteKey, this.closeContainer().toHtml())
        break
      case 'w:tc':
        this.tables.at(-1)?.closeCell(this.closeContainer().toCellHtml())
        break
      case 'w:tr':
        this.tables.at(-1)?.closeRow()
        break
      case 'w:tbl':
        this.closeTable()
        break
      default:
        this.addText(this.formField.close(name))
    }
  }

  text(text: string): void {
    if (this.isInText) this.addText(text)
  }

  private addText(text: string): void {
    if (text === '') return
    this.paragraphs.at(-1)?.addText(this.mathSign + text, this.options.styles)
    this.mathSign = ''
  }

  private openTableElement(name: string, attributes: XmlAttributes): void {
    const value = attributes['w:val']
    if (name === 'w:tbl') {
      this.tables.push(new DocxTable())
      return
    }
    const table = this.tables.at(-1)
    if (table === undefined) return
    if (name === 'w:tblStyle') table.setStyle(this.options.styles.get(value))
    else if (name === 'w:tblLook') table.setLook(attributes)
    else if (name === 'w:tr') table.openRow()
    else if (name === 'w:tc') {
      table.openCell()
      this.containers.push(new HtmlBlocksWriter(this.options.maxLength))
    } else if (name === 'w:tblHeader' && isOn(value)) table.markHeader()
    else if (name === 'w:gridSpan') table.spanColumns(Number(value))
    else if (name === 'w:vMerge' && value !== 'restart') table.continueAbove()
  }

  private closeTable(): void {
    addClosedTable(this.tables, () => this.container)
  }

  /** `w:del` without content marks the end of the current paragraph, or the current row, as deleted. */
  private markDeleted(): void {
    const paragraph = this.paragraphs.at(-1)
    if (paragraph === undefined) this.tables.at(-1)?.markDeleted()
    else if (paragraph.isInProperties) paragraph.isMarkDeleted = true
  }

  private addNote(key: string): void {
    const html = this.options.notes.get(key)
    const paragraph = this.paragraphs.at(-1)
    if (html === undefined || html === '' || paragraph === undefined) return
    const notes = this.tables[0]?.notes ?? paragraph.notes
    notes.push(`<aside>${html}</aside>`)
  }

  private get container(): HtmlBlocksWriter {
    return this.containers.at(-1)!
  }

  private closeContainer(): HtmlBlocksWriter {
    this.flushUnfinished()
    return this.containers.length > 1 ? this.containers.pop()! : this.container
  }

  private openParagraph(): void {
    const paragraph = new DocxParagraph()
    if (this.unfinished?.container === this.container) {
      paragraph.html = this.unfinished.html
      this.unfinished = undefined
    }
    this.paragraphs.push(paragraph)
  }

  private flushUnfinished(): void {
    if (this.unfinished?.container !== this.container) return
    this.container.paragraph(this.unfinished.html)
    this.unfinished = undefined
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop()
    if (paragraph === undefined) return
    this.tables.at(-1)?.countCharacters(paragraph.characters, paragraph.boldCharacters)
    if (paragraph.isMarkDeleted) {
      if (paragraph.html.trim() !== '') this.unfinished = { html: paragraph.html, container: this.container }
    } else this.writeParagraph(paragraph)
    for (const html of [...paragraph.anchored, ...paragraph.notes]) this.container.add(html)
  }

  private writeParagraph(paragraph: DocxParagraph): void {
    const style = this.options.styles.get(paragraph.styleId)
    const { html } = paragraph
    const listLevel = paragraph.listLevel ?? style.listLevel ?? 0
    const marker = this.options.numbering.next(paragraph.numberingId ?? style.numberingId ?? '', listLevel)
    const outlineLevel = paragraph.outlineLevel ?? style.outlineLevel ?? noHeading
    const contentsLevel = /^toc (\d)$/i.exec(style.name)?.[1]
    if (html.trim() === '') return
    if (/^title$/i.test(style.name)) {
      this.hasTitle = true
      this.container.heading(1, html)
    } else if (contentsLevel !== undefined) {
      this.container.item(Number(contentsLevel), { kind: 'bullet' }, `<a href="#">${html}</a>`)
    } else if (outlineLevel < noHeading) {
      this.hasHeadings = true
      const label = marker?.kind === 'label' ? `${marker.label} ` : marker?.kind === 'number' ? `${marker.value}. ` : ''
      this.container.heading(outlineLevel + (this.hasTitle ? 2 : 1), label + html)
    } else if (marker !== undefined) this.container.item(listLevel, marker, html)
    else {
      const number = this.container.paragraph(html)
      if (this.container === this.blocks) this.inferred.add(number, html, paragraph.look())
    }
  }
}

function noteKey(name: string, attributes: XmlAttributes): string {
  return `${name.startsWith('w:foot') ? 'footnote' : 'endnote'} ${attributes['w:id']}`
}
