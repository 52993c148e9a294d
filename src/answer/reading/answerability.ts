import { analyze } from '../../ingest/analyze.ts'
import { containsUnspacedScript } from '../../ingest/unspaced-terms.ts'
import type { Passage } from '../../search/retrieval.ts'
import { matchesQuestionType } from '../question/question-type.ts'
import {
  type AnalyzedQuestion,
  maxScoredPassages,
  questionCoverage,
  rarestMissingTermShare,
  type ScoredSentence,
} from './sentence-scoring.ts'

/**
 * A logistic model of four features, fitted on questions with and without an answer (docs/quality.md names the sets and
 * the refusal rates). The threshold refuses fewer than one in ten answerable questions there.
 */
const answerabilityModel = {
  similarity: 5.286,
  missingNumbers: -1.799,
  matchesType: 0.227,
  rarestMissingTerm: -0.88,
  bias: -3.128,
}
const minAnswerableScore = -1.1
/** Used when the embedding model does not support the question's language: the middle of the range. */
const neutralSimilarity = 0.6
/** Share of the question that one passage must cover; more without a similarity. */
const minQuestionCoverage = 0.28
const minLexicalCoverage = 0.4
/** A sentence this similar can answer in entirely different words. */
const minParaphraseSimilarity = 0.45
/** Terms of unspaced scripts are character pairs, and a paraphrase shares fewer of them. */
const unspacedCoverageFactor = 0.7

/** Tells whether the passages are too weak to answer from. */
export function isUnanswerable(
  question: AnalyzedQuestion,
  best: ScoredSentence,
  passages: readonly Passage[],
): boolean {
  const termsByPassage = passages.slice(0, maxScoredPassages).map(passageTerms)
  const bestCoverage = Math.max(0, ...termsByPassage.map((terms) => questionCoverage(question, terms)))
  const similarity = best.similarity
  const isReadable = similarity !== undefined && question.languageSupport >= 0.9
  const minCoverage =
    (isReadable ? minQuestionCoverage : minLexicalCoverage) *
    (containsUnspacedScript(question.text) ? unspacedCoverageFactor : 1)
  if (bestCoverage < minCoverage && !(isReadable && similarity >= minParaphraseSimilarity)) return true
  const score =
    answerabilityModel.bias +
    answerabilityModel.similarity * (isReadable ? similarity : neutralSimilarity) +
    answerabilityModel.missingNumbers * missingNumberShare(question.text, best.passage) +
    answerabilityModel.matchesType * (matchesQuestionType(question.type, best.text, question.text) ? 1 : 0) +
    answerabilityModel.rarestMissingTerm *
      rarestMissingTermShare(question, termsByPassage[best.passageRank] ?? passageTerms(best.passage))
  return score < minAnswerableScore
}

function passageTerms(passage: Passage): Set<string> {
  const { language, title } = passage.document
  return new Set(analyze(`${title}\n${passage.heading}\n${passage.body}`, language))
}

/** Returns the share of the question's words with digits that the passage lacks. */
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
      .replace(/(?<![.'’-])[.'’-]+$/, '')
    return bare.length > 1 && !text.includes(bare.slice(0, 5))
  })
  return missing.length / words.length
}
