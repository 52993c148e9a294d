import { Parser } from 'htmlparser2'
import { createMarkdownWriter, type MarkdownWriter } from './markdown-writer.ts'

/**
 * Converts HTML to Markdown as people would write it. Streams the tags without building a tree, so nesting costs nothing.
 * Inline elements without Markdown syntax stay as HTML. Decision 0008 says why this is not a library.
 */
export function htmlToMarkdown(html: string): string {
  const writer = createMarkdownWriter()
  let pending = ''
  const writePending = () => {
    writer.text(pending)
    pending = ''
  }
  const parser = new Parser({
    onopentag(tag, attributes) {
      writePending()
      if (!writer.isInCodeBlock() || tag === 'code' || tag === 'br') tagHandlers.get(tag)?.open(writer, attributes)
    },
    // The parser splits text at entities; escaping needs the whole.
    ontext(text) {
      pending += text
    },
    onclosetag(tag) {
      writePending()
      if (!writer.isInCodeBlock() || tag === 'pre') tagHandlers.get(tag)?.close?.(writer)
    },
    onend: writePending,
  })
  parser.end(html)
  return writer.finish()
}

interface TagHandler {
  open(writer: MarkdownWriter, attributes: Record<string, string>): void
  close?(writer: MarkdownWriter): void
}

const paragraph: TagHandler = {
  open: (writer) => writer.startParagraph(),
  close: (writer) => writer.endBlock(),
}
const boldParagraph: TagHandler = {
  open(writer) {
    writer.startParagraph()
    writer.openMark('**')
  },
  close(writer) {
    writer.closeMark('**')
    writer.endBlock()
  },
}
const code: TagHandler = {
  open: (writer, { class: name }) => writer.openCode(name),
  close: (writer) => writer.closeCode(),
}
const cell: TagHandler = {
  open: (writer, attributes) => writer.startCell(attributes),
  close: (writer) => writer.endCell(),
}
const mark = (delimiter: string): TagHandler => ({
  open: (writer) => writer.openMark(delimiter),
  close: (writer) => writer.closeMark(delimiter),
})
const heading = (level: number): TagHandler => ({
  open: (writer) => writer.startHeading(level),
  close: (writer) => writer.endBlock(),
})

const tagHandlers = new Map<string, TagHandler>([
  ...['p', 'div', 'figure', 'figcaption', 'dd', 'details', 'caption'].map((tag) => [tag, paragraph] as const),
  ...['dt', 'summary'].map((tag) => [tag, boldParagraph] as const),
  ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(level)] as const),
  ...['strong', 'b'].map((tag) => [tag, mark('**')] as const),
  ...['em', 'i'].map((tag) => [tag, mark('*')] as const),
  ...['del', 's'].map((tag) => [tag, mark('~~')] as const),
  ...['sub', 'sup', 'u', 'ins', 'mark', 'kbd'].map((tag) => [tag, mark(`<${tag}>`)] as const),
  ...['code', 'samp', 'var'].map((tag) => [tag, code] as const),
  ...['th', 'td'].map((tag) => [tag, cell] as const),
  ['br', { open: (writer) => writer.lineBreak() }],
  ['hr', { open: (writer) => writer.rule() }],
  ['img', { open: (writer, attributes) => writer.image(attributes) }],
  ['input', { open: (writer, { checked }) => writer.raw(checked === undefined ? '[ ] ' : '[x] ') }],
  ['a', { open: (writer, attributes) => writer.openLink(attributes), close: (writer) => writer.closeLink() }],
  ['pre', { open: (writer) => writer.openCodeBlock(), close: (writer) => writer.closeCodeBlock() }],
  ['blockquote', { open: (writer) => writer.openQuote(), close: (writer) => writer.closeQuote() }],
  ['ul', { open: (writer) => writer.openList(undefined), close: (writer) => writer.closeList() }],
  [
    'ol',
    {
      open: (writer, { start }) => writer.openList(parseListStart(start)),
      close: (writer) => writer.closeList(),
    },
  ],
  ['li', { open: (writer) => writer.openItem(), close: (writer) => writer.closeItem() }],
  ['table', { open: (writer) => writer.openTable(), close: (writer) => writer.closeTable() }],
  ['tr', { open: (writer) => writer.startRow(), close: (writer) => writer.endRow() }],
])

function parseListStart(start: string | undefined): number {
  return start !== undefined && /^\d{1,9}$/.test(start) ? Number(start) : 1
}
