import { bestUnit } from '../quoted/split-units.ts'
import { asksForOld, isMarkedOld } from './marked-old.ts'
import type { ReadPassage } from './read-passages.ts'
import { isAnswered } from './reading-answerability.ts'

/** How much lower than a sentence of a page that is marked as old another one can score to answer instead of it. */
const oldPenalty = 4
/** Evidence (a logit) from which the other sentence counts as an answer. */
const minEvidence = -0.5

/**
 * Demotes the sentences of pages that say that they no longer hold. Changes nothing if only they answer the question, or if it
 * asks for what held earlier.
 */
export function demoteOld(question: string, read: readonly ReadPassage[], at: Date): readonly ReadPassage[] {
  if (asksForOld(question)) return read
  const old = new Set(read.filter(({ passage }) => isMarkedOld(passage, at)).map(({ passage }) => passage.documentKey))
  if (old.size === 0) return read
  const demoted = read.map((one) => {
    if (!old.has(one.passage.documentKey)) return one
    return { ...one, scores: one.scores.map((score) => ({ ...score, score: score.score - oldPenalty })) }
  })
  const best = bestUnit(demoted)
  const isReplaced = best && !old.has(best.passage.documentKey) && best.evidence >= minEvidence
  return isReplaced && isAnswered(best, demoted) ? demoted : read
}
