import { endsSentence } from '../../ingest/sentence-end.ts'
import { asksForCode, asksHow } from '../question/question-intent.ts'
import type { AnswerUnit } from './answer-units.ts'
import { refersBack, withReferent } from './refers-back.ts'
import { codeAround } from './unit-run.ts'

const maxSentenceWords = 40

/** Returns the block of code with the line that announces it, or else the sentence that says what it does. */
export function expandCode(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const { units, start, end } = codeAround(siblings, at)
  const isShort = (unit: AnswerUnit | undefined) => unit !== undefined && unit.words <= maxSentenceWords
  const previous = siblings[start - 1]
  const next = siblings[end]
  const isAnnounced = isShort(previous) && ['sentence', 'lead-in', 'label'].includes(previous!.kind)
  const announcement = isAnnounced ? withReferent(siblings, start - 1) : []
  const explanation = isShort(next) && next!.kind === 'sentence' && refersBack(next!) ? [next!] : []
  return [...announcement, ...units, ...explanation]
}

/** Returns the code right below a line, if the question asks how or for code, or the line breaks off there: "Open it with". */
export function codeAfter(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  if (siblings[at + 1]?.kind !== 'code') return []
  if (endsSentence(siblings[at]!.text) && !(asksHow(question) || asksForCode(question))) return []
  return codeAround(siblings, at + 1).units
}
