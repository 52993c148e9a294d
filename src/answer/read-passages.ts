import { splitHeadingPath } from '../content/indexing/heading-path.ts'
import { analyze } from '../ingest/analyze.ts'
import { buildPassageText } from '../ingest/passage-text.ts'
import type { PassageText } from '../models/embedder.ts'
import type { Reader, Reading } from '../models/reader.ts'
import type { Passage, RetrievalResult } from '../search/retrieval.ts'
import { bestUnit } from './answer-units.ts'
import { logSumExp } from './log-sum-exp.ts'
import { isWithinRange, quantitiesIn } from './quantity-ranges.ts'
import { missingNameShare, nameCoverage, questionNames } from './question-names.ts'
import { answerabilityScore, sureScore } from './reading-answerability.ts'
import { type AnalyzedQuestion, analyzeQuestion, questionCoverage, rarestMissingTermShare } from './sentence-scoring.ts'
import { isTableRow, namesRow } from './table-row.ts'

/** A passage with the reader's view of it. */
export interface ReadPassage {
  passage: Passage
  sentences: string[]
  reading: Reading
  scores: SentenceScore[]
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
}

/** Passages that are read first: most questions are surely answered by one of them. */
const firstPassages = 4

/**
 * Reads the best passages and scores their sentences: a few, and more if these don't surely answer, as many as the reader has
 * time for or this share of them.
 */
export async function readPassages(
  reader: Reader,
  question: string,
  findings: RetrievalResult,
  signal?: AbortSignal,
  share = 1,
): Promise<ReadPassage[]> {
  const passages = findings.passages.slice(0, Math.ceil(share * reader.passageBudget))
  const analyzed = analyzeQuestion(question, findings)
  const read = await readEach(passages.slice(0, firstPassages))
  const scored = scoreReadings(analyzed, read)
  if (read.length === passages.length || isSurelyAnswered(scored)) return scored
  return scoreReadings(analyzed, [...read, ...(await readEach(passages.slice(firstPassages)))])

  async function readEach(part: readonly Passage[]): Promise<Omit<ReadPassage, 'scores'>[]> {
    const texts = part.map(readableText)
    const readings = await reader.read(question, texts, signal)
    return part.map((passage, i) => ({ passage, sentences: texts[i]!.sentences, reading: readings[i]! }))
  }
}

function isSurelyAnswered(read: readonly ReadPassage[]): boolean {
  const best = bestUnit(read)
  return best !== undefined && answerabilityScore(best, read) >= sureScore
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
  rowName: 2.5,
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
  const quantities = quantitiesIn(question.text)
  // A range that contains a quantity of the question stands for it.
  const termsOf = (text: string, language: string) => [
    ...analyze(text, language),
    ...quantities.filter((quantity) => isWithinRange(text, quantity)).flatMap(({ word }) => analyze(word)),
  ]
  const bestRetrieval = Math.max(...read.map(({ passage }) => passage.score))
  return read.map(({ passage, sentences, reading }) => {
    const { document, heading, sentenceSimilarities } = passage
    const headings = [...document.path, document.title, heading].join('\n')
    const context = analyze(headings, document.language)
    const similarities = sentenceSimilarities?.length === sentences.length ? sentenceSimilarities : undefined
    const terms = sentences.map((text) => termsOf(text, document.language))
    const coverages = terms.map((own) => questionCoverage(question, new Set(own)))
    const bestCoverage = Math.max(0, ...coverages)
    const named = sentences.map((text) => nameCoverage(names, text, quantities))
    const bestNamed = Math.max(0, ...named)
    const missingNames = missingNameShare(question.text, {
      text: `${headings}\n${passage.body}`,
      terms: new Set([...context, ...terms.flat()]),
    })
    const ofPassage =
      weights.relevance * (reading.relevance - relevanceSum) + weights.retrieval * (passage.score - bestRetrieval)
    const scores = sentences.map((text, i): SentenceScore => {
      const similarity = similarities?.[i] ?? passage.similarity
      const withContext = new Set([...terms[i]!, ...context])
      const coverage = questionCoverage(question, withContext)
      const score =
        ofPassage +
        weights.evidence * (reading.sentences[i]?.evidence ?? unreadEvidence) +
        weights.span * (reading.sentences[i]?.spanShare ?? 0) +
        weights.similarity * (similarity ?? 0) +
        weights.coverage * coverage +
        weights.names * (named[i]! - bestNamed) +
        (isTableRow(text) ? weights.rowCoverage * (coverages[i]! - bestCoverage) : 0) +
        (namesRow(question.text, text) ? weights.rowName : 0)
      return {
        score,
        similarity,
        coverage,
        missingShare: rarestMissingTermShare(question, withContext),
        missingNames,
        isRangeMatch: quantities.some((quantity) => isWithinRange(text, quantity)),
      }
    })
    return { passage, sentences, reading, scores }
  })
}

/** Weight of the reader's relevance against the score of retrieval. */
const relevanceWeight = 0.15

/** Orders the passages that were read by retrieval score and the reader's relevance; the others follow. */
export function rankByReading(read: readonly ReadPassage[], passages: readonly Passage[]): Passage[] {
  const scoreOf = ({ passage, reading }: ReadPassage) => passage.score + relevanceWeight * reading.relevance
  const ranked = [...read].sort((a, b) => scoreOf(b) - scoreOf(a)).map(({ passage }) => passage)
  return [...ranked, ...passages.slice(read.length)]
}

/** Returns the text that the reader gets, with the path of the document before its title. */
function readableText({ document, heading, body }: Passage): PassageText {
  const { context, sentences } = buildPassageText({
    title: document.title,
    headingPath: splitHeadingPath(heading),
    text: body,
    language: document.language,
  })
  return { context: [...innermostPath(document.path), context].join(' > '), sentences }
}

const maxPathTitles = 3

/** Keeps the space and the nearest ancestors. */
function innermostPath(path: readonly string[]): string[] {
  return path.length <= maxPathTitles ? [...path] : [path[0]!, ...path.slice(1 - maxPathTitles)]
}
