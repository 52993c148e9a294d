import { hasOppositeBounds } from './bounds.ts'
import { claimTerms } from './claim-terms.ts'
import { coveredShare, type EvidenceUnit } from './evidence.ts'
import { hasExchangedValues } from './exchanged-values.ts'
import { type Figure, readFigures } from './figures.ts'
import { containsAllLiterals } from './literals.ts'
import { createNameCheck, readNames } from './names.ts'
import { hasReversedChanges } from './reversed-changes.ts'
import { hasExchangedCells, hasForeignFigures, hasForeignNames } from './row-values.ts'
import { hasOtherUnits } from './value-units.ts'

export interface Evidence {
  units: readonly EvidenceUnit[]
  /** Name of the source, path, title and headings. */
  context: string
}

/**
 * Tells whether the evidence, or the question, contains every figure, name and literal of the statement, each figure
 * where the evidence speaks of the same thing, with its unit and as the same limit, and no two of them exchanged. Words can
 * differ; these can't.
 */
export function passesExactChecks(
  statement: string,
  { units, context }: Evidence,
  { question, language }: { question: string; language: string },
): boolean {
  const whole = [context, ...units.map(({ text }) => text), question].join('\n')
  return (
    containsAllLiterals(statement, whole) &&
    hasAllNames(statement, whole, language) &&
    hasAllFigures(statement, { units, context }, { question, language }) &&
    !hasOtherUnits(statement, { units, context }, language) &&
    !hasOppositeBounds(statement, { units, context }) &&
    !hasForeignFigures(statement, units, { question, language }) &&
    !hasForeignNames(statement, { units, context }, language) &&
    !hasExchangedCells(statement, units, language) &&
    !hasExchangedValues(statement, units, language) &&
    !hasReversedChanges(statement, units, language)
  )
}

function hasAllNames(statement: string, evidence: string, language: string): boolean {
  const names = readNames(statement, language)
  return names.length === 0 || names.every(createNameCheck(evidence, language))
}

function hasAllFigures(
  statement: string,
  { units, context }: Evidence,
  { question, language }: { question: string; language: string },
): boolean {
  const asked = readFigures(question)
  const counted = [...units.flatMap((unit) => unit.figures), ...asked]
  // The number of a chapter counts nothing: "Play 7 Reflection questions".
  const known = [...counted, ...readFigures(context)]
  // Each part has its own figure: "18 weeks for one parent and six weeks for the other".
  return statement.split(/[,;:]\s|\s(?:and|or|but|compared)\s/).every((part) => {
    const terms = claimTerms(part, language)
    return readFigures(part).every((figure) => {
      // "One" and "two" are figures where the evidence counts the same thing.
      if (figure.isWord && !counted.some(({ unit }) => unit !== '' && unit === figure.unit)) return true
      if (asked.some(({ value }) => value === figure.value)) return true
      return known.some(({ value }) => value === figure.value) && !isMisplaced(figure, terms, units)
    })
  })
}

/** Terms that a part of a statement needs before its place in the evidence is known. */
const minPlacedTerms = 3
/** Share of these terms in a unit with another figure, and by how much it exceeds that of every unit with this one. */
const minRival = { coverage: 0.6, lead: 0.25 }

/** Tells whether a unit with another figure of the same kind is the one that the statement is about. */
function isMisplaced(figure: Figure, terms: ReadonlySet<string>, units: readonly EvidenceUnit[]): boolean {
  if (terms.size < minPlacedTerms) return false
  const hasValue = (unit: EvidenceUnit) => unit.figures.some(({ value }) => value === figure.value)
  const isRival = (unit: EvidenceUnit) => !hasValue(unit) && unit.figures.some(({ unit: name }) => name === figure.unit)
  const best = (matching: (unit: EvidenceUnit) => boolean) =>
    Math.max(0, ...units.filter(matching).map((unit) => coveredShare(terms, unit.terms)))
  const rival = best(isRival)
  return rival >= minRival.coverage && rival - best(hasValue) >= minRival.lead
}
