import { Tokenizer } from 'htmlparser2'
import { replaceControls } from './clean-text.ts'

export type Attributes = Readonly<Record<string, string>>

export interface TagVisitor {
  /** `start` and `end` are the offsets of the tag, angle brackets included. */
  open(tag: string, attributes: Attributes, start: number, end: number): void
  close(tag: string, start: number, end: number): void
  text(text: string): void
}

/** Longer than any meaningful name, and than any URL that browsers follow. */
const maxNameLength = 40
const maxValueLength = 8_000

/**
 * Visits the tags of a page in order. Uses the tokenizer instead of the parser, whose stack of open elements makes deeply
 * nested input quadratic: it builds no tree, and every tag costs the same at any depth.
 */
export function walkTags(html: string, visitor: TagVisitor): void {
  let tag = ''
  let start = 0
  let attribute = ''
  let value = ''
  let attributes: Record<string, string> = {}
  const nameAt = (from: number, to: number) => html.slice(from, Math.min(to, from + maxNameLength)).toLowerCase()
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
      onselfclosingtag(end) {
        open(end)
        if (xmlTag.test(tag)) visitor.close(tag, start, end + 1)
      },
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

/** Elements that end with "/>", as in XML. In HTML this has no meaning: `<div/>` stays open. */
const xmlTag = /:|^time$/

/** Replaces control characters again: an entity such as &#1; survives the cleaning of the source. */
function decodeEntity(codepoint: number): string {
  return replaceControls(String.fromCodePoint(codepoint))
}
