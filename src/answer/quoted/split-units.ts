import { splitSentences } from '../../ingest/sentences.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import type { ReadPassage } from '../reading/read-passages.ts'
import { type AnswerUnit, isQuotable, rankUnits, unitOf } from './answer-units.ts'
import { findCodeLines } from './code-blocks.ts'
import { markItems, type UnitPlace } from './mark-items.ts'

/** A short answer below these is not marked: a wrong one in bold is worse than none. */
const minSpanMargin = 1
const minSpanShare = 0.6

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
  const places = readPlaces(passage.body, sentences)
  markCode(units, places, passage.body)
  markItems(units, places)
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

/** Returns the unit of the passages that answers best. */
export function bestUnit(read: readonly ReadPassage[]): AnswerUnit | undefined {
  return rankUnits(read.flatMap((passage, rank) => passageUnits(passage, rank)))[0]
}

/** Returns where each sentence stands. */
function readPlaces(body: string, sentences: readonly string[]): UnitPlace[] {
  let end = 0
  let line = 0
  let lineStart = 0
  return sentences.map((text) => {
    const start = body.indexOf(text, end)
    if (start < 0) return { line, indent: 0 }
    const newlines = body.slice(end, start).split('\n').length - 1
    if (newlines > 0) lineStart = body.lastIndexOf('\n', start) + 1
    line += newlines
    end = start + text.length
    const before = body.slice(lineStart, start)
    return { line, indent: before.trim() === '' ? before.length : undefined }
  })
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
