import type { ChatModel } from '../../models/chat.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import type { Passage } from '../../search/retrieval.ts'
import type { CitedText } from '../citations.ts'
import type { SupportJudge } from '../verification/support-judge.ts'
import type { DraftUnit } from '../written/draft-units.ts'
import { type DraftLimits, type DraftOutcome, generateAnswer } from '../written/generative-answer.ts'
import { selectPromptPassages } from '../written/prompt-passages.ts'
import { reportLimits } from './report-limits.ts'

/** Lets the model write the parts of one report, and counts its failures: after some it is not asked again. */
export function createReportDrafts({
  chat,
  findSupport,
  question,
  newDelimiter,
  signal,
  callerSignal,
  onModelFailure,
}: {
  chat: ChatModel
  findSupport: SupportJudge
  question: { text: string; language: string; instructions: string }
  newDelimiter: () => string
  /** Aborted when the time is up or the caller has left. */
  signal: AbortSignal
  callerSignal: AbortSignal | undefined
  onModelFailure: (error: unknown) => void
}) {
  const { text: asked, language, instructions } = question
  const read = new Set<Passage>()
  let failures = 0
  let sentencesDropped = 0

  /** Returns undefined if the model fails or the time is up; throws if the caller has left. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      callerSignal?.throwIfAborted()
      onModelFailure(error)
      failures += 1
      return undefined
    }
  }

  return {
    attempt,
    isOver: () => failures >= reportLimits.modelFailures || signal.aborted,
    hasFailed: () => failures > 0,
    passagesRead: () => [...read],
    sentencesDropped: () => sentencesDropped,

    /** Writes from the passages and passes on what is verified. Without passages it writes nothing. */
    async write({
      question,
      passages,
      task,
      limits,
      adapt,
      onText,
    }: {
      question: string
      passages: readonly HydratedPassage[]
      task: readonly string[]
      limits: DraftLimits
      adapt: (unit: DraftUnit) => DraftUnit | undefined
      onText: (piece: CitedText) => void
    }): Promise<{ outcome: DraftOutcome | undefined; hasFailed: boolean }> {
      const prompted = selectPromptPassages(passages)
      if (prompted.length === 0) return { outcome: undefined, hasFailed: false }
      // Every passage of a report, also a cited one, was found by a search.
      for (const passage of prompted.flatMap(({ parts }) => parts)) read.add(passage as Passage)
      let outcome: DraftOutcome | undefined
      const before = failures
      await attempt(async () => {
        const pieces = generateAnswer({
          ...{ chat, findSupport, question, asked, task, passages: prompted, instructions, language },
          ...{ delimiter: newDelimiter(), limits, adapt, signal },
          onOutcome: (known) => {
            outcome = known
          },
        })
        for await (const piece of pieces) onText(piece)
      })
      sentencesDropped += outcome?.dropped ?? 0
      return { outcome, hasFailed: failures > before }
    },
  }
}
