import { UnreadableFileError } from '../file-text.ts'
import { HtmlBlocksWriter } from './html-blocks-writer.ts'
import { InferredHeadings } from './inferred-headings.ts'
import { RtfFonts } from './rtf-fonts.ts'
import { defaultSize, destinations, namedCharacters, type RtfGroup } from './rtf-group.ts'
import { RtfParagraph, type RtfParagraphProperties } from './rtf-paragraph.ts'
import { RtfStyles } from './rtf-styles.ts'
import { RtfTable } from './rtf-table.ts'
import type { RtfVisitor } from './rtf-tokens.ts'

/** The body, a footnote or a text box: text with paragraphs of its own. */
interface Story {
  blocks: HtmlBlocksWriter
  paragraph: RtfParagraph
  table: RtfTable | undefined
}

const tableWords = new Set(['trowd', 'trhdr', 'clvmgf', 'clvmrg', 'clmgf', 'clmrg', 'cellx'])

/** Turns an RTF file into HTML. Throws `too-deep` beyond `maxDepth` nested groups. */
export class RtfBody implements RtfVisitor {
  title = ''
  /** Year, month, day, hour and minute of the last change, by control word. */
  readonly changed = new Map<string, number>()
  private readonly maxDepth: number
  private readonly maxLength: number
  private readonly fonts = new RtfFonts()
  private readonly styles = new RtfStyles()
  private readonly groups: RtfGroup[] = []
  private readonly stories: Story[]
  private readonly inferred = new InferredHeadings()
  private group: RtfGroup = {
    destination: 'text',
    font: undefined,
    isBold: false,
    isHidden: false,
    isDeleted: false,
    isStruck: false,
    size: defaultSize,
    fallbackLength: 1,
    isOptional: false,
  }
  /** Bytes that were not decoded yet: a character can take several. */
  private bytes: number[] = []
  private fallbackLeft = 0
  /** Indents of the items above that the next item can be nested in. */
  private itemIndents: number[] = []
  private hasHeadings = false
  private hasTitle = false

  constructor({ maxDepth, maxLength }: { maxDepth: number; maxLength: number }) {
    this.maxDepth = maxDepth
    this.maxLength = maxLength
    this.stories = [this.newStory({})]
  }

  toHtml(): string {
    this.flushBytes()
    while (this.stories.length > 1) this.endStory('shape')
    this.endParagraph()
    this.endTable()
    if (!this.hasHeadings) this.inferred.apply(this.story.blocks)
    return this.story.blocks.toHtml()
  }

  openGroup(): void {
    this.flushBytes()
    if (this.groups.length >= this.maxDepth) throw new UnreadableFileError('too-deep')
    this.groups.push(this.group)
    this.group = { ...this.group, isOptional: false, ends: undefined }
    this.fallbackLeft = 0
  }

  closeGroup(): void {
    this.flushBytes()
    if (this.group.ends !== undefined) this.endStory(this.group.ends)
    this.group = this.groups.pop() ?? this.group
    this.fallbackLeft = 0
  }

  byte(value: number): void {
    if (this.fallbackLeft > 0) this.fallbackLeft--
    else if (this.group.destination !== 'skipped') this.bytes.push(value)
  }

  control(word: string, parameter: number | undefined): void {
    this.flushBytes()
    const { group } = this
    if (group.destination === 'skipped') return
    if (word === '*') {
      group.isOptional = true
      return
    }
    const destination = destinations.get(word)
    if (destination !== undefined || group.isOptional) {
      group.destination = destination ?? 'skipped'
      group.isOptional = false
      // A title can come twice: in the code page of the file, then in Unicode.
      if (word === 'title') this.title = ''
      if (word === 'footnote') this.beginStory('footnote')
      if (word === 'shptxt' || word === 'dptxbxtext') this.beginStory('shape')
    } else if (group.destination === 'fonts') this.fonts.define(word, parameter)
    else if (group.destination === 'styles') this.styles.define(word, parameter)
    else if (group.destination === 'changed') this.changed.set(word, parameter ?? 0)
    else if (!this.formatText(word, parameter)) this.structure(word, parameter)
  }

  /** Reads a control word for characters. Returns false if it is none. */
  private formatText(word: string, parameter: number | undefined): boolean {
    const { group } = this
    const isOn = parameter !== 0
    const named = namedCharacters.get(word)
    if (named !== undefined) this.addText(named)
    else if (word === 'u') {
      this.addText(String.fromCharCode((parameter ?? 0) & 0xffff))
      this.fallbackLeft = group.fallbackLength
    } else if (word === 'uc') group.fallbackLength = Math.min(Math.max(parameter ?? 1, 0), 100)
    else if (word === 'f') group.font = parameter
    else if (word === 'b') group.isBold = isOn
    else if (word === 'v') group.isHidden = isOn
    else if (word === 'deleted') group.isDeleted = isOn
    else if (word === 'strike' || word === 'striked') group.isStruck = isOn
    else if (word === 'fs') group.size = parameter ?? defaultSize
    else if (word === 'plain')
      Object.assign(group, { isBold: false, isHidden: false, isDeleted: false, isStruck: false, size: defaultSize })
    else if (word === 'ansicpg') this.fonts.codePage = parameter || this.fonts.codePage
    else if (word === 'mac') this.fonts.codePage = 10_000
    else if (word === 'pc') this.fonts.codePage = 437
    else if (word === 'pca') this.fonts.codePage = 850
    else if (word === 'deff') group.font = parameter
    else return false
    return true
  }

