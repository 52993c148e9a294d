import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { stemsOf } from '../../ingest/analyze.ts'
import { asksHow } from '../question/question-intent.ts'
import { topicToUse } from '../question/topic-question.ts'
import { requestStems } from '../reading/sentence-scoring.ts'
import { countShared } from '../set-similarity.ts'
import type { AnswerUnit } from './answer-units.ts'

/**
 * Tells whether the unit is below a heading that is just what the question wants to do ("Naming files"), or is an instruction
 * below one that is just what it wants to use ("VPN"). It answers then, however unsure the reader is.
 */
export function isInstruction(question: string, { kind, passage: { document, heading } }: AnswerUnit): boolean {
  if (!asksHow(question)) return false
  const stemsIn = (text: string) => new Set(stemsOf(text, document.language).filter((stem) => !requestStems.has(stem)))
  const titled = stemsIn(splitHeadingPath(heading).at(-1) ?? document.title)
  const isTitle = (asked: ReadonlySet<string>) =>
    asked.size === titled.size && countShared(asked, titled) === asked.size
  if (titled.size >= minTaskStems && isTitle(stemsIn(question))) return true
  const topic = kind === 'sentence' || kind === 'row' ? undefined : topicToUse(question)
  return topic !== undefined && titled.size > 0 && isTitle(stemsIn(topic))
}

/** A verb and a thing: one word alone can be a topic that has little to do with the question. */
const minTaskStems = 2
