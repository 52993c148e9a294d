import { analyze } from '../ingest/analyze.ts'
import type { Passage } from '../retrieval/search.ts'
import { holdsType } from './question-type.ts'
import { type AskedFor, coverage, type ScoredSentence } from './sentence-scoring.ts'

/**
 * A logistic model of four features, fitted on questions with and without an answer (docs/quality.md tells on which,
 * and what it refuses). The threshold refuses less than one answerable question in ten there.
 */
const model = {
  similarity: 5.286,
  missingFigures: -1.799,
  holdsType: 0.227,
  rarestMissing: -0.88,
  bias: -3.128,
}
const leastScore = -1.1
/** In place of a similarity that says nothing, because the model cannot read the question: the middle. */
const neutralSimilarity = 0.6
/** What one passage must cover of the question: without a similarity to go by, more. */
const leastCovered = 0.28
const leastCoveredByWordsAlone = 0.4
/** A sentence this near may say it in other words altogether. */
const nearEnough = 0.45
/** Terms of unspaced scripts are pairs of letters, of which a paraphrase keeps fewer. */
const unspacedShare = 0.7

/** Whether the passages say too little to answer from. */
export function isUnsupported(asked: AskedFor, best: ScoredSentence, passages: readonly Passage[]): boolean {
  const read = passages.slice(0, 4).map(termsOf)
  const byOne = Math.max(0, ...read.map((terms) => coverage(asked, terms)))
  const similarity = best.similarity
  const isReadable = similarity !== undefined && asked.fluency >= 0.9
  const least =
    (isReadable ? leastCovered : leastCoveredByWordsAlone) * (isUnspaced(asked.text) ? unspacedShare : 1)
  if (byOne < least && !(isReadable && similarity >= nearEnough)) return true
  const score =
    model.bias +
    model.similarity * (isReadable ? similarity : neutralSimilarity) +
    model.missingFigures * missingFigures(asked.text, best.passage) +
    model.holdsType * (holdsType(asked.type, best.text, asked.text) ? 1 : 0) +
    model.rarestMissing * rarestMissing(asked, read[best.rank] ?? termsOf(best.passage))
  return score < leastScore
}

function termsOf(passage: Passage): Set<string> {
  const { language, title } = passage.document
  return new Set(analyze(`${title}\n${passage.heading}\n${passage.body}`, language))
}

/** The heaviest word of the question that the passage does not have, as a share of the question. */
function rarestMissing({ stems }: AskedFor, terms: ReadonlySet<string>): number {
  const total = stems.reduce((sum, { weight }) => sum + weight, 0)
  const missing = stems.filter(({ stem, prefix }) => !terms.has(stem) && !terms.has(prefix))
  return total > 0 ? Math.max(0, ...missing.map(({ weight }) => weight)) / total : 0
}

/** Share of the question's words with figures in them that the passage does not have. */
function missingFigures(question: string, passage: Passage): number {
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

function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text)
}