  /** Reads a control word for paragraphs and tables. */
  private structure(word: string, parameter: number | undefined): void {
    // A table within a cell is defined in a group without text.
    if (tableWords.has(word) && this.group.destination === 'text') this.table.define(word, parameter)
    if (this.group.destination === 'marker') return
    const { paragraph } = this.story
    switch (word) {
      case 'par':
      case 'sect':
      case 'page':
        this.endParagraph()
        break
      case 'line':
        paragraph.html += '<br>'
        break
      case 'pard':
        paragraph.properties = {}
        break
      case 'intbl':
        paragraph.properties.isInTable = true
        break
      case 's':
        paragraph.properties.style = parameter
        break
      case 'outlinelevel':
        paragraph.properties.outlineLevel = parameter
        break
      case 'ls':
        paragraph.properties.isListed = parameter !== 0
        break
      case 'ilvl':
        paragraph.properties.listLevel = parameter
        break
      case 'li':
        paragraph.properties.indent = parameter
        break
      case 'cell':
        this.endCell()
        break
      case 'row':
        this.story.table?.closeRow()
        break
      // A table within a cell becomes lines of that cell.
      case 'nestcell':
        paragraph.html += ', '
        break
      case 'nestrow':
        paragraph.html = `${paragraph.html.replace(/, $/, '')}<br>`
    }
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return
    const text = this.fonts.decode(this.bytes, this.group.font)
    this.bytes = []
    this.addText(text)
  }

  private addText(text: string): void {
    const { group } = this
    const { paragraph } = this.story
    switch (group.destination) {
      case 'text':
        if (!group.isHidden && !group.isDeleted && !group.isStruck) paragraph.addText(text, group)
        break
      case 'marker':
        paragraph.marker = (paragraph.marker ?? '') + text
        break
      case 'fonts':
        this.fonts.addName(text.replace(';', ''))
        break
      case 'styles':
        this.styles.addName(text)
        break
      case 'title':
        this.title += text
    }
  }

  private get story(): Story {
    return this.stories.at(-1)!
  }

  private get table(): RtfTable {
    this.story.table ??= new RtfTable(this.maxLength)
    return this.story.table
  }

  private newStory(properties: RtfParagraphProperties): Story {
    return { blocks: new HtmlBlocksWriter(this.maxLength), paragraph: new RtfParagraph(properties), table: undefined }
  }

  private beginStory(ends: NonNullable<RtfGroup['ends']>): void {
    this.group.ends = ends
    this.stories.push(this.newStory({}))
  }

  private endStory(kind: NonNullable<RtfGroup['ends']>): void {
    if (this.stories.length === 1) return
    this.endParagraph()
    this.endTable()
    const html = this.stories.pop()!.blocks.toHtml()
    if (html === '') return
    const { paragraph, table } = this.story
    if (kind === 'shape') paragraph.anchored.push(html)
    else (paragraph.properties.isInTable && table ? table.notes : paragraph.notes).push(`<aside>${html}</aside>`)
  }

  private endCell(): void {
    this.story.paragraph.properties.isInTable = true
    this.endParagraph()
    this.table.closeCell()
  }

  private endTable(): void {
    const { table, blocks } = this.story
    this.story.table = undefined
    if (table === undefined || table.isEmpty) return
    blocks.add(table.toHtml())
    for (const note of table.notes) blocks.add(note)
  }

  /** Ends the paragraph; the next one has the same properties until \pard. */
  private endParagraph(): void {
    const { story } = this
    const { paragraph } = story
    story.paragraph = new RtfParagraph({ ...paragraph.properties })
    const { isInTable } = paragraph.properties
    if (isInTable) {
      this.table.characters += paragraph.characters
      this.table.boldCharacters += paragraph.boldCharacters
    } else if (paragraph.html.trim() !== '') this.endTable()
    const blocks = isInTable ? this.table.cell : story.blocks
    this.writeParagraph(paragraph, blocks)
    for (const html of [...paragraph.anchored, ...paragraph.notes]) blocks.add(html)
  }

  private writeParagraph(paragraph: RtfParagraph, blocks: HtmlBlocksWriter): void {
    const { html, properties } = paragraph
    const style = this.styles.get(properties.style)
    const outlineLevel = properties.outlineLevel ?? style.outlineLevel
    const marker = paragraph.itemMarker()
    if (html.replaceAll('<br>', '').trim() === '') return
    if (/^title$/i.test(style.name)) {
      this.hasTitle = true
      blocks.heading(1, html)
    } else if (outlineLevel !== undefined && outlineLevel < 9) {
      this.hasHeadings = true
      blocks.heading(outlineLevel + (this.hasTitle ? 2 : 1), paragraph.headingLabel() + html)
    } else if (marker !== undefined) {
      blocks.item(this.itemLevel(properties), marker, html)
      return
    } else {
      const number = blocks.paragraph(html)
      if (blocks === this.stories[0]!.blocks) this.inferred.add(number, html, paragraph.look())
    }
    this.itemIndents = []
  }

  /** Returns the level of a list item by its indent: levels count within one list, but lists can be nested. */
  private itemLevel({ indent, listLevel }: RtfParagraphProperties): number {
    if (indent === undefined) return listLevel ?? 0
    while (this.itemIndents.length > 0 && this.itemIndents.at(-1)! > indent) this.itemIndents.pop()
    if (this.itemIndents.at(-1) !== indent) this.itemIndents.push(indent)
    return this.itemIndents.length - 1
  }
}
