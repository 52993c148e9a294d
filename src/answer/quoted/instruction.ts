import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { containsStemsOf, stemsOf } from '../../ingest/analyze.ts'
import { topicToUse } from '../question/topic-question.ts'
import type { AnswerUnit } from './answer-units.ts'

/** Tells whether the unit is an instruction below a heading that is just what the question wants to use: "VPN". */
export function isInstruction(question: string, { kind, passage: { document, heading } }: AnswerUnit): boolean {
  const topic = topicToUse(question)
  if (topic === undefined || kind === 'sentence' || kind === 'row') return false
  const asked = new Set(stemsOf(topic))
  const title = splitHeadingPath(heading).at(-1) ?? document.title
  const stems = new Set(stemsOf(title, document.language))
  return stems.size > 0 && stems.size === asked.size && containsStemsOf(asked, title, document.language)
}
