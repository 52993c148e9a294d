import { addClosedTable, HtmlBlocksWriter, type ItemMarker, plainText } from './html-blocks-writer.ts'
import { InferredHeadings } from './inferred-headings.ts'
import { OdfLists } from './odf-lists.ts'
import { OdfParagraph } from './odf-paragraph.ts'
import type { OdfStyles } from './odf-styles.ts'
import { OdfTable } from './odf-table.ts'
import type { XmlAttributes, XmlVisitor } from './walk-xml.ts'

/** Elements that are not text of the document: deletions, comments, descriptions, what repeats on every slide. */
const skipped = new Set(
  `office:automatic-styles office:font-face-decls office:scripts office:forms office:annotation text:tracked-changes
  text:note-citation text:ruby-text text:hidden-text text:sequence-decls text:user-field-decls text:variable-decls
  svg:title svg:desc presentation:footer-decl presentation:header-decl presentation:date-time-decl
  draw:page-thumbnail`.split(/\s+/),
)
/** Elements with paragraphs of their own, which are drawn beside the text. */
const shapes = new Set(
  `draw:text-box draw:rect draw:custom-shape draw:ellipse draw:circle draw:line draw:polyline draw:polygon draw:path
  draw:connector draw:regular-polygon draw:caption draw:measure`.split(/\s+/),
)
const indexes = new Set('text:table-of-content text:illustration-index text:table-index text:object-index'.split(' '))
/** Frames that repeat on every slide. */
const repeatedClasses = new Set(['footer', 'header', 'date-time', 'page-number', 'page', 'handout'])

/** Turns the content of an OpenDocument text or presentation into HTML. */
export class OdfBody implements XmlVisitor {
  private readonly styles: OdfStyles
  private readonly maxLength: number
  private readonly blocks: HtmlBlocksWriter
  private readonly inferred = new InferredHeadings()
  private readonly containers: HtmlBlocksWriter[]
  private readonly paragraphs: OdfParagraph[] = []
  private readonly tables: OdfTable[] = []
  /** Lists of each container, innermost last. */
  private readonly lists: OdfLists[]
  /** Shapes that are open, and whether their text goes to the paragraph that they are anchored in. */
  private readonly openShapes: { isAnchored: boolean; frameClass: string }[] = []
  private itemStart: string | undefined
  private isItemMarked = true
  private indexDepth = 0
  private frameClass = ''
  private page = { number: 0, title: '' }
  private hasHeadings = false
  private hasTitle = false

  constructor(styles: OdfStyles, maxLength: number) {
    this.styles = styles
    this.maxLength = maxLength
    this.blocks = new HtmlBlocksWriter(maxLength)
    this.containers = [this.blocks]
    this.lists = [new OdfLists(styles)]
  }

  toHtml(): string {
    if (!this.hasHeadings) this.inferred.apply(this.blocks)
    return this.blocks.toHtml()
  }

  open(name: string, attributes: XmlAttributes): boolean | undefined {
    if (skipped.has(name)) return false
    if (shapes.has(name)) this.openShape()
    else if (indexes.has(name)) this.indexDepth++
    const paragraph = this.paragraphs.at(-1)
    switch (name) {
      case 'text:p':
        this.paragraphs.push(new OdfParagraph(attributes['text:style-name'] ?? '', undefined))
        break
      case 'text:h':
        this.paragraphs.push(
          new OdfParagraph(attributes['text:style-name'] ?? '', Number(attributes['text:outline-level']) || 1),
        )
        break
      case 'text:span':
        paragraph?.openSpan(attributes['text:style-name'] ?? '')
        break
      case 'text:s':
      case 'text:tab':
        paragraph?.addText(' ', this.styles)
        break
      case 'text:line-break':
        if (paragraph !== undefined) paragraph.html += '<br>'
        break
      case 'text:list':
        this.list.openList(attributes)
        break
      case 'text:list-item':
      case 'text:list-header':
        this.isItemMarked = name === 'text:list-header'
        this.itemStart = attributes['text:start-value']
        break
      case 'text:note':
        this.openContainer()
        break
      case 'draw:page':
        this.page = { number: this.page.number + 1, title: '' }
        this.openContainer()
        break
      case 'presentation:notes':
        this.openContainer()
        break
      case 'draw:frame':
        this.frameClass = attributes['presentation:class'] ?? ''
        if (repeatedClasses.has(this.frameClass)) return false
        break
      default:
        if (name.startsWith('table:')) this.openTableElement(name, attributes)
    }
    return undefined
  }

