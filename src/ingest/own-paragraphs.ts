import { isOwnLine } from './line-breaks.ts'
import { bulletSigns, dashSigns, listMarkerSource, tickSigns } from './list-marker.ts'
import { isSeparatorRow } from './pipe-tables.ts'
import { isLeadIn } from './sentence-end.ts'

/**
 * Finds the lines that begin a paragraph without a blank line above: below a list, also as a table, and at
 * lines in bold, which are headings.
 */
export function findOwnParagraphs(lines: readonly string[]): ReadonlySet<number> {
  const starts = new Set<number>()
  const width = lines.reduce((longest, line) => Math.max(longest, line.length), 0)
  for (let start = 0; start < lines.length; ) {
    let end = start
    while (end < lines.length && lines[end]!.trim() !== '') end++
    for (const line of startsInBlock(lines, start, end, width)) starts.add(line)
    start = end + 1
  }
  return starts
}

/** Reads the lines between two blank ones. None begins a paragraph if items have text below them that describes them. */
function startsInBlock(lines: readonly string[], start: number, end: number, width: number): number[] {
  const starts: number[] = []
  let isInItem = isItem(lines[start] ?? '')
  for (let at = start + 1; at < end; at++) {
    const [previous, line] = [lines[at - 1]!, lines[at]!]
    const isIndented = /^\s/.test(line)
    if (isBoldEdge(previous, line) && !isIndented) starts.push(at)
    const isTable = line.startsWith('|') && isSeparatorRow(lines[at + 1])
    if (isItem(line)) isInItem = true
    else if (isInItem && isTable) {
      starts.push(at)
      isInItem = false
    } else if (isInItem && !isIndented && isOwnLine(previous, line, width)) {
      let last = at
      while (last + 1 < end && !isItem(lines[last + 1]!)) last++
      const describesItem = last + 1 < end && !isLeadIn(lines[last]!)
      if (describesItem) return starts.filter((start) => isBoldEdge(lines[start - 1]!, lines[start]!))
      starts.push(at)
      at = last
      isInItem = false
    }
  }
  return starts
}

const item = new RegExp(`^\\s*(?:${listMarkerSource}|[+${bulletSigns}${dashSigns}${tickSigns}]\ufe0f?)\\s`, 'u')

function isItem(line: string): boolean {
  return item.test(line)
}

/** Tells whether one of two lines is in bold. */
function isBoldEdge(previous: string, line: string): boolean {
  return isBoldLine(previous) !== isBoldLine(line)
}

function isBoldLine(line: string): boolean {
  return /^(?:\*\*[^*]{1,100}\*\*|__[^_]{1,100}__)\s*(?::\s*)?$/.test(line)
}
