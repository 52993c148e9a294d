import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { endsSentence, isQuestion } from '../../ingest/sentence-end.ts'
import { isNumberedItem } from '../list-marker.ts'
import { type AnswerUnit, announces, unitOf } from './answer-units.ts'

/** Puts the heading of its section before items that nothing else introduces: "What ends the warranty". */
export function withHeading(units: readonly AnswerUnit[]): AnswerUnit[] {
  const first = units[0]
  if (first?.kind !== 'item' || isNumberedItem(first.text)) return [...units]
  const heading = (splitHeadingPath(first.passage.heading).at(-1) ?? '').replace(/^\d+(?:\.\d+)*[.)]?\s+/, '')
  if (heading === '' || heading === first.passage.document.title || isQuestion(heading)) return [...units]
  return [{ ...unitOf(heading, first.passage, first.rank, 0), kind: 'heading', position: first.position }, ...units]
}

/** Tells whether an item is no sentence: the heading above its list can say "Not covered". */
export function isFragment(unit: AnswerUnit): boolean {
  return unit.kind === 'item' && !announces(unit) && !endsSentence(unit.text)
}
