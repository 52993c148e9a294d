import { analyze } from '../../ingest/analyze.ts'
import { isFunctionWord } from '../../ingest/function-words.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import { countShared } from '../set-similarity.ts'
import { type Figure, readFigures } from './figures.ts'

/** A sentence, list item or table row of a passage. */
export interface EvidenceUnit {
  text: string
  terms: ReadonlySet<string>
  figures: readonly Figure[]
}

/** Returns the units of a passage. */
export function readUnits(body: string, language: string): EvidenceUnit[] {
  return splitSentences(body, language).map(({ text }) => ({
    text,
    terms: claimTerms(text, language),
    figures: readFigures(text),
  }))
}

/**
 * Returns the stems of a text that carry its claim: no figures, which are compared by value, and no function words, also
 * not English ones within a text in another language.
 */
export function claimTerms(text: string, language: string): ReadonlySet<string> {
  return new Set(
    analyze(text, language).filter(
      (term) =>
        !term.endsWith('ǀ') && !/^\d/.test(term) && !isFunctionWord(term, language) && !isFunctionWord(term, 'en'),
    ),
  )
}

/** Share of the terms that the evidence contains, 0 to 1; 0 without terms: such a text claims nothing. */
export function coveredShare(terms: ReadonlySet<string>, evidence: ReadonlySet<string>): number {
  return terms.size === 0 ? 0 : countShared(terms, evidence) / terms.size
}

/** Weight of the units beside a unit when it is chosen. */
const neighbourWeight = 0.4

/**
 * Returns the units that a statement can be judged by, in their order: those that share the most terms with it, up to
 * `maxWords`. A short passage is returned whole.
 */
export function selectWindow(
  terms: ReadonlySet<string>,
  units: readonly EvidenceUnit[],
  maxWords: number,
): EvidenceUnit[] {
  const shared = units.map((unit) => countShared(terms, unit.terms))
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
