import { analyze } from '../../ingest/analyze.ts'
import { detectLanguage } from '../../ingest/language-detection.ts'
import { containsUnspacedScript } from '../../ingest/unspaced-terms.ts'
import type { RetrievalResult } from '../../search/retrieval.ts'
import { extractAnswer } from '../quoted/extractive-answer.ts'
import { bestUnit } from '../quoted/split-units.ts'
import type { ReadPassage } from './read-passages.ts'
import { answerabilityScore, answeredScore, sureScore } from './reading-answerability.ts'
import { analyzeQuestion, questionCoverage } from './sentence-scoring.ts'

/** How well the notes support an answer to a question. */
export interface Support {
  /** Above 0: they rather answer it. */
  score: number
  /** The sentence that answers, with its title and headings. */
  evidence: string
}

/** How much better supported the second way must be. */
const minGain = 0.5

/** Returns what the reader thinks of the best sentence; without a reader, whether words alone find an answer. */
export function measureSupport(
  question: string,
  findings: RetrievalResult & { read: readonly ReadPassage[] | undefined },
): Support {
  const { read } = findings
  if (!read) {
    const [first] = extractAnswer(question, findings)
    if (!first) return noSupport
    return { score: sureScore, evidence: withContext(first.text, first.passages[0]!) }
  }
  const best = bestUnit(read)
  if (!best) return noSupport
  return { score: answerabilityScore(best, read), evidence: withContext(best.text, best.passage) }
}

/** Loss of support if the passage contains no word of the question. */
const missingShareWeight = 4
/** Terms of unspaced scripts are pairs of letters, of which even a passage that answers shares fewer. */
const enoughUnspacedCoverage = 0.6

/**
 * Returns how well the notes support an answer in the language of the question by words alone: by the share of the question's
 * words in the passage. Words that a passage in another language happens to share mean nothing.
 */
function measureUnreadSupport(question: string, findings: RetrievalResult): Support {
  const [first] = extractAnswer(question, findings)
  const passage = first?.passages[0]
  if (!first || !passage || passage.document.language !== detectLanguage(question)) return noSupport
  const text = withContext(passage.body, passage)
  const coverage = questionCoverage(
    analyzeQuestion(question, findings),
    new Set(analyze(text, passage.document.language)),
  )
  const enough = containsUnspacedScript(question) ? enoughUnspacedCoverage : 1
  return {
    score: sureScore - missingShareWeight * (1 - Math.min(1, coverage / enough)),
    evidence: withContext(first.text, passage),
  }
}

/** Share of what words of the question are missing where a reader has read the passage, too. */
const readMissingShare = 0.5

/**
 * Returns how well notes in the language of the question support an answer: as the reader for other languages thinks, less for
 * words of the question that they lack, or by these words alone if none has read them.
 */
export function measureOwnLanguageSupport(
  question: string,
  findings: RetrievalResult & { read: readonly ReadPassage[] | undefined },
): Support {
  const unread = measureUnreadSupport(question, findings)
  if (!findings.read) return unread
  const read = measureSupport(question, findings)
  return { ...read, score: read.score + readMissingShare * Math.max(unread.score, -missingShareWeight) }
}

const noSupport: Support = { score: Number.NEGATIVE_INFINITY, evidence: '' }

function withContext(text: string, { document, heading }: { document: { title: string }; heading: string }): string {
  return [document.title, heading, text].join('\n')
}

export function isSure({ score }: Support): boolean {
  return score >= sureScore
}

/**
 * Tells whether the second way to understand a question is better supported. Its evidence must contain a word that was
 * typed: otherwise it answers the earlier question again.
 */
export function isBetterSupported(typed: string, second: Support, first: Support): boolean {
  if (second.score < first.score + minGain) return false
  const terms = new Set(analyze(second.evidence))
  return analyze(typed).some((term) => terms.has(term))
}

/** Tells whether the notes answer the translated question, and better than the typed one. */
export function isTranslationBetter(translated: Support, typed: Support): boolean {
  return translated.score >= Math.max(answeredScore, typed.score + minGain)
}
