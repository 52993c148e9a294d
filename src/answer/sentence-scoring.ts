import { analyzeSentences } from '../ingest/analyze-sentences.ts'
import { countWords } from '../ingest/count-words.ts'
import type { Passage, RetrievalResult } from '../search/retrieval.ts'
import { classifyQuestion, matchesQuestionType, type QuestionType } from './question-type.ts'

export interface ScoredSentence {
  text: string
  passage: Passage
  /** Its place among the passages and within its own. */
  passageRank: number
  position: number
  score: number
  wordCount: number
  terms: ReadonlySet<string>
  /** To the question, in meaning; undefined without an embedding. */
  similarity: number | undefined
}

/** What is known of a question before its passages are read. */
export interface AnalyzedQuestion {
  text: string
  type: QuestionType
  stems: { stem: string; prefix: string; weight: number }[]
  languageSupport: number
}

/** Sentences are looked for in so many of the best passages. */
export const maxScoredPassages = 4
/** A word that only begins alike counts this much of one that is the same. */
const prefixMatchWeight = 0.6

export function analyzeQuestion(question: string, findings: RetrievalResult): AnalyzedQuestion {
  const stems = [...new Set(findings.terms.filter((term) => !term.endsWith('ǀ')))]
  return {
    text: question,
    type: classifyQuestion(question),
    languageSupport: findings.languageSupport,
    stems: stems.map((stem) => ({
      stem,
      prefix: `${[...stem].slice(0, 5).join('')}ǀ`,
      // A word that stands nowhere is the rarest of all: it weighs as much as the rarest that does.
      weight: findings.weights.get(stem) || Math.max(...findings.weights.values(), 1),
    })),
  }
}

/** Share of the question's weight that a set of terms covers. */
export function questionCoverage(asked: AnalyzedQuestion, terms: ReadonlySet<string>): number {
  let total = 0
  let covered = 0
  for (const { stem, prefix, weight } of asked.stems) {
    total += weight
    if (terms.has(stem)) covered += weight
    else if (terms.has(prefix)) covered += weight * prefixMatchWeight
  }
  return total > 0 ? covered / total : 0
}

/**
 * The sentences of the best passages, best first: by what they cover of the question, alone and with the sentence
 * before them, by how near they are in meaning, by how well it ranked, and by whether they hold the kind of
 * thing that is asked for.
 */
export function scoreSentences(asked: AnalyzedQuestion, passages: readonly Passage[]): ScoredSentence[] {
  const top = passages[0]?.score ?? 0
  return passages
    .slice(0, maxScoredPassages)
    .flatMap((passage, passageRank) => {
      let before: ReadonlySet<string> = new Set()
      const sentences = analyzeSentences(passage.body, passage.document.language)
      const near = passageSentenceSimilarities(passage, sentences.length)
      return sentences.map((sentence, position): ScoredSentence => {
        const { terms } = sentence
        const score =
          questionCoverage(asked, terms) +
          0.5 * questionCoverage(asked, new Set([...before, ...terms])) +
          2 * (near[position] ?? 0) * asked.languageSupport +
          (passage.score - top) +
          (matchesQuestionType(asked.type, sentence.text, asked.text) ? 0.1 : 0)
        before = terms
        return {
          text: sentence.text,
          passage,
          passageRank,
          position,
          score,
          wordCount: countWords(sentence.text),
          terms,
          similarity: near[position],
        }
      })
    })
    .sort(
      (one, other) =>
        other.score - one.score || one.passageRank - other.passageRank || one.position - other.position,
    )
}

/** Of each sentence; that of their passage where they were not embedded by themselves, or cut otherwise then. */
function passageSentenceSimilarities(passage: Passage, count: number): readonly (number | undefined)[] {
  const own = passage.sentenceSimilarities
  return own?.length === count ? own : new Array<number | undefined>(count).fill(passage.similarity)
}
