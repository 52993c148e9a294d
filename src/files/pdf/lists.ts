import type { Block } from './blocks.ts'
import { listMarker } from './list-markers.ts'

/** Makes list items of paragraphs that start with a bullet, or with a number that counts on from its neighbour. */
export function withLists(blocks: readonly Block[]): Block[] {
  return blocks.map((block, index) => {
    const marker = markerOf(block)
    if (!marker || block.kind !== 'paragraph') return block
    const { number, rest } = marker
    if (number === undefined) return { kind: 'item', lines: withFirstText(block.lines, rest) }
    const counts = [nearestNumber(blocks, index, -1) === number - 1, nearestNumber(blocks, index, 1) === number + 1]
    return counts.includes(true) ? { kind: 'item', number, lines: withFirstText(block.lines, rest) } : block
  })
}

function markerOf(block: Block | undefined) {
  return block?.kind === 'paragraph' && !block.footnote ? listMarker(block.lines[0]?.text ?? '') : undefined
}

/** Returns the number of the next numbered paragraph in a direction, over at most a few others. */
function nearestNumber(blocks: readonly Block[], index: number, direction: 1 | -1): number | undefined {
  for (let step = 1; step <= 3; step++) {
    const number = markerOf(blocks[index + step * direction])?.number
    if (number !== undefined) return number
  }
  return undefined
}

function withFirstText<T extends { text: string }>(lines: readonly T[], text: string): T[] {
  return lines.map((line, index) => (index === 0 ? { ...line, text } : line))
}
