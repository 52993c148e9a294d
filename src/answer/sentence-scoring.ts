import { countWords } from '../ingest/count-words.ts'
import { readSentences } from '../ingest/read-sentences.ts'
import type { Findings, Passage } from '../retrieval/search.ts'
import { holdsType, type QuestionType, questionType } from './question-type.ts'

export interface ScoredSentence {
  text: string
  passage: Passage
  /** Its place among the passages and within its own. */
  rank: number
  position: number
  score: number
  words: number
  terms: ReadonlySet<string>
  /** To the question, in meaning; undefined without an embedding. */
  similarity: number | undefined
}

/** What is known of a question before its passages are read. */
export interface AskedFor {
  text: string
  type: QuestionType
  stems: { stem: string; prefix: string; weight: number }[]
  fluency: number
}

/** Sentences are looked for in so many of the best passages. */
export const passagesRead = 4
/** A word that only begins alike counts this much of one that is the same. */
const prefixShare = 0.6

export function askedFor(question: string, findings: Findings): AskedFor {
  const stems = [...new Set(findings.terms.filter((term) => !term.endsWith('ǀ')))]
  return {
    text: question,
    type: questionType(question),
    fluency: findings.fluency,
    stems: stems.map((stem) => ({
      stem,
      prefix: `${[...stem].slice(0, 5).join('')}ǀ`,
      // A word that stands nowhere is the rarest of all: it weighs as much as the rarest that does.
      weight: findings.weights.get(stem) || Math.max(...findings.weights.values(), 1),
    })),
  }
}

/** Share of the question's weight that a set of terms covers. */
export function coverage(asked: AskedFor, terms: ReadonlySet<string>): number {
  let total = 0
  let covered = 0
  for (const { stem, prefix, weight } of asked.stems) {
    total += weight
    if (terms.has(stem)) covered += weight
    else if (terms.has(prefix)) covered += weight * prefixShare
  }
  return total > 0 ? covered / total : 0
}

/**
 * The sentences of the best passages, best first: by what they cover of the question, alone and with the sentence
 * before them, by how near they are in meaning, by how well it ranked, and by whether they hold the kind of
 * thing that is asked for.
 */
export function scoreSentences(asked: AskedFor, passages: readonly Passage[]): ScoredSentence[] {
  const top = passages[0]?.score ?? 0
  return passages
    .slice(0, passagesRead)
    .flatMap((passage, rank) => {
      let before: ReadonlySet<string> = new Set()
      const sentences = readSentences(passage.body, passage.document.language)
      const near = similaritiesOf(passage, sentences.length)
      return sentences.map((sentence, position): ScoredSentence => {
        const { terms } = sentence
        const score =
          coverage(asked, terms) +
          0.5 * coverage(asked, new Set([...before, ...terms])) +
          2 * (near[position] ?? 0) * asked.fluency +
          (passage.score - top) +
          (holdsType(asked.type, sentence.text, asked.text) ? 0.1 : 0)
        before = terms
        return {
          text: sentence.text,
          passage,
          rank,
          position,
          score,
          words: countWords(sentence.text),
          terms,
          similarity: near[position],
        }
      })
    })
    .sort((one, other) => other.score - one.score || one.rank - other.rank || one.position - other.position)
}

/** Of each sentence; that of their passage where they were not embedded by themselves, or cut otherwise then. */
function similaritiesOf(passage: Passage, count: number): readonly (number | undefined)[] {
  const own = passage.sentenceSimilarities
  return own?.length === count ? own : new Array<number | undefined>(count).fill(passage.similarity)
}
