import { countWords } from '../../ingest/count-words.ts'
import { isMessageHead } from '../../ingest/message-heads.ts'
import { isLeadIn, isQuestion } from '../../ingest/sentence-end.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { isLetteredItem, isListItem, isNumberedItem, readItemNumber, readListMarker } from '../list-marker.ts'
import type { ReadPassage, SentenceScore } from '../reading/read-passages.ts'
import { findCodeLines, isDiagramLine } from './code-blocks.ts'
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

/** Splits a passage into units. */
export function passageUnits({ passage, sentences, scores, reading }: ReadPassage, rank: number): AnswerUnit[] {
  const units = sentences.map((text, index): AnswerUnit => {
    const { shortAnswer, spanMargin } = reading
    const isCertain = spanMargin > minSpanMargin && (reading.sentences[index]?.spanShare ?? 0) > minSpanShare
    return {
      ...unitOf(text, passage, rank, index),
      ...scores[index],
      evidence: reading.sentences[index]?.evidence ?? Number.NEGATIVE_INFINITY,
      ...(shortAnswer?.sentence === index && isCertain && { shortAnswer }),
    }
  })
  markBlocks(units, passage.body, sentences)
  // A question or label names what the answer is about; the answer follows it.
  for (const [index, unit] of units.entries()) {
    const next = units[index + 1]
    if (next && !isQuotable(unit)) next.score = Math.max(next.score, unit.score)
  }
  return units
}

/** Splits the passages of a section into units that were not read. */
export function sectionUnits(section: readonly HydratedPassage[], rank: number): AnswerUnit[] {
  const split = section.map((passage) => {
    const sentences = splitSentences(passage.body, passage.document.language).map(({ text }) => text)
    const units = sentences.map((text, index) => unitOf(text, passage, rank, index))
    const places = readPlaces(passage.body, sentences)
    markCode(units, places, passage.body)
    return { units, places }
  })
  const units = split.flatMap((part) => part.units)
  markItems(
    units,
    split.flatMap(({ places }) => places),
  )
  return units
}

/** Marks the lists and the code of a passage. */
function markBlocks(units: readonly AnswerUnit[], body: string, sentences: readonly string[]): void {
  const places = readPlaces(body, sentences)
  markCode(units, places, body)
  markItems(units, places)
}

/** The number of the line that a unit stands in, and the blanks before it if it begins the line. */
interface UnitPlace {
  line: number
  indent: number | undefined
}

/** Makes the lines of code of a passage units of code. */
function markCode(units: readonly AnswerUnit[], places: readonly UnitPlace[], body: string): void {
  const lines = findCodeLines(body)
  for (const [index, unit] of units.entries()) {
    const found = lines.get(places[index]!.line)
    if (found === undefined) continue
    unit.kind = found.kind
    if (found.kind === 'code') Object.assign(unit, { code: found.code, codeIndent: found.indent })
  }
}

/** Returns where each sentence stands. */
function readPlaces(body: string, sentences: readonly string[]): UnitPlace[] {
  let end = 0
  let line = 0
  return sentences.map((text) => {
    const start = body.indexOf(text, end)
    if (start < 0) return { line, indent: 0 }
    line += body.slice(end, start).split('\n').length - 1
    end = start + text.length
    const before = body.slice(body.lastIndexOf('\n', start) + 1, start)
    return { line, indent: before.trim() === '' ? before.length : undefined }
  })
}

/** Marks what depends on the lines around a unit: steps inside a line, items with letters, the nesting of items, lead-ins. */
function markItems(units: readonly AnswerUnit[], places: readonly UnitPlace[]): void {
  const indents = places.map(({ indent }) => indent)
  for (const [index, unit] of units.entries()) {
    // A label is a line: after a question in its line, a few words are the answer ("Parking? Ask Petra").
    const isWithinLine = indents[index] === undefined
    if (isWithinLine && (unit.kind === 'item' || unit.kind === 'label')) unit.kind = 'sentence'
  }
  markLetteredItems(units.filter((_, index) => indents[index] !== undefined))
  nestItems(units, indents)
  markLeadIns(units)
}

