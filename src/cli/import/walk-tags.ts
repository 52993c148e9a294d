import { Tokenizer } from 'htmlparser2'

export type Attributes = Readonly<Record<string, string>>

export interface TagVisitor {
  /** `start` and `end` are where the tag itself stands, its angle brackets included. */
  open(tag: string, attributes: Attributes, start: number, end: number): void
  close(tag: string, start: number, end: number): void
  text(text: string): void
}

/** Goes through the tags of a page in order. No tree is built: every tag costs the same, however deep it stands. */
export function walkTags(html: string, visitor: TagVisitor): void {
  let tag = ''
  let start = 0
  let name = ''
  let value = ''
  let attributes: Record<string, string> = {}
  const open = (end: number) => visitor.open(tag, attributes, start, end + 1)
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: false },
    {
      onopentagname(from, to) {
        tag = html.slice(from, to).toLowerCase()
        start = from - 1
        attributes = Object.create(null)
      },
      onattribname(from, to) {
        name = html.slice(from, to).toLowerCase()
        value = ''
      },
      onattribdata(from, to) {
        value += html.slice(from, to)
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint)
      },
      onattribend() {
        attributes[name] ??= value
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag(from, to) {
        const end = html.indexOf('>', to)
        visitor.close(html.slice(from, to).toLowerCase().trim(), from - 2, end === -1 ? html.length : end + 1)
      },
      ontext(from, to) {
        visitor.text(html.slice(from, to))
      },
      ontextentity(codepoint) {
        visitor.text(String.fromCodePoint(codepoint))
      },
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
