import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { stemsOf } from '../../ingest/analyze.ts'
import { asksHow } from '../question/question-intent.ts'
import { topicToUse } from '../question/topic-question.ts'
import { requestStems } from '../reading/sentence-scoring.ts'
import { countShared } from '../set-similarity.ts'
import type { AnswerUnit } from './answer-units.ts'

/**
 * Tells whether the unit is below a heading that is what the question wants to do ("Naming files"), with words of the passage
 * at most, or is an instruction below one that is just what it wants to use ("VPN"). It answers then, however unsure the reader is.
 */
export function isInstruction(question: string, { kind, passage }: AnswerUnit): boolean {
  if (!asksHow(question)) return false
  const { document, heading, body } = passage
  const stemsIn = (text: string) => new Set(stemsOf(text, document.language).filter((stem) => !requestStems.has(stem)))
  const titled = stemsIn(splitHeadingPath(heading).at(-1) ?? document.title)
  if (titled.size >= minTaskStems && isTask(stemsIn(question), titled, stemsIn(body))) return true
  const topic = kind === 'sentence' || kind === 'row' ? undefined : topicToUse(question)
  return topic !== undefined && titled.size > 0 && isTask(stemsIn(topic), titled, titled)
}

/** A verb and a thing: one word alone can be a topic that has little to do with the question. */
const minTaskStems = 2

/** Tells whether what is asked has all words of a title, and others only from the passage. */
function isTask(asked: ReadonlySet<string>, titled: ReadonlySet<string>, inPassage: ReadonlySet<string>): boolean {
  return (
    countShared(asked, titled) === titled.size && [...asked].every((stem) => titled.has(stem) || inPassage.has(stem))
  )
}