/** Makes lines with letters items if another one has the letter before or after: "(a)" and "(b)", not "(c) 2026" alone. */
function markLetteredItems(lines: readonly AnswerUnit[]): void {
  const latest = new Map<string, AnswerUnit>()
  for (const unit of lines) {
    if (unit.kind === 'code' || !isLetteredItem(unit.text)) continue
    const marker = readListMarker(unit.text).trim()
    const before = latest.get(marker.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) - 1)))
    if (before) {
      before.kind = 'item'
      unit.kind = 'item'
    }
    latest.set(marker, unit)
  }
}

interface OpenItem {
  unit: AnswerUnit
  indent: number
}

/** Notes for each item which ones it is nested in: they have less indentation. Bullets after a step belong to the step. */
function nestItems(units: readonly AnswerUnit[], indents: readonly (number | undefined)[]): void {
  let open: OpenItem[] = []
  for (const [index, unit] of units.entries()) {
    const indent = indents[index]
    if (unit.kind === 'code') unit.above = itemsAround(open, unit, units.slice(index + 1))
    else if (unit.kind === 'item' && indent !== undefined) {
      const isBullet = !isNumberedItem(unit.text)
      open = open.filter(
        (item) => item.indent < indent || (item.indent === indent && isBullet && isNumberedItem(item.unit.text)),
      )
      unit.above = open.map((item) => item.unit.position)
      open.push({ unit, indent })
      // A further sentence or paragraph of an item doesn't end the list.
    } else if (indent === 0) open = []
  }
}

/** Returns the positions of the items that code belongs to: by its indent, or between two steps. */
function itemsAround(
  open: readonly OpenItem[],
  { codeIndent = 0 }: AnswerUnit,
  after: readonly AnswerUnit[],
): number[] {
  const next = after.find(({ kind }) => kind !== 'code')
  const isBetweenSteps = open.some(({ unit }) => next && isNextStep(unit, next))
  return open.filter(({ indent }) => isBetweenSteps || indent < codeIndent).map(({ unit }) => unit.position)
}

function isNextStep(step: AnswerUnit, next: AnswerUnit): boolean {
  const number = readItemNumber(step.text)
  return next.kind === 'item' && number !== undefined && readItemNumber(next.text) === number + 1
}

/** Makes sentences that announce the list or code after them lead-ins, also without a colon: "Follow the steps below." */
function markLeadIns(units: readonly AnswerUnit[]): void {
  for (const [index, unit] of units.entries())
    if (unit.kind === 'sentence' && isListOrCode(units[index + 1]) && announcesList.test(unit.text))
      unit.kind = 'lead-in'
}

function isListOrCode(unit: AnswerUnit | undefined): boolean {
  return unit?.kind === 'item' || unit?.kind === 'code'
}

/** Tells whether the unit is an item or code that belongs to one. */
export function isListPart({ kind, above }: AnswerUnit): boolean {
  return kind === 'item' || (kind === 'code' && above.length > 0)
}

const announcesList = /\b(?:following|below|as follows|these|steps|several|various)\b/i

/** Returns the units of the passages that can be quoted, best first. */
export function rankUnits(units: readonly AnswerUnit[]): AnswerUnit[] {
  return units.filter(isQuotable).sort((a, b) => b.score - a.score)
}

/** Returns the unit of the passages that answers best. */
export function bestUnit(read: readonly ReadPassage[]): AnswerUnit | undefined {
  return rankUnits(read.flatMap((passage, rank) => passageUnits(passage, rank)))[0]
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
    terms: new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
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

/** A short answer below these is not marked: a wrong one in bold is worse than none. */
const minSpanMargin = 1
const minSpanShare = 0.6

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
