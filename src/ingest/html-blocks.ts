import { type Block, BlockList } from './block.ts'
import { HtmlReader } from './html-reader.ts'
import { walkTags } from './walk-tags.ts'

/** Reads HTML into blocks. The HTML must have been through cleanText. */
export function htmlToBlocks(html: string): Block[] {
  const list = new BlockList()
  const reader = new HtmlReader(list)
  walkTags(html, {
    open: (tag, attributes) => reader.openTag(tag, attributes),
    close: (tag) => reader.closeTag(tag),
    text: (text) => reader.text(text),
  })
  reader.end()
  return list.blocks
}
