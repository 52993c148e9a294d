import { readSentences } from '../ingest/read-sentences.ts'
import type { Candidate } from './candidates.ts'

/** A whole stem of the question, and what it weighs. */
export interface WantedStem {
  term: string
  weight: number
}

/** Share of the question's weight that one sentence of a passage covers, at best. */
export type SentenceCoverage = (wanted: readonly WantedStem[]) => (candidate: Candidate) => number

const remembered = 10_000

/**
 * Cutting passages into sentences and their words into stems is most of the work of a close reading. Of the passages that
 * were read last a number for each stem is kept, some hundred bytes each; the text of a passage never changes under its key.
 */
export function createSentenceCoverage(): SentenceCoverage {
  const read = new Map<number, Int32Array>()

  function stemsOf({ chunkKey, body, document }: Candidate): Int32Array {
    const stems =
      read.get(chunkKey) ??
      Int32Array.from(
        readSentences(body, document.language).flatMap(({ terms }) => [...[...terms].map(numberOf), between]),
      )
    // Put at the end again: what was not used for longest goes first.
    read.delete(chunkKey)
    read.set(chunkKey, stems)
    if (read.size > remembered) read.delete(read.keys().next().value as number)
    return stems
  }

  return (wanted) => {
    const weights = new Map(wanted.map(({ term, weight }) => [numberOf(term), weight]))
    const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
    return (candidate) => {
      if (total === 0) return 0
      let most = 0
      let covered = 0
      for (const stem of stemsOf(candidate)) {
        if (stem === between) {
          most = Math.max(most, covered)
          covered = 0
        } else covered += weights.get(stem) ?? 0
      }
      return most / total
    }
  }
}

/** Stands between two sentences. */
const between = 0

/** FNV-1a: two of a question's stems and a sentence's out of four thousand million are not taken for each other. */
function numberOf(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  return hash || 1
}
