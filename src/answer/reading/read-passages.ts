import { analyze } from '../../ingest/analyze.ts'
import type { Reading } from '../../models/reader.ts'
import type { Passage } from '../../search/retrieval.ts'
import { namesOtherCode } from '../question/other-codes.ts'
import { countsIn, isWithinRange, quantitiesIn } from '../question/quantity-ranges.ts'
import { missingNameShare, nameCoverage, questionNames } from '../question/question-names.ts'
import { namesWider } from '../question/wider-names.ts'
import { findAskedCell, isTableRow, namesRow } from '../quoted/table-row.ts'
import { logSumExp } from './log-sum-exp.ts'
import { similaritiesWithTopic } from './named-topic.ts'
import { type AnalyzedQuestion, questionCoverage, rarestMissingTermShare } from './sentence-scoring.ts'

/** A passage with the reader's view of it. */
export interface ReadPassage {
  passage: Passage
  sentences: string[]
  reading: Reading
  scores: SentenceScore[]
  /** It was read with a translation of the question word by word. */
  isOfTranslation?: boolean
}

export interface SentenceScore {
  /** How well the sentence answers the question; comparable across the passages of a question. */
  score: number
  /** Semantic similarity to the question; undefined without an embedding. */
  similarity: number | undefined
  /** Share of the question's weight that the sentence covers together with its title, path and headings. */
  coverage: number
  /** Weight of the rarest question term that it lacks, as a share of the question's weight. */
  missingShare: number
  /** Share of the question's names that its passage lacks, with its path and headings. */
  missingNames: number
  /** It names a range that contains a quantity of the question. */
  isRangeMatch: boolean
  /** It names another year or code than the question, which its passage lacks. */
  isOtherCode: boolean
  /** It is a table row that the question names. */
  isNamedRow: boolean
  /** It is a table row of which the question names a column, too. */
  hasAskedCell: boolean
}

/**
 * Weights of a sentence's score, fitted on questions over handbooks, documentation and encyclopedia articles together
 * (docs/quality.md): the logarithm of the odds that the sentence answers.
 */
const weights = {
  evidence: 0.31,
  relevance: 0.42,
  span: 2.3,
  similarity: 3,
  retrieval: 2.6,
  coverage: 1.9,
  rowCoverage: 0.6,
  rowName: 3,
  askedCell: 3.5,
  names: 2,
}
/** Of a sentence beyond the model's input limit. */
const unreadEvidence = -8

/**
 * Scores each sentence by the reader's signals, its similarity, the rank of its passage, and the share of the question's
 * terms in it and its headings. Of parallel sentences and rows, the one that the question names counts more: "In Kobe it is
 * 30 days" stands beside the same for Leipzig.
 */
export function scoreReadings(question: AnalyzedQuestion, read: readonly Omit<ReadPassage, 'scores'>[]): ReadPassage[] {
  const relevanceSum = logSumExp(read.map(({ reading }) => reading.relevance))
  const names = questionNames(question.text)
  const quantities = [...quantitiesIn(question.text), ...countsIn(question.text)]
  // A range that contains a quantity of the question stands for it, and "weekends" for Sunday.
  const termsOf = (text: string, language: string) => [
    ...analyze(text, language),
    ...quantities.filter((quantity) => isWithinRange(text, quantity)).flatMap(({ word }) => analyze(word)),
    ...names.filter((name) => namesWider(text.toLowerCase(), name)).flatMap((name) => analyze(name)),
  ]
  const bestRetrieval = Math.max(...read.map(({ passage }) => passage.score))
  return read.map((own) => {
    const { passage, sentences, reading } = own
    const { document, heading, sentenceSimilarities } = passage
    const headings = [...document.path, document.title, heading].join('\n')
    const context = analyze(headings, document.language)
    const similarities =
      sentenceSimilarities?.length === sentences.length
        ? similaritiesWithTopic(sentences, sentenceSimilarities)
        : undefined
    const terms = sentences.map((text) => termsOf(text, document.language))
    const coverages = terms.map((own) => questionCoverage(question, new Set(own)))
    const bestCoverage = Math.max(0, ...coverages)
    const named = sentences.map((text) => nameCoverage(names, text, quantities))
    const bestNamed = Math.max(0, ...named)
    const passageText = `${headings}\n${passage.body}`
    const missingNames = missingNameShare(question.text, {
      text: passageText,
      terms: new Set([...context, ...terms.flat()]),
    })
    const ofPassage =
      weights.relevance * (reading.relevance - relevanceSum) + weights.retrieval * (passage.score - bestRetrieval)
    const scores = sentences.map((text, i): SentenceScore => {
      const similarity = similarities?.[i] ?? passage.similarity
      const withContext = new Set([...terms[i]!, ...context])
      const coverage = questionCoverage(question, withContext)
      const isNamedRow = namesRow(question.text, text)
      const hasAskedCell = findAskedCell(question.text, text, document.language) !== undefined
      const score =
        ofPassage +
        weights.evidence * (reading.sentences[i]?.evidence ?? unreadEvidence) +
        weights.span * (reading.sentences[i]?.spanShare ?? 0) +
        weights.similarity * (similarity ?? 0) +
        weights.coverage * coverage +
        weights.names * (named[i]! - bestNamed) +
        (isTableRow(text) ? weights.rowCoverage * (coverages[i]! - bestCoverage) : 0) +
        (isNamedRow ? weights.rowName : 0) +
        (hasAskedCell ? weights.askedCell : 0)
      return {
        score,
        similarity,
        coverage,
        missingShare: rarestMissingTermShare(question, withContext),
        missingNames,
        isRangeMatch: quantities.some((quantity) => isWithinRange(text, quantity)),
        isOtherCode: namesOtherCode(question.text, text, passageText, `${document.title}\n${heading}`),
        isNamedRow,
        hasAskedCell,
      }
    })
    return { ...own, scores }
  })
}

/** Weight of the reader's relevance against the score of retrieval. */
const relevanceWeight = 0.15

/** Orders the passages that were read by retrieval score and the reader's relevance; the others follow. */
export function rankByReading(read: readonly ReadPassage[], passages: readonly Passage[]): Passage[] {
  const ranked = [...read].sort((a, b) => readingRank(b) - readingRank(a)).map(({ passage }) => passage)
  return [...ranked, ...passages.slice(read.length)]
}

/** Returns how well a passage fits the question, by retrieval and by the reader. */
export function readingRank({ passage, reading }: ReadPassage): number {
  return passage.score + relevanceWeight * reading.relevance
}
