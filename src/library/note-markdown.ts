import { Parser } from 'htmlparser2'
import { createMarkdownWriter, type MarkdownWriter } from './note-markdown-writer.ts'

/**
 * Html as markdown that people would write. It follows the stream of tags without building a tree, so that depth costs
 * nothing; what markdown has no sign for stays as the inline html that markdown allows.
 */
export function noteMarkdown(html: string): string {
  const writer = createMarkdownWriter()
  let pending = ''
  const writePending = () => {
    writer.text(pending)
    pending = ''
  }
  const parser = new Parser({
    onopentag(tag, attributes) {
      writePending()
      if (!writer.isInListing() || tag === 'code' || tag === 'br') handlers.get(tag)?.open(writer, attributes)
    },
    // In pieces, cut at every entity: what needs escaping shows only in the whole.
    ontext(text) {
      pending += text
    },
    onclosetag(tag) {
      writePending()
      if (!writer.isInListing() || tag === 'pre') handlers.get(tag)?.close?.(writer)
    },
    onend: writePending,
  })
  parser.end(html)
  return writer.finish()
}

interface Handler {
  open(writer: MarkdownWriter, attributes: Record<string, string>): void
  close?(writer: MarkdownWriter): void
}

const paragraph: Handler = { open: (writer) => writer.paragraph(), close: (writer) => writer.endBlock() }
const boldParagraph: Handler = {
  open(writer) {
    writer.paragraph()
    writer.openMark('**')
  },
  close(writer) {
    writer.closeMark('**')
    writer.endBlock()
  },
}
const code: Handler = {
  open: (writer, { class: name }) => writer.openCode(name),
  close: (writer) => writer.closeCode(),
}
const cell: Handler = { open: (writer, given) => writer.cell(given), close: (writer) => writer.endCell() }
const mark = (sign: string): Handler => ({
  open: (writer) => writer.openMark(sign),
  close: (writer) => writer.closeMark(sign),
})
const heading = (level: number): Handler => ({
  open: (writer) => writer.heading(level),
  close: (writer) => writer.endBlock(),
})

const handlers = new Map<string, Handler>([
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
  ['img', { open: (writer, given) => writer.image(given) }],
  ['input', { open: (writer, { checked }) => writer.raw(checked === undefined ? '[ ] ' : '[x] ') }],
  ['a', { open: (writer, given) => writer.openLink(given), close: (writer) => writer.closeLink() }],
  ['pre', { open: (writer) => writer.openListing(), close: (writer) => writer.closeListing() }],
  ['blockquote', { open: (writer) => writer.openQuote(), close: (writer) => writer.closeQuote() }],
  ['ul', { open: (writer) => writer.openList(undefined), close: (writer) => writer.closeList() }],
  [
    'ol',
    {
      open: (writer, { start }) => writer.openList(firstNumber(start)),
      close: (writer) => writer.closeList(),
    },
  ],
  ['li', { open: (writer) => writer.openItem(), close: (writer) => writer.closeItem() }],
  ['table', { open: (writer) => writer.openTable(), close: (writer) => writer.closeTable() }],
  ['tr', { open: (writer) => writer.row(), close: (writer) => writer.endRow() }],
])

function firstNumber(start: string | undefined): number {
  return start !== undefined && /^\d{1,9}$/.test(start) ? Number(start) : 1
}
