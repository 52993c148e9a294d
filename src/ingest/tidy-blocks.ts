import type { Block } from './block.ts'
import { isLeadIn } from './sentence-end.ts'

/** Leaves out what a reader would see twice or cannot use: doubled blocks and the table of contents of the page itself. */
export function tidyBlocks(blocks: Block[]): Block[] {
  return removeDoubles(removePageContents(blocks))
}

/** Removes lists of links to places on the same page, with the heading or label that announces nothing else. */
function removePageContents(blocks: Block[]): Block[] {
  if (!blocks.some((block) => block.links === 'page')) return blocks
  const kept: Block[] = []
  for (let i = 0; i < blocks.length; i++) {
    let end = i
    while (blocks[end]?.kind === 'list-item') end++
    const list = blocks.slice(i, end)
    if (list.length >= 2 && list.every((item) => item.links === 'page')) {
      const before = kept.at(-1)
      const next = blocks[end]
      const isAnnouncement = before?.kind === 'paragraph' && before.text.length <= 60 && isLeadIn(before.text)
      const isEmptySection =
        before?.kind === 'heading' && (!next || (next.kind === 'heading' && (next.level ?? 0) <= (before.level ?? 0)))
      if (isAnnouncement || isEmptySection) kept.pop()
    } else kept.push(...(list.length > 0 ? list : [blocks[i] as Block]))
    if (list.length > 0) i = end - 1
  }
  return kept
}

/** Longest run of blocks that is looked for twice in a row, as in a page with one version for phones and one for desktops. */
const maxRun = 60
const minRunLength = 40

/** Removes a block, or run of blocks, that directly repeats the one before it, as pages for two screen sizes do. */
function removeDoubles(blocks: Block[]): Block[] {
  const lastIndex = new Map<string, number>()
  const kept: Block[] = []
  for (let i = 0; i < blocks.length; ) {
    const key = comparedText(blocks[i] as Block)
    const previous = lastIndex.get(key)
    const run = previous === undefined ? 0 : kept.length - previous
    if (run > 0 && run <= maxRun && repeats(kept, previous as number, blocks, i, run)) {
      i += run
      continue
    }
    lastIndex.set(key, kept.length)
    kept.push(blocks[i] as Block)
    i++
  }
  return kept
}

function repeats(kept: readonly Block[], from: number, blocks: readonly Block[], at: number, run: number): boolean {
  let length = 0
  for (let k = 0; k < run; k++) {
    const [earlier, later] = [kept[from + k], blocks[at + k]]
    if (earlier === undefined || later === undefined || comparedText(earlier) !== comparedText(later)) return false
    if (earlier.kind === 'code' || later.kind === 'code') return false
    // A heading opens a section of its own, whatever it is called.
    if (run === 1 && later.kind === 'heading') return false
    length += later.text.length
  }
  return run === 1 || length >= minRunLength
}

/** Returns the text without list marker. */
function comparedText({ text }: Block): string {
  return text.replace(/^ *(?:- |\d+\. )?/, '')
}
