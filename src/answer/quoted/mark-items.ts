import { isLetteredItem, isNumberedItem, readItemNumber, readListMarker } from '../list-marker.ts'
import type { AnswerUnit } from './answer-units.ts'

/** The number of the line that a unit stands in, and the blanks before it if it begins the line. */
export interface UnitPlace {
  line: number
  indent: number | undefined
}

const announcesList = /\b(?:following|below|as follows|these|steps|several|various)\b/i

/** Marks what depends on the lines around a unit: steps inside a line, items with letters, the nesting of items, lead-ins. */
export function markItems(units: readonly AnswerUnit[], places: readonly UnitPlace[]): void {
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
  const afterCode = unitsAfterCode(units)
  let open: OpenItem[] = []
  for (const [index, unit] of units.entries()) {
    const indent = indents[index]
    if (unit.kind === 'code') unit.above = itemsAround(open, unit, afterCode[index])
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

/** Returns for each unit the next one that isn't code. */
function unitsAfterCode(units: readonly AnswerUnit[]): (AnswerUnit | undefined)[] {
  const after = Array<AnswerUnit | undefined>(units.length)
  for (let index = units.length - 2; index >= 0; index--) {
    const next = units[index + 1]!
    after[index] = next.kind === 'code' ? after[index + 1] : next
  }
  return after
}

/** Returns the positions of the items that code belongs to: by its indent, or between two steps. */
function itemsAround(
  open: readonly OpenItem[],
  { codeIndent = 0 }: AnswerUnit,
  next: AnswerUnit | undefined,
): number[] {
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
