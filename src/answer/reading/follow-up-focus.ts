import { analyze } from '../../ingest/analyze.ts'
import { detectLanguage } from '../../ingest/language-detection.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import type { RetrievalResult } from '../../search/retrieval.ts'
import { unescapeMarkdown } from '../markdown-text.ts'
import { bestUnit } from '../quoted/split-units.ts'
import type { ReadPassage } from './read-passages.ts'
import { isAnswered } from './reading-answerability.ts'

/** Weight of a term that only the topic contains, relative to one that was typed. */
const topicWeight = 0.3

/** Lets the typed words decide what an answer has to cover: the topic in parentheses is there to find the right pages. */
export function weighTypedTerms(typed: string, question: string, findings: RetrievalResult): RetrievalResult {
  const own = new Set(analyze(typed, detectLanguage(question)))
  const rarest = Math.max(1, ...findings.weights.values())
  const weights = new Map(findings.weights)
  for (const term of findings.terms) {
    if (!own.has(term)) weights.set(term, topicWeight * (weights.get(term) ?? rarest))
  }
  return { ...findings, weights }
}

/** How much less likely a sentence of an earlier answer is the answer again, in the logarithm of the odds. */
const repetitionPenalty = 2

/**
 * Demotes the sentences that earlier answers quote: a follow-up rarely asks for the same again. Changes nothing if
 * only they answer it.
 */
export function demoteRepeated(
  read: readonly ReadPassage[],
  earlierAnswers: readonly string[],
): readonly ReadPassage[] {
  const answers = earlierAnswers.map((answer) => lettersOf(unescapeMarkdown(answer.replace(/(?<!\\)\[\d+\]/g, ''))))
  const isRepeated = (sentence: string) => answers.some((answer) => answer.includes(lettersOf(sentence)))
  const demoted = read.map((passage) => ({
    ...passage,
    scores: passage.scores.map((score, index) =>
      isRepeated(passage.sentences[index]!) ? { ...score, score: score.score - repetitionPenalty } : score,
    ),
  }))
  return isAnsweredBy(demoted) ? demoted : read
}

function isAnsweredBy(read: readonly ReadPassage[]): boolean {
  const best = bestUnit(read)
  return best !== undefined && isAnswered(best, read)
}

function lettersOf(text: string): string {
  return plainWords(text).join('')
}
