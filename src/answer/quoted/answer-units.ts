import { countWords } from '../../ingest/count-words.ts'
import { isMessageHead } from '../../ingest/message-heads.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import { isLeadIn, isQuestion } from '../../ingest/sentence-end.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { isLetteredItem, isListItem } from '../list-marker.ts'
import type { SentenceScore } from '../reading/read-passages.ts'
import { isDiagramLine } from './code-blocks.ts'
import { areRowsOfOneTable, isTableRow } from './table-row.ts'

/**
 * `lead-in` announces what follows ("You need:"), `label` is a short line without a verb of its own, `heading` the heading of
 * a section.
 */
export type UnitKind = 'sentence' | 'item' | 'row' | 'code' | 'lead-in' | 'label' | 'question' | 'heading'

/** A sentence, list item, table row, line of code or label of a passage. */
export interface AnswerUnit extends SentenceScore {
  text: string
  kind: UnitKind
  passage: HydratedPassage
  /** Rank of its passage among those that were read. */
  rank: number
  /** Orders the units of a section. */
  position: number
  /** Positions of the items that it is nested in, outermost first. */
  above: readonly number[]
  /** Of a line of code: the block that it is quoted with, and the indent of the list item that it belongs to. */
  code?: string
  codeIndent?: number
  words: number
  /** Its words in lower case. */
  terms: ReadonlySet<string>
  /** How well it answers; -Infinity if it was not read. */
  score: number
  /** The reader's opinion of the unit alone: above 0 means that it rather answers. */
  evidence: number
  /** The words that answer, as offsets in the text. */
  shortAnswer?: { start: number; end: number } | undefined
}

/** Tells whether the unit is an item or code that belongs to one. */
export function isListPart({ kind, above }: AnswerUnit): boolean {
  return kind === 'item' || (kind === 'code' && above.length > 0)
}

/** Returns the units of the passages that can be quoted, best first. */
export function rankUnits(units: readonly AnswerUnit[]): AnswerUnit[] {
  return units.filter(isQuotable).sort((a, b) => b.score - a.score)
}

/** Returns a unit that was not read. */
export function unitOf(text: string, passage: HydratedPassage, rank: number, index: number): AnswerUnit {
  return {
    text,
    kind: unitKind(text),
    passage,
    rank,
    position: passage.ordinal * maxUnitsPerPassage + index,
    above: [],
    words: countWords(text),
    terms: new Set(plainWords(text)),
    score: Number.NEGATIVE_INFINITY,
    similarity: undefined,
    coverage: 0,
    missingShare: 1,
    missingNames: 1,
    isRangeMatch: false,
    isOtherCode: false,
    isNamedRow: false,
    hasAskedCell: false,
    evidence: Number.NEGATIVE_INFINITY,
  }
}

/** Tells whether the unit can be quoted as an answer by itself. */
export function isQuotable({ kind }: AnswerUnit): boolean {
  return kind !== 'question' && kind !== 'label' && kind !== 'heading'
}

export function countAllWords(units: readonly AnswerUnit[]): number {
  return units.reduce((sum, { words }) => sum + words, 0)
}

export function isSamePlace(a: AnswerUnit, b: AnswerUnit): boolean {
  return a.rank === b.rank && a.position === b.position
}

/** Tells whether both are rows of one table. */
export function isRowOf(a: AnswerUnit, b: AnswerUnit): boolean {
  return a.kind === 'row' && b.kind === 'row' && a.rank === b.rank && areRowsOfOneTable(a.text, b.text)
}

/** Tells whether the unit ends by announcing what follows: "You need:". */
export function announces({ text }: AnswerUnit): boolean {
  return isLeadIn(text)
}

/** Returns the line that the unit stands in: a paragraph, for sentences. */
export function lineOf({ text, passage }: AnswerUnit): string {
  return passage.body.split('\n').find((line) => line.includes(text)) ?? ''
}

const maxUnitsPerPassage = 10_000
const maxLabelWords = 8

/** "Phone: 0341 5577" */
const namedValue = /^[\p{L}\p{N}][^:：]{0,40}(?::\s+|：\s*)\S/u
/** A time of day, an amount of money, a number to call or an address: no heading has them. */
const fact = /\b\d{1,2}[:.]\d{2}\b|[€$£]\s?\d|\d\s?(?:€|euros?\b|EUR\b|USD\b)|\d[\d ()/-]{5,}\d|\S@[^\s@]+\.\S/
/** "Chapter 2: travel" is a heading. */
const numberedPart =
  /^(?:appendix|chapter|example|exercise|figure|lesson|module|part|section|step|table|unit|anhang|kapitel|teil|abschnitt|schritt|chapitre|partie|étape|capítulo|parte|paso)\s+\S{1,4}[:：]/i

function unitKind(text: string): UnitKind {
  if (isListItem(text) && !isLetteredItem(text)) return 'item'
  if (isTableRow(text)) return 'row'
  if (isQuestion(text)) return 'question'
  if (isMessageHead(text)) return 'label'
  if (isLeadIn(text)) return 'lead-in'
  if (isDiagramLine(text)) return 'label'
  if ((namedValue.test(text) && !numberedPart.test(text)) || fact.test(text)) return 'sentence'
  return !/[.!。！…;,]["”’)\]*]*$/.test(text) && countWords(text) <= maxLabelWords ? 'label' : 'sentence'
}