  close(name: string): void {
    if (shapes.has(name)) this.closeShape()
    else if (indexes.has(name)) this.indexDepth--
    switch (name) {
      case 'text:p':
      case 'text:h':
        this.closeParagraph()
        break
      case 'text:span':
        this.paragraphs.at(-1)?.closeSpan()
        break
      case 'text:list':
        this.list.closeList()
        this.isItemMarked = true
        break
      case 'text:note':
        this.addNote(this.closeContainer())
        break
      case 'draw:page':
        this.closePage()
        break
      case 'presentation:notes': {
        const html = this.closeContainer()
        if (html !== '') this.container.add(`<aside>${html}</aside>`)
        break
      }
      case 'draw:frame':
        this.frameClass = ''
        break
      case 'table:table-header-rows':
        if (this.tables.length > 0) this.tables.at(-1)!.isInHeader = false
        break
      case 'table:table-cell':
        if (this.tables.length > 0) this.closeCell()
        break
      case 'table:table-row':
        this.tables.at(-1)?.closeRow()
        break
      case 'table:table':
        this.closeTable()
    }
  }

  text(text: string): void {
    this.paragraphs.at(-1)?.addText(text, this.styles)
  }

  private get container(): HtmlBlocksWriter {
    return this.containers.at(-1)!
  }

  private get list(): OdfLists {
    return this.lists.at(-1)!
  }

  private openContainer(): void {
    this.containers.push(new HtmlBlocksWriter(this.maxLength))
    this.lists.push(new OdfLists(this.styles))
  }

  private closeContainer(): string {
    this.lists.pop()
    return this.containers.pop()!.toHtml()
  }

  private openTableElement(name: string, attributes: XmlAttributes): void {
    const table = this.tables.at(-1)
    if (name === 'table:table') this.tables.push(new OdfTable())
    else if (table === undefined) return
    else if (name === 'table:table-header-rows') table.isInHeader = true
    else if (name === 'table:table-row') table.openRow()
    else if (name === 'table:covered-table-cell') table.addCovered(attributes)
    else if (name === 'table:table-cell') {
      table.openCell(attributes)
      this.openContainer()
    }
  }

  private closeCell(): void {
    this.lists.pop()
    this.tables.at(-1)!.closeCell(this.containers.pop()!.toCellHtml())
  }

  private closeTable(): void {
    addClosedTable(this.tables, () => this.container)
  }

  private addNote(html: string): void {
    const notes = this.tables[0]?.notes ?? this.paragraphs.at(-1)?.notes
    if (html !== '') notes?.push(`<aside>${html}</aside>`)
  }

  private openShape(): void {
    const isAnchored = this.paragraphs.length > 0
    const isTitle = this.frameClass === 'title'
    this.openShapes.push({ isAnchored, frameClass: this.frameClass })
    if (isAnchored || isTitle) this.openContainer()
  }

  private closeShape(): void {
    const shape = this.openShapes.pop()
    if (shape?.isAnchored) this.paragraphs.at(-1)?.anchored.push(this.closeContainer())
    else if (shape?.frameClass === 'title') {
      const html = this.closeContainer()
      if (this.page.title === '') this.page.title = html
      else this.container.add(html)
    }
  }

  private closePage(): void {
    const { number, title } = this.page
    const content = this.closeContainer()
    const line = title
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    if (line === '' && plainText(content) === '') return
    this.container.add(`<section data-page="${number}">${line === '' ? '' : `<h2>${line}</h2>\n`}${content}</section>`)
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop()
    if (paragraph === undefined) return
    const table = this.tables.at(-1)
    if (table !== undefined) {
      table.characters += paragraph.characters
      table.boldCharacters += paragraph.boldCharacters
    }
    this.writeParagraph(paragraph)
    for (const html of [...paragraph.anchored, ...paragraph.notes]) this.container.add(html)
  }

  private writeParagraph(paragraph: OdfParagraph): void {
    const { html } = paragraph
    if (html.replaceAll('<br>', '').trim() === '') return
    const style = this.styles.get('paragraph', paragraph.styleName)
    const headingLevel = paragraph.headingLevel ?? style.outlineLevel
    if (this.indexDepth > 0) this.container.item(0, { kind: 'bullet' }, `<a href="#">${html}</a>`)
    else if (headingLevel !== undefined) {
      this.hasHeadings = true
      const number = this.headingNumber(headingLevel, style.listStyle)
      this.container.heading(headingLevel + (this.hasTitle ? 1 : 0), number + html)
    } else if (/^title$/i.test(style.name ?? '')) {
      this.hasTitle = true
      this.container.heading(1, html)
    } else if (this.list.level >= 0) this.writeItem(html, style.listStyle)
    else {
      const number = this.container.paragraph(html)
      if (this.container === this.blocks) this.inferred.add(number, html, paragraph.look())
    }
  }

  private headingNumber(level: number, listStyle: string | undefined): string {
    if (this.list.level < 0 || this.isItemMarked) return this.list.nextHeading(level)
    this.isItemMarked = true
    return this.list.nextHeadingItem(this.itemStart, listStyle)
  }

  private writeItem(html: string, listStyle: string | undefined): void {
    if (this.isItemMarked) {
      this.container.continueItem(html)
      return
    }
    this.isItemMarked = true
    const marker: ItemMarker = this.list.nextItem(this.itemStart, listStyle)
    this.container.item(this.list.level, marker, html)
  }
}
