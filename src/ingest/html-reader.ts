import type { BlockList, DisplayedLine } from './block.ts'
import { labelCellLines } from './cell-labels.ts'
import { htmlTag } from './confluence-tags.ts'
import { DefinitionList } from './definition-list.ts'
import { FoldedText } from './folded-text.ts'
import { HiddenText } from './hidden-text.ts'
import { blockTags, tableTags } from './html-tags.ts'
import { joinBrokenLines, readWordBullet, tidyPreformatted, tidyText } from './html-text.ts'
import { InlineText } from './inline-text.ts'
import { ListItems } from './list-items.ts'
import { OpenTables } from './open-tables.ts'
import { parsePage } from './passage-pages.ts'
import { StyleSheet } from './style-sheet.ts'
import type { Attributes } from './walk-tags.ts'

/** Turns a stream of tags and text into blocks without building a tree; unclosed and misnested tags only cost precision. */
export class HtmlReader {
  private readonly out: BlockList
  private readonly styles = new StyleSheet()
  private readonly hidden: HiddenText
  private readonly inline: InlineText
  private readonly lists: ListItems
  private readonly definitions: DefinitionList
  private readonly tables: OpenTables
  private heading = 0
  private preformatted = 0
  private quotes = 0
  /** In a paragraph that Word shows as an item, with a typed bullet. */
  private isWordItem = false
  /** Pages of the open sections, innermost last. */
  private pages: (number | undefined)[] = []

  /**
   * `isMarkdown`: the HTML was rendered from Markdown, so that Markdown left in its text is markup. `layoutTables`: the numbers
   * of tables whose cells are no data. `controlled`: the ids of elements that a button unfolds.
   */
  constructor(
    out: BlockList,
    {
      isMarkdown,
      layoutTables,
      controlled,
    }: {
      isMarkdown: boolean
      layoutTables: ReadonlySet<number>
      controlled: ReadonlySet<string>
    },
  ) {
    this.out = out
    this.hidden = new HiddenText(new FoldedText(controlled))
    this.inline = new InlineText(this.styles, isMarkdown)
    this.lists = new ListItems(out)
    this.definitions = new DefinitionList(out)
    this.tables = new OpenTables(out, layoutTables)
  }

  text(piece: string): void {
    if (this.hidden.isStyleSheet()) this.styles.add(piece)
    if (this.hidden.isOpen()) return
    this.inline.text(piece, { isPreformatted: this.preformatted > 0, isInCell: this.tables.isInCell() })
  }

  openTag(name: string, attributes: Attributes): void {
    const tag = htmlTag(name, attributes)
    this.hidden.openTag(tag, attributes)
    if (this.hidden.isOpen()) return
    if (blockTags.has(tag)) this.breakBlock(tag)
    if (tag === 'p') this.isWordItem = /^MsoList/.test(attributes.class ?? '')
    this.inline.openTag(tag, attributes)
    this.lists.openTag(tag, attributes)
    this.definitions.openTag(tag)
    this.tables.openTag(tag, attributes)
    switch (tag) {
      case 'section':
        this.pages.push(this.out.page)
        this.styles.enterSection()
        this.out.page = parsePage(attributes['data-page']) ?? this.out.page
        break
      case 'pre':
        this.preformatted++
        break
      case 'blockquote':
        this.quotes++
        break
      default:
        if (headingTag.test(tag)) {
          if (this.tables.isInCell()) this.leaveCell()
          this.heading = Number(tag[1])
        }
    }
  }

  closeTag(name: string): void {
    const tag = htmlTag(name)
    if (this.hidden.isOpen()) {
      this.hidden.closeTag(tag)
      return
    }
    this.inline.closeTag(tag)
    if (!blockTags.has(tag)) return
    this.breakBlock(tag)
    this.lists.closeTag(tag)
    this.definitions.closeTag(tag)
    this.tables.closeTag(tag)
    switch (tag) {
      case 'section':
        this.out.page = this.pages.pop()
        this.styles.leaveSection()
        break
      case 'pre':
        this.preformatted = Math.max(0, this.preformatted - 1)
        break
      case 'blockquote':
        this.quotes = Math.max(0, this.quotes - 1)
        break
    }
  }

  end(): void {
    this.breakBlock('table')
    this.tables.end()
    this.definitions.end()
  }

  /** Ends the current block. Inside a table cell only table tags do: paragraphs in a cell belong to the cell. */
  private breakBlock(tag: string): void {
    this.inline.endFormula()
    if (this.tables.isInCell()) {
      if (tableTags.has(tag)) this.endCell()
      else this.inline.separate(tag)
      return
    }
    this.inline.leaveLink()
    const level = this.heading
    this.heading = 0
    const isPreformatted = this.preformatted > 0
    const { text: taken, hasText, boldLines, links } = this.inline.take(isPreformatted)
    if (!hasText) return
    const raw = this.isWordItem ? readWordBullet(taken) : taken
    this.isWordItem = false
    const text = isPreformatted ? tidyPreformatted(raw) : joinBrokenLines(tidyText(raw))
    if (level > 0) this.out.addHeading(level, text.replaceAll('\n', ' '))
    else if (this.definitions.isExpectingText()) this.definitions.add(text)
    else if (this.lists.isOpen()) this.lists.add(text, { isCode: isPreformatted, links })
    else {
      const kind = isPreformatted ? 'code' : this.quotes > 0 ? 'quote' : 'paragraph'
      this.out.add(kind, text, { links, lines: kind === 'paragraph' ? readLines(raw, boldLines) : undefined })
    }
  }

  private endCell(): void {
    const { text, boldLines } = this.inline.take(this.preformatted > 0)
    const line = joinBrokenLines(tidyText(labelCellLines(text, boldLines)))
      .replaceAll('\n', ' ')
      .replaceAll(' , ', ', ')
    const lines = text.split('\n')
    const isBold = lines.every((part, index) => part.trim() === '' || boldLines[index]) && line !== ''
    this.tables.endCell(line.replace(/(?<![ ,])[ ,]+$/, ''), isBold)
  }

  /** Reads a cell with a heading as text outside of tables. */
  private leaveCell(): void {
    this.tables.leaveCell()
    this.breakBlock('div')
  }
}

const headingTag = /^h[1-6]$/

/** Returns the lines of a paragraph; undefined for a single line that doesn't stand out. */
function readLines(text: string, boldLines: readonly boolean[]): DisplayedLine[] | undefined {
  if (boldLines.length === 1 && !boldLines[0]) return undefined
  return text.split('\n').map((line, index) => ({ text: tidyText(line), isBold: boldLines[index] ?? false }))
}
