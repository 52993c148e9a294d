import type { HandbookQuestion } from '../handbook/sample-app.ts'
import { type Asker, askInConversation } from './measure-conversations.ts'

export interface NewTopicFigures {
  questions: number
  /** Questions that were taken for a follow-up of the unrelated one. */
  dragged: string[]
  /** Answers that became refusals, and refusals that became answers. */
  refused: number
  answered: number
}

/** Asks each question alone and after an unrelated one: nothing should change. */
export async function measureNewTopics(
  asker: Asker,
  questions: readonly HandbookQuestion[],
  onQuestion: (done: number) => void,
): Promise<NewTopicFigures> {
  const figures: NewTopicFigures = { questions: questions.length, dragged: [], refused: 0, answered: 0 }
  for (const [index, { question }] of questions.entries()) {
    const unrelated = questions[(index + Math.floor(questions.length / 2)) % questions.length]!.question
    const before = await askInConversation(asker, unrelated, [])
    const alone = await askInConversation(asker, question, [])
    const after = await askInConversation(asker, question, [{ question: unrelated, answer: before.answer }])
    if (after.standaloneQuestion !== undefined) figures.dragged.push(`${question} → ${after.standaloneQuestion}`)
    if (after.isRefused && !alone.isRefused) figures.refused += 1
    if (!after.isRefused && alone.isRefused) figures.answered += 1
    onQuestion(index + 1)
  }
  return figures
}
