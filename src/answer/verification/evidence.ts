import { splitSentences } from '../../ingest/sentences.ts'
import { countShared } from '../set-similarity.ts'
import { claimTerms } from './claim-terms.ts'
import { type Clause, readClauses } from './clauses.ts'
import { type Figure, readFigures } from './figures.ts'

/** A sentence, list item or table row of a passage. */
export interface EvidenceUnit {
  text: string
  terms: ReadonlySet<string>
  figures: readonly Figure[]
  /** Its terms and the values of its figures: what a statement is compared with. */
  keys: ReadonlySet<string>
  /** Read when they are first needed: few statements are compared clause by clause. */
  clauses(): readonly Clause[]
}

/** Returns the units of a passage. */
export function readUnits(body: string, language: string): EvidenceUnit[] {
  return splitSentences(body, language).map(({ text }) => {
    const terms = claimTerms(text, language)
    const figures = readFigures(text)
    const keys = new Set([...terms, ...figures.map(({ value }) => figureKey(value))])
    let clauses: readonly Clause[] | undefined
    return { text, terms, figures, keys, clauses: () => (clauses ??= readClauses(text, language)) }
  })
}

/** Returns the terms and the values of the figures by which the evidence of a statement is found. */
export function claimKeys(statement: string, language: string): ReadonlySet<string> {
  const figures = readFigures(statement).map(({ value }) => figureKey(value))
  return new Set([...claimTerms(statement, language), ...figures])
}

/** No term begins with a sign. */
function figureKey(value: string): string {
  return `=${value}`
}

/** Share of the terms that the evidence contains, 0 to 1; 0 without terms: such a text claims nothing. */
export function coveredShare(terms: ReadonlySet<string>, evidence: ReadonlySet<string>): number {
  return terms.size === 0 ? 0 : countShared(terms, evidence) / terms.size
}

/** Weight of the units beside a unit when it is chosen. */
const neighbourWeight = 0.4

/** Returns how much a key tells units apart, as inverse document frequency does: a word of every unit tells little. */
export function weighKeys(units: readonly EvidenceUnit[]): (key: string) => number {
  const counts = new Map<string, number>()
  for (const { keys } of units) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (key) => Math.log1p(units.length / (counts.get(key) ?? 1))
}

/** Returns the sum of the weights of the keys that both sets have. */
export function sharedWeight(
  keys: ReadonlySet<string>,
  others: ReadonlySet<string>,
  weigh: (key: string) => number,
): number {
  let sum = 0
  for (const key of keys) if (others.has(key)) sum += weigh(key)
  return sum
}

/**
 * Returns the units that a statement can be judged by, in their order: those that share the most with it, rare words and
 * figures first, up to `maxWords`. A short passage is returned whole.
 */
export function selectWindow(
  keys: ReadonlySet<string>,
  units: readonly EvidenceUnit[],
  maxWords: number,
): EvidenceUnit[] {
  const weigh = weighKeys(units)
  const shared = units.map((unit) => sharedWeight(keys, unit.keys, weigh))
  const scores = shared.map((own, i) => own + neighbourWeight * ((shared[i - 1] ?? 0) + (shared[i + 1] ?? 0)))
  const order = units.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b)
  const chosen: number[] = []
  let words = 0
  for (const i of order) {
    const length = units[i]!.text.split(/\s+/).length
    if (chosen.length > 0 && words + length > maxWords) continue
    chosen.push(i)
    words += length
  }
  return chosen.sort((a, b) => a - b).map((i) => units[i]!)
}
