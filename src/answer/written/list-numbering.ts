/** One list of a draft, at one depth. */
export interface ListLevel {
  depth: number
  indent: number
  isOrdered: boolean
  /** The number that the model gave to its latest item. */
  draftNumber: number
  /** The number of the latest item that was written. */
  lastNumber: number
  /** Its latest item is written, or waits for its subitems. */
  hasParent: boolean
}

/** Numbers the items of a draft that are written: an item that falls leaves no hole. */
export function createListNumbering() {
  let levels: ListLevel[] = []
  let interrupted: ListLevel | undefined

  return {
    /** Begins an item. It is an orphan if the item that it belongs to fell. */
    open({ indent, number }: { indent: number; number: number | undefined }): { level: ListLevel; isOrphan: boolean } {
      while (levels.length > 0 && indent < levels.at(-1)!.indent) levels.pop()
      const isOrdered = number !== undefined
      const draftNumber = number ?? 0
      let level = levels.at(-1)
      const isNested = level !== undefined && indent >= level.indent + 2
      if (!level || isNested || level.isOrdered !== isOrdered) {
        if (level && !isNested) levels.pop()
        level = { depth: levels.length, indent, isOrdered, draftNumber, lastNumber: draftNumber - 1, hasParent: false }
        // Text between two items of a list doesn't end it if the number goes on.
        if (levels.length === 0 && isOrdered && draftNumber > 1 && interrupted?.draftNumber === draftNumber - 1)
          level.lastNumber = interrupted.lastNumber
        levels.push(level)
      }
      level.draftNumber = draftNumber
      level.hasParent = false
      return { level, isOrphan: levels.slice(0, -1).some(({ hasParent }) => !hasParent) }
    },
    /** Ends the list: text that is no item follows. */
    interrupt() {
      if (levels[0]) interrupted = levels[0]
      levels = []
    },
  }
}

/** Returns the marker of the next item that is written. */
export function nextMarker(level: ListLevel): string {
  level.lastNumber += 1
  level.hasParent = true
  // Four spaces nest below "- ", "1. " and "10. " alike (CommonMark 5.2).
  return `${' '.repeat(4 * level.depth)}${level.isOrdered ? `${level.lastNumber}.` : '-'} `
}
