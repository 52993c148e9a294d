import { analyze } from '../ingest/analyze.ts'
import type { Passage } from '../search/retrieval.ts'
import { matchesQuestionType } from './question-type.ts'
import { type AnalyzedQuestion, questionCoverage, type ScoredSentence } from './sentence-scoring.ts'

/**
 * A logistic model of four features, fitted on questions with and without an answer (docs/quality.md tells on which,
 * and what it refuses). The threshold refuses less than one answerable question in ten there.
 */
const answerabilityModel = {
  similarity: 5.286,
  missingFigures: -1.799,
  holdsType: 0.227,
  rarestMissing: -0.88,
  bias: -3.128,
}
const minAnswerableScore = -1.1
/** In place of a similarity that says nothing, because the model cannot read the question: the middle. */
const neutralSimilarity = 0.6
/** What one passage must cover of the question: without a similarity to go by, more. */
const minQuestionCoverage = 0.28
const minLexicalCoverage = 0.4
/** A sentence this near may say it in other words altogether. */
const minParaphraseSimilarity = 0.45
/** Terms of unspaced scripts are pairs of letters, of which a paraphrase keeps fewer. */
const unspacedCoverageFactor = 0.7

/** Whether the passages say too little to answer from. */
export function isUnanswerable(
  asked: AnalyzedQuestion,
  best: ScoredSentence,
  passages: readonly Passage[],
): boolean {
  const read = passages.slice(0, 4).map(passageTerms)
  const byOne = Math.max(0, ...read.map((terms) => questionCoverage(asked, terms)))
  const similarity = best.similarity
  const isReadable = similarity !== undefined && asked.languageSupport >= 0.9
  const least =
    (isReadable ? minQuestionCoverage : minLexicalCoverage) *
    (isUnspacedScript(asked.text) ? unspacedCoverageFactor : 1)
  if (byOne < least && !(isReadable && similarity >= minParaphraseSimilarity)) return true
  const score =
    answerabilityModel.bias +
    answerabilityModel.similarity * (isReadable ? similarity : neutralSimilarity) +
    answerabilityModel.missingFigures * missingNumberShare(asked.text, best.passage) +
    answerabilityModel.holdsType * (matchesQuestionType(asked.type, best.text, asked.text) ? 1 : 0) +
    answerabilityModel.rarestMissing *
      rarestMissingTermShare(asked, read[best.passageRank] ?? passageTerms(best.passage))
  return score < minAnswerableScore
}

function passageTerms(passage: Passage): Set<string> {
  const { language, title } = passage.document
  return new Set(analyze(`${title}\n${passage.heading}\n${passage.body}`, language))
}

/** The heaviest word of the question that the passage does not have, as a share of the question. */
function rarestMissingTermShare({ stems }: AnalyzedQuestion, terms: ReadonlySet<string>): number {
  const total = stems.reduce((sum, { weight }) => sum + weight, 0)
  const missing = stems.filter(({ stem, prefix }) => !terms.has(stem) && !terms.has(prefix))
  return total > 0 ? Math.max(0, ...missing.map(({ weight }) => weight)) / total : 0
}

/** Share of the question's words with figures in them that the passage does not have. */
function missingNumberShare(question: string, passage: Passage): number {
  const text = `${passage.document.title} ${passage.heading} ${passage.body}`.normalize('NFKC').toLowerCase()
  const words = (question.normalize('NFKC').match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? []).filter((word) =>
    /\p{N}/u.test(word),
  )
  if (words.length === 0) return 0
  const missing = words.filter((word) => {
    const bare = word
      .toLowerCase()
      .replace(/['’]s$/, '')
      .replace(/[.'’-]+$/, '')
    return bare.length > 1 && !text.includes(bare.slice(0, 5))
  })
  return missing.length / words.length
}

function isUnspacedScript(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text)
}
