import { analyze, prefixTerm } from '../../ingest/analyze.ts'
import { analyzeSentences } from '../../ingest/analyze-sentences.ts'
import { countWords } from '../../ingest/count-words.ts'
import { isStem } from '../../ingest/prefix-mark.ts'
import type { Passage, RetrievalResult } from '../../search/retrieval.ts'
import { quantitiesIn } from '../question/quantity-ranges.ts'
import { classifyQuestion, matchesQuestionType, type QuestionType } from '../question/question-type.ts'

export interface ScoredSentence {
  text: string
  passage: Passage
  /** Rank of its passage, and position within it. */
  passageRank: number
  position: number
  score: number
  wordCount: number
  terms: ReadonlySet<string>
  /** Semantic similarity to the question; undefined without an embedding. */
  similarity: number | undefined
}

/** A question with its weighted terms. */
export interface AnalyzedQuestion {
  text: string
  type: QuestionType
  stems: { stem: string; prefix: string; weight: number; isQuantity: boolean }[]
  languageSupport: number
}

/** Number of passages, best first, whose sentences are scored. */
export const maxScoredPassages = 4
/** Weight of a term that matches by its prefix only. */
const prefixMatchWeight = 0.6

export function analyzeQuestion(question: string, findings: RetrievalResult): AnalyzedQuestion {
  const stems = [...new Set(findings.terms.filter(isStem))]
  const durations = question.match(wordedDuration) ?? []
  const quantities = new Set(
    [...quantitiesIn(question).map(({ word }) => word), ...durations].flatMap((word) => analyze(word)),
  )
  return {
    text: question,
    type: classifyQuestion(question),
    languageSupport: findings.languageSupport,
    stems: stems.map((stem) => ({
      stem,
      prefix: prefixTerm(stem),
      // A term that no document contains weighs as much as the rarest one.
      weight: findings.weights.get(stem) || Math.max(...findings.weights.values(), 1),
      isQuantity: quantities.has(stem),
    })),
  }
}

/** "For a month" tells the asker's case as "for 30 days" does. */
const wordedDuration = /(?<=\bfor (?:an?|a few|several|some|two or three) )(?:minute|hour|day|week|month|year)s?\b/gi

/**
 * Stems that say what kind of answer is wanted, not what about: notes that answer seldom contain them. The last line asks
 * for a rule ("Am I allowed to", "What happens if"), which a note states otherwise.
 */
export const requestStems: ReadonlySet<string> = new Set(
  [
    'mani much often soon far compar list tell explain describ show know want get pleas anyth someth someon somebodi',
    'polici guidelin inform overview summari kind way thing mean say ask',
    'need happen allow permit possibl go come give make keep like use choos provid still alreadi',
  ].flatMap((line) => line.split(' ')),
)

/** Returns the share of the question's weight that the terms cover. */
export function questionCoverage(question: AnalyzedQuestion, terms: ReadonlySet<string>): number {
  let total = 0
  let covered = 0
  for (const { stem, prefix, weight } of question.stems) {
    total += weight
    if (terms.has(stem)) covered += weight
    else if (terms.has(prefix)) covered += weight * prefixMatchWeight
  }
  return total > 0 ? covered / total : 0
}

/**
 * Returns the weight of the rarest question term that the terms lack, as a share of the question's weight. "18 months" tells
 * the asker's case and is seldom in the rule that answers.
 */
export function rarestMissingTermShare({ stems }: AnalyzedQuestion, terms: ReadonlySet<string>): number {
  const total = stems.reduce((sum, { weight }) => sum + weight, 0)
  const missing = stems.filter(
    ({ stem, prefix, isQuantity }) => !isQuantity && !terms.has(stem) && !terms.has(prefix) && !requestStems.has(stem),
  )
  return total > 0 ? Math.max(0, ...missing.map(({ weight }) => weight)) / total : 0
}

/**
 * Returns the sentences of the best passages, best first. Scores the terms of the question that a sentence covers (alone
 * and with the sentence before it), its semantic similarity, the rank of its passage, and the type of answer it contains.
 */
export function scoreSentences(question: AnalyzedQuestion, passages: readonly Passage[]): ScoredSentence[] {
  const top = passages[0]?.score ?? 0
  return passages
    .slice(0, maxScoredPassages)
    .flatMap((passage, passageRank) => {
      const { document, heading } = passage
      // What the page is about isn't repeated in the sentence that answers.
      const contextTerms = analyze(`${document.title}\n${heading}`, document.language)
      let previousTerms: ReadonlySet<string> = new Set()
      const sentences = analyzeSentences(passage.body, passage.document.language)
      const similarities = passageSentenceSimilarities(passage, sentences.length)
      return sentences.map((sentence, position): ScoredSentence => {
        const { terms } = sentence
        const score =
          questionCoverage(question, new Set([...contextTerms, ...terms])) +
          0.5 * questionCoverage(question, new Set([...contextTerms, ...previousTerms, ...terms])) +
          2 * (similarities[position] ?? 0) * question.languageSupport +
          (passage.score - top) +
          (matchesQuestionType(question.type, sentence.text, question.text) ? 0.1 : 0)
        previousTerms = terms
        return {
          text: sentence.text,
          passage,
          passageRank,
          position,
          score,
          wordCount: countWords(sentence.text),
          terms,
          similarity: similarities[position],
        }
      })
    })
    .sort((a, b) => b.score - a.score || a.passageRank - b.passageRank || a.position - b.position)
}

/** Returns the similarity of each sentence, or that of the passage if its sentences have no vectors of their own. */
function passageSentenceSimilarities(passage: Passage, count: number): readonly (number | undefined)[] {
  const own = passage.sentenceSimilarities
  return own?.length === count ? own : new Array<number | undefined>(count).fill(passage.similarity)
}
