import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import type { CitedText } from '../citations.ts'
import type { Gap } from './draft-units.ts'
import { type ListLevel, nextMarker } from './list-numbering.ts'

/** The kinds of blocks that an answer consists of. */
export type BlockKind = 'text' | 'item' | 'heading' | 'table-header' | 'row' | 'code'

/** A block of an answer, or a sentence of one. */
export interface Block {
  kind: BlockKind
  text: string
  /** Text after its numbers. */
  closing?: string | undefined
  /** The passages that support it. */
  passages: HydratedPassage[]
  /** What separates it from the text before it in the draft. */
  gap: Gap
  /** The list of the item that it begins. */
  level?: ListLevel | undefined
}

/** Writes blocks one after the other, each with its marker and what separates it from the one before. */
export function createBlockWriter() {
  let lastKind: BlockKind | undefined

  return {
    isEmpty: () => lastKind === undefined,
    write({ kind, text, closing, passages, gap, level }: Block): CitedText {
      const between = gapBetween(lastKind, kind, level ? widest(gap, 'line') : gap)
      if (!(kind === 'text' && between === 'space' && lastKind === 'item')) lastKind = kind
      return {
        text: level ? nextMarker(level) + text : text,
        passages,
        startsLine: between !== 'space',
        startsParagraph: between === 'paragraph',
        ...(closing !== undefined && { closing }),
      }
    },
  }
}

/** Tables, headings and code stand apart; text on a new line after a list would otherwise read as part of its last item. */
function gapBetween(before: BlockKind | undefined, kind: BlockKind, gap: Gap): Gap {
  if (kind === 'row') return 'line'
  const standsApart = (block: BlockKind | undefined) =>
    block === 'heading' || block === 'table-header' || block === 'row' || block === 'code'
  if (standsApart(before) || standsApart(kind)) return 'paragraph'
  if (before === 'item' && kind === 'text' && gap !== 'space') return 'paragraph'
  return gap
}

const gapOrder: readonly Gap[] = ['space', 'line', 'paragraph']

/** Returns the gap that separates more. */
export function widest(one: Gap, other: Gap): Gap {
  return gapOrder.indexOf(one) > gapOrder.indexOf(other) ? one : other
}
