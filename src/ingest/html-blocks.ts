import { Tokenizer } from 'htmlparser2'
import { type Block, BlockList } from './block.ts'
import { cleanText } from './clean-text.ts'
import { HtmlReader } from './html-reader.ts'

/**
 * Reads HTML into blocks. Built on the tokenizer rather than the parser: the parser's stack of open elements makes
 * deeply nested input quadratic, and blocks do not need a tree. Every tag costs a constant amount of work. The HTML
 * must have been through cleanText.
 */
export function htmlToBlocks(html: string): Block[] {
  const list = new BlockList()
  const reader = new HtmlReader(list)
  let tag = ''
  let attribute = ''
  let value = ''
  let attributes: Record<string, string> = {}
  const openTag = () => reader.openTag(tag, attributes)
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: false },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase()
        attributes = {}
      },
      onattribname(start, end) {
        attribute = html.slice(start, Math.min(end, start + 40)).toLowerCase()
        value = ''
      },
      onattribdata(start, end) {
        if (value.length < maxAttributeLength)
          value += html.slice(start, Math.min(end, start + maxAttributeLength))
      },
      onattribentity(codepoint) {
        value += decoded(codepoint)
      },
      onattribend() {
        if (readAttributes.has(attribute)) attributes[attribute] ??= value
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      onclosetag(start, end) {
        reader.closeTag(
          html
            .slice(start, Math.min(end, start + 40))
            .toLowerCase()
            .trim(),
        )
      },
      ontext(start, end) {
        reader.text(html.slice(start, end))
      },
      ontextentity(codepoint) {
        reader.text(decoded(codepoint))
      },
      oncdata(start, end, endOffset) {
        reader.text(html.slice(start, end - endOffset))
      },
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  reader.end()
  return list.blocks
}

/** The text was cleaned before it was parsed; &#1; would bring back what cleaning took out. */
function decoded(codepoint: number): string {
  return cleanText(String.fromCodePoint(codepoint))
}

const maxAttributeLength = 2_000
const readAttributes = new Set([
  'alt',
  'aria-hidden',
  'colspan',
  'hidden',
  'href',
  'rowspan',
  'start',
  'style',
  'value',
])
