import { Tokenizer } from 'htmlparser2'
import { cleanText } from './clean-text.ts'

export type Attributes = Readonly<Record<string, string>>

export interface TagVisitor {
  /** `start` and `end` are where the tag itself stands, its angle brackets included. */
  open(tag: string, attributes: Attributes, start: number, end: number): void
  close(tag: string, start: number, end: number): void
  text(text: string): void
}

/** No name that means anything is longer, nor any address that a browser follows. */
const maxNameLength = 40
const maxValueLength = 8_000

/**
 * Goes through the tags of a page in order. Built on the tokenizer rather than the parser, whose stack of open elements
 * makes deeply nested input quadratic: no tree is built, and every tag costs the same, however deep it stands.
 */
export function walkTags(html: string, visitor: TagVisitor): void {
  let tag = ''
  let start = 0
  let attribute = ''
  let value = ''
  let attributes: Record<string, string> = {}
  const nameAt = (from: number, to: number) =>
    html.slice(from, Math.min(to, from + maxNameLength)).toLowerCase()
  const text = (from: number, to: number) => visitor.text(html.slice(from, to))
  const open = (end: number) => visitor.open(tag, attributes, start, end + 1)
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: false },
    {
      onopentagname(from, to) {
        tag = nameAt(from, to)
        start = from - 1
        attributes = Object.create(null)
      },
      onattribname(from, to) {
        attribute = nameAt(from, to)
        value = ''
      },
      onattribdata(from, to) {
        if (value.length < maxValueLength) value += html.slice(from, Math.min(to, from + maxValueLength))
      },
      onattribentity(codepoint) {
        value += decodeEntity(codepoint)
      },
      onattribend() {
        attributes[attribute] ??= value
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag(from, to) {
        const end = html.indexOf('>', to)
        visitor.close(nameAt(from, to).trim(), from - 2, end === -1 ? html.length : end + 1)
      },
      ontext: text,
      ontextentity: (codepoint) => visitor.text(decodeEntity(codepoint)),
      oncdata: (from, to, endOffset) => text(from, to - endOffset),
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

/** Text is cleaned before it is parsed; &#1; would bring back what cleaning took out. */
function decodeEntity(codepoint: number): string {
  return cleanText(String.fromCodePoint(codepoint))
}
