import { type Block, BlockList } from './block.ts'
import { findControlledIds } from './folded-text.ts'
import { HtmlReader } from './html-reader.ts'
import { findLayoutTables } from './layout-tables.ts'
import { tidyBlocks } from './tidy-blocks.ts'
import { readTypedStructure } from './typed-structure.ts'
import { walkTags } from './walk-tags.ts'

/** Reads HTML into blocks. The HTML must have been through cleanText; `isMarkdown` if it was rendered from Markdown. */
export function htmlToBlocks(html: string, { isMarkdown = false } = {}): Block[] {
  const list = new BlockList()
  const reader = new HtmlReader(list, {
    isMarkdown,
    layoutTables: findLayoutTables(html),
    controlled: findControlledIds(html),
  })
  walkTags(html, {
    open: (tag, attributes) => reader.openTag(tag, attributes),
    close: (tag) => reader.closeTag(tag),
    text: (text) => reader.text(text),
  })
  reader.end()
  return tidyBlocks(readTypedStructure(list.blocks))
}
