import { UnreadableFileError } from '../file-text.ts'

/** How a list item is marked. */
export type ItemMarker = { kind: 'bullet' } | { kind: 'number'; value: number } | { kind: 'label'; label: string }

/** Collects the blocks of a document as HTML: headings, paragraphs, nested lists. Throws `too-large` beyond a length. */
export class HtmlBlocksWriter {
  private readonly parts: string[] = []
  private length = 0
  private readonly maxLength: number
  /** Open lists, outermost first; each has an open item. */
  private readonly lists: { level: number; tag: 'ul' | 'ol' }[] = []

  constructor(maxLength: number) {
    this.maxLength = maxLength
  }

  heading(level: number, html: string): void {
    if (isBlank(html)) return
    this.closeLists()
    const tag = `h${Math.min(Math.max(level, 1), 6)}`
    this.push(`<${tag}>${html.replaceAll('<br>', ' ').trim()}</${tag}>`)
  }

  /** Adds a paragraph. Returns its number, for `replaceParagraph`. */
  paragraph(html: string): number {
    if (isBlank(html)) return -1
    this.closeLists()
    this.push(`<p>${html.trim()}</p>`)
    return this.parts.length - 1
  }

  /** Turns a paragraph that was added before into a heading. */
  replaceParagraph(number: number, tag: string): void {
    this.parts[number] = this.parts[number]!.replace(/^<p>([\s\S]*)<\/p>$/, `<${tag}>$1</${tag}>`)
  }

  item(level: number, marker: ItemMarker, html: string): void {
    if (isBlank(html)) return
    const tag = marker.kind === 'number' ? 'ol' : 'ul'
    while (this.lists.length > 0 && this.lists.at(-1)!.level > level) this.closeList()
    const top = this.lists.at(-1)
    if (top?.level === level && top.tag !== tag) this.closeList()
    if (this.lists.at(-1)?.level === level) this.push('</li>')
    else {
      this.lists.push({ level, tag })
      this.push(`<${tag}>`)
    }
    const value = marker.kind === 'number' ? ` value="${marker.value}"` : ''
    this.push(`<li${value}>${marker.kind === 'label' ? `${marker.label} ` : ''}${html.trim()}`)
  }

  /** Adds a further paragraph to the current list item, or a paragraph where there is none. */
  continueItem(html: string): void {
    if (this.lists.length === 0) this.paragraph(html)
    else if (!isBlank(html)) this.push(`<p>${html.trim()}</p>`)
  }

  /** Adds HTML that is complete in itself, such as a table. */
  add(html: string): void {
    if (html === '') return
    this.closeLists()
    this.push(html)
  }

  toHtml(): string {
    this.closeLists()
    return this.parts.join('\n')
  }

  /** Returns the HTML for a table cell: a single paragraph without its tags. */
  toCellHtml(): string {
    const html = this.toHtml()
    return this.parts.length === 1 ? html.replace(/^<p>([\s\S]*)<\/p>$/, '$1') : html
  }

  private push(part: string): void {
    this.length += part.length
    if (this.length > this.maxLength) throw new UnreadableFileError('too-large')
    this.parts.push(part)
  }

  private closeList(): void {
    this.push(`</li></${this.lists.pop()!.tag}>`)
  }

  private closeLists(): void {
    while (this.lists.length > 0) this.closeList()
  }
}

/** Returns the text of HTML that a reader wrote. */
/** A finished table, and the notes of its cells. */
interface ClosedTable {
  toHtml(): string
  notes: string[]
}

/** Ends the innermost table and adds it to the container that it stands in; notes follow the outermost table. */
export function addClosedTable(tables: ClosedTable[], container: () => HtmlBlocksWriter): void {
  const table = tables.pop()
  if (table === undefined) return
  container().add(table.toHtml())
  const outer = tables[0]
  for (const note of table.notes) {
    if (outer !== undefined) outer.notes.push(note)
    else container().add(note)
  }
}

export function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

function isBlank(html: string): boolean {
  return html.replaceAll('<br>', '').trim() === ''
}
