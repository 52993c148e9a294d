import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import type { CitedText } from '../citations.ts'
import { type Block, createBlockWriter, widest } from './block-writer.ts'
import type { Gap, ItemMark } from './draft-units.ts'
import { createIntroductions, depths, type Introduction } from './introductions.ts'
import { createListNumbering, type ListLevel } from './list-numbering.ts'

/** A list item that sentences can continue. */
export interface OpenItem {
  level: ListLevel
  /** The item that it belongs to fell. */
  isOrphan: boolean
  isKept: boolean
  /** It began in a list of sources, which is read on while the item is open. */
  isReference: boolean
  /** Its bold words, which the sentences after them complete. */
  label?: string
}

/** How much of a draft no passage supports. */
export interface DroppedCounts {
  /** Sentences, items, rows and code. */
  dropped: number
  /** Among them: items of numbered lists, and other items and rows. */
  droppedSteps: number
  droppedEntries: number
}

type HeldFields = Pick<Introduction, 'depth' | 'kind' | 'text'> &
  Partial<Pick<Introduction, 'tie' | 'context' | 'numbers' | 'passages' | 'level'>>

/**
 * Keeps the structure of an answer while parts of its draft fall: what introduces a statement is written before it or falls
 * with it, items stay in their list, and what is written is separated as in the draft.
 */
export function createAnswerStructure({
  isListingReferences,
}: {
  /** Items of a list of sources are not counted. */
  isListingReferences: () => boolean
}) {
  const counts: DroppedCounts = { dropped: 0, droppedSteps: 0, droppedEntries: 0 }
  const writer = createBlockWriter()
  const numbering = createListNumbering()
  const introductions = createIntroductions()
  /** What separates the next block from the text before it. */
  let gap: Gap = 'space'
  let item: OpenItem | undefined
  let hasPredecessorFallen = false

  return {
    counts: (): DroppedCounts => counts,
    isEmpty: writer.isEmpty,
    item: () => item,
    /** Tells whether the statement before fell. */
    hasPredecessorFallen: () => hasPredecessorFallen,
    /** Returns the words that an item completes. */
    contexts: introductions.contexts,
    /** Returns the numbers of a statement, or else those of what introduces it. */
    inherited: (numbers: readonly number[]) => (numbers.length > 0 ? numbers : introductions.numbers()),

    /** Takes what separates a unit of the draft from the one before. */
    separate(between: Gap): void {
      gap = widest(gap, between)
    },
    beginSection(level: number): void {
      endList()
      leave(level)
      hasPredecessorFallen = false
    },
    beginTable(): void {
      endList()
      leave(depths.table)
      introductions.enterBlock()
    },
    /** Begins a paragraph or line of text, unless the text continues the one before. */
    beginText(): void {
      if (gap === 'space') return
      endList()
      leave(depths.paragraph)
      countFallen(introductions.leaveFinishedLeadIns())
    },
    beginCode: introductions.enterBlock,
    beginItem(mark: ItemMark): void {
      endItem()
      item = { ...numbering.open(mark), isKept: false, isReference: isListingReferences() }
      leave(depths.item + item.level.depth)
      introductions.enterBlock()
    },

    /** Ends what is introduced at this depth and deeper. */
    leave,
    /** Holds what introduces the units after it. */
    hold,
    /** Holds the open item, which only introduces its subitems. */
    holdItem(fields: Pick<Introduction, 'text' | 'context' | 'numbers'>): void {
      const { level } = item!
      hold({ ...fields, kind: 'item', depth: depths.item + level.depth, level })
      level.hasParent = true
      item = undefined
    },
    /** Holds a statement until another one is kept. */
    holdStatement(fields: Pick<Block, 'kind' | 'text' | 'passages'>): void {
      hold({ ...fields, tie: 'answer', depth: 0, level: unwrittenLevel() })
      if (item) item.isKept = true
    },
    /** Yields a statement that is kept, after what introduces it. */
    *keep(fields: Omit<Block, 'gap' | 'level'>): Generator<CitedText> {
      yield* write(introductions.takeWaiting())
      yield writer.write({ ...fields, level: unwrittenLevel(), gap: takeGap() })
      if (item) item.isKept = true
      hasPredecessorFallen = false
    },
    /** Yields code that is kept, after what introduces it. Its passages are cited by its lead-in, or else below it. */
    *keepCode(text: string, passages: HydratedPassage[]): Generator<CitedText> {
      const waiting = introductions.takeWaiting()
      const leadIn = waiting.findLast(({ kind }) => kind !== 'heading')
      yield* write(waiting.map((one) => (one === leadIn ? { ...one, passages } : one)))
      yield writer.write({ kind: 'code', text, passages: [], gap: takeGap() })
      if (!leadIn) yield writer.write({ kind: 'text', text: '', passages, gap: 'space' })
    },
    drop,
    dropRow(): void {
      counts.droppedEntries += 1
      drop()
    },
    /** Drops the open item with its subitems. */
    dropItem(): void {
      const { level } = item!
      endItem()
      drop()
      level.hasParent = false
    },
    /** Counts what is still open as fallen. */
    end(): void {
      endItem()
      leave(0)
    },
    /** Yields the statements that are held. */
    *keepHeld(): Generator<CitedText> {
      const waiting = introductions.takeWaiting()
      if (waiting.some(({ passages }) => passages.length > 0)) yield* write(waiting)
    },
  }

  function takeGap(): Gap {
    const taken = gap
    gap = 'space'
    return taken
  }

  function* write(blocks: readonly Block[]): Generator<CitedText> {
    for (const block of blocks) yield writer.write(block)
  }

  function hold(fields: HeldFields): void {
    introductions.hold({ tie: 'block', context: '', numbers: [], passages: [], ...fields, gap: takeGap() })
  }

  function drop(): void {
    counts.dropped += 1
    hasPredecessorFallen = true
    countFallen(introductions.dropTiedToNext())
  }

  /** Returns the list of the open item if its marker is still to be written. */
  function unwrittenLevel(): ListLevel | undefined {
    return item?.isKept ? undefined : item?.level
  }

  function endItem(): void {
    if (item && !item.isKept && !item.isReference) countFallenItem(item.level)
    item = undefined
  }

  function endList(): void {
    endItem()
    numbering.interrupt()
  }

  function leave(depth: number): void {
    countFallen(introductions.leave(depth))
  }

  function countFallen(fallen: readonly Introduction[]): void {
    for (const { level, gap: own } of fallen) {
      gap = widest(gap, own)
      if (level && !isListingReferences()) countFallenItem(level)
    }
  }

  function countFallenItem({ isOrdered }: ListLevel): void {
    if (isOrdered) counts.droppedSteps += 1
    else counts.droppedEntries += 1
  }
}
