import { analyze } from '../../ingest/analyze.ts'
import { claimTerms, coveredShare, type EvidenceUnit } from './evidence.ts'
import { type Figure, readFigures } from './figures.ts'
import { containsAllLiterals } from './literals.ts'
import { readNames } from './names.ts'

export interface Evidence {
  units: readonly EvidenceUnit[]
  /** Path, title and headings. */
  context: string
}

/**
 * Tells whether the evidence, or the question, contains every figure, name and literal of the statement, each figure
 * where the evidence speaks of the same thing. Words can differ; these can't.
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
    hasAllFigures(statement, { units, context }, { question, language })
  )
}

function hasAllNames(statement: string, evidence: string, language: string): boolean {
  const known = normalizeName(evidence)
  const terms = new Set(analyze(evidence, language))
  return readNames(statement, language).every(
    (name) => known.includes(normalizeName(name)) || analyze(name, language).some((term) => terms.has(term)),
  )
}

function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[-‐‑–\s]+/g, ' ')
}

function hasAllFigures(
  statement: string,
  { units, context }: Evidence,
  { question, language }: { question: string; language: string },
): boolean {
  const asked = readFigures(question)
  const known = [...units.flatMap((unit) => unit.figures), ...readFigures(context), ...asked]
  const terms = claimTerms(statement, language)
  return readFigures(statement).every((figure) => {
    // "One" and "two" are figures where the evidence counts the same thing.
    if (figure.isWord && !known.some(({ unit }) => unit !== '' && unit === figure.unit)) return true
    if (asked.some(({ value }) => value === figure.value)) return true
    return known.some(({ value }) => value === figure.value) && !isMisplaced(figure, terms, units)
  })
}

/** By how much of the statement's terms a unit with another figure must be nearer than every unit with this one. */
const minMisplacement = 0.25

/** Tells whether a unit with another figure of the same kind shares clearly more terms with the statement. */
function isMisplaced(figure: Figure, terms: ReadonlySet<string>, units: readonly EvidenceUnit[]): boolean {
  const hasValue = (unit: EvidenceUnit) => unit.figures.some(({ value }) => value === figure.value)
  const hasRival = (unit: EvidenceUnit) =>
    !hasValue(unit) && unit.figures.some(({ unit: name }) => name === figure.unit)
  const best = (matching: (unit: EvidenceUnit) => boolean) =>
    Math.max(0, ...units.filter(matching).map((unit) => coveredShare(terms, unit.terms)))
  return best(hasRival) - best(hasValue) >= minMisplacement
}
