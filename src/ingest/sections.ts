import type { Block } from './block.ts'
import { estimateTokens } from './token-count.ts'

/** The blocks below one heading, up to the next heading of any level. */
export interface Section {
  /** Headings of the section, its own included. */
  headingPath: readonly string[]
  parentPath: readonly string[]
  /** Undefined for the blocks before the first heading. */
  heading: Block | undefined
  blocks: Block[]
  tokens: number
}

/** Groups blocks by heading. A heading directly followed by a deeper one gets no section; it is in the path of that one. */
export function groupIntoSections(blocks: Block[]): Section[] {
  const sections: Section[] = []
  let current: Section = { headingPath: [], parentPath: [], heading: undefined, blocks: [], tokens: 0 }
  const close = (next: Block | undefined) => {
    const introduces = next !== undefined && (next.level ?? 0) > (current.heading?.level ?? 0)
    if (current.blocks.length > 0 || (current.heading !== undefined && !introduces)) sections.push(current)
  }
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      current.blocks.push(block)
      current.tokens += estimateTokens(block.text)
      continue
    }
    close(block)
    current = {
      headingPath: [...block.headingPath, block.text.slice(0, 200)],
      parentPath: block.headingPath,
      heading: block,
      blocks: [],
      tokens: estimateTokens(block.text),
    }
  }
  close(undefined)
  return sections
}
