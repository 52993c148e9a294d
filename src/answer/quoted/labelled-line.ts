import { stemsOf } from '../../ingest/analyze.ts'
import { countWords } from '../../ingest/count-words.ts'
import { isNumberedItem, stripListMarker } from '../list-marker.ts'
import { containsName } from '../question/contains-name.ts'

const label = /^([\p{Lu}\p{N}][^:.;!?|]{0,60}):\s+\S/u
const maxLabelWords = 5

/** Returns the beginning of "Night shift: from ten to six" or "- Kobe: from the third day": what the line is about. */
export function readLabel(line: string): string | undefined {
  const found = label.exec(stripListMarker(line))?.[1]
  return found !== undefined && countWords(found) <= maxLabelWords ? found : undefined
}

/** Tells whether the line has a label that the question contains, or the verb of: "Where can I park?" asks for "Parking". */
export function namesLabel(question: string, line: string): boolean {
  const found = readLabel(line)
  if (found === undefined) return false
  return containsName(question, found) || (/^\p{L}+ing$/u.test(found) && sharesStem(question, found))
}

function sharesStem(a: string, b: string): boolean {
  const stems = new Set(stemsOf(a))
  return stemsOf(b).some((stem) => stems.has(stem))
}

/**
 * Tells whether the line is one of several with labels and the question contains its label, but not those of all others. Steps
 * belong together whatever their labels are.
 */
export function isNamedLine(question: string, line: string, lines: readonly string[]): boolean {
  const isLabelled = (other: string) => !isNumberedItem(other) && readLabel(other) !== undefined
  return (
    isLabelled(line) &&
    namesLabel(question, line) &&
    lines.some((other) => isLabelled(other) && !namesLabel(question, other))
  )
}

/** Tells whether both lines have labels, and the question contains the first one and nothing of the other. */
export function isNamedBesides(question: string, line: string, other: string): boolean {
  const label = readLabel(other)
  return label !== undefined && !sharesStem(question, label) && isNamedLine(question, line, [other])
}
