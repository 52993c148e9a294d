import type { Block } from './block-writer.ts'

/** Text that waits for the statement that it introduces: a heading, a lead-in, a table's header, "Yes." */
export interface Introduction extends Block {
  /**
   * `block`: kept with anything deeper than itself that follows. `next`: kept with the next statement. `answer`: kept with
   * any statement.
   */
  tie: 'block' | 'next' | 'answer'
  depth: number
  /** The words that a list item below it completes; '' for none. */
  context: string
  /** The passages that it cites: items and rows without a number are verified by them. */
  numbers: readonly number[]
}

/** Depths of introductions and of what they introduce. Headings have their level, 1 to 6. */
export const depths = { label: 7, leadIn: 8, paragraph: 9, table: 9, item: 10 }

interface HeldIntroduction extends Introduction {
  isWritten: boolean
  /** A list, table or code has followed it: a paragraph after that is not introduced by it. */
  hasBlock: boolean
}

/** Holds the introductions of a draft, outermost first, until something that they introduce is kept or all of it fell. */
export function createIntroductions() {
  let held: HeldIntroduction[] = []

  function remove(isRemoved: (introduction: HeldIntroduction) => boolean): Introduction[] {
    const removed = held.filter(isRemoved)
    held = held.filter((introduction) => !removed.includes(introduction))
    return removed.filter(({ isWritten }) => !isWritten)
  }

  return {
    hold(introduction: Introduction): void {
      held.push({ ...introduction, isWritten: false, hasBlock: false })
    },
    /** Ends what introductions of this depth and deeper introduce; returns those that were never written. */
    leave: (depth: number) => remove((one) => one.tie === 'block' && one.depth >= depth),
    /** Ends what lead-ins introduce whose list, table or code is over. */
    leaveFinishedLeadIns: () => remove((one) => one.tie === 'block' && one.depth >= depths.leadIn && one.hasBlock),
    /** Removes what was tied to a statement that fell. */
    dropTiedToNext: () => remove(({ tie }) => tie === 'next'),
    enterBlock(): void {
      for (const introduction of held) introduction.hasBlock = true
    },
    /** Returns the introductions to write before a statement that is kept. */
    takeWaiting(): Introduction[] {
      const waiting = held.filter(({ isWritten }) => !isWritten)
      for (const introduction of waiting) introduction.isWritten = true
      held = held.filter(({ tie }) => tie === 'block')
      return waiting
    },
    /** Returns what a list item completes: the items above it, and a lead-in or else the nearest label or heading. */
    contexts(isFormOnly: (text: string) => boolean): string[] {
      const blocks = held.filter(({ tie, context }) => tie === 'block' && context !== '')
      const outer = blocks.findLast(({ depth }) => depth < depths.item)
      const items = blocks.filter(({ depth }) => depth >= depths.item)
      const completed = outer && !isFormOnly(outer.context) ? [outer, ...items] : items
      return completed.map(({ context }) => context.replace(/(?<![\s*])(?:[\s*]*:)?[\s*]*$/, ':'))
    },
    /** Returns the numbers that the nearest introduction cites. */
    numbers: (): readonly number[] => held.findLast(({ numbers }) => numbers.length > 0)?.numbers ?? [],
  }
}
