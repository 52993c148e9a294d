import type { ThreadTurn } from '../contract/threads.ts'
import { presentQuestion, type QuestionRow, type SourceLocations } from '../insights/present-question.ts'

/** A row of the table `unanswered_turn`. */
export interface UnansweredRow {
  id: string
  position: number
  state: 'processing' | 'failed' | 'stopped'
  question: string
  parent_id: string | null
  assistant_id: string | null
  root_id: string | null
  asked_at: Date
  expires_at: Date
}

/** Presents the turns of a thread in order, as far as the reader can see their sources now. */
export function presentTurns({
  answered,
  unanswered,
  locations,
  publicUrl,
  now,
  isOwner,
}: {
  answered: readonly QuestionRow[]
  unanswered: readonly UnansweredRow[]
  locations: SourceLocations
  publicUrl: string
  now: Date
  isOwner: boolean
}): ThreadTurn[] {
  const positioned = [
    ...answered.map((row) => ({
      position: row.thread_position ?? 0,
      turn: presentAnswered(row, locations, publicUrl, isOwner),
    })),
    ...unanswered.map((row) => ({ position: row.position, turn: presentUnanswered(row, now, isOwner) })),
  ]
  return hideReadings(positioned.sort((a, b) => a.position - b.position).map(({ turn }) => turn))
}

/** Whether the reader cannot see a source of the turn, and therefore not its answer. */
export function isWithheld({ state, answer }: ThreadTurn): boolean {
  return state === 'done' && answer === null
}

/** Hides how a question was understood after a withheld answer: the reading can repeat words of that answer. */
function hideReadings(turns: readonly ThreadTurn[]): ThreadTurn[] {
  const firstWithheld = turns.findIndex(isWithheld)
  return firstWithheld < 0
    ? [...turns]
    : turns.map((turn, index) => (index < firstWithheld ? turn : { ...turn, standaloneQuestion: null }))
}

function presentAnswered(
  row: QuestionRow,
  locations: SourceLocations,
  publicUrl: string,
  isOwner: boolean,
): ThreadTurn {
  const { threadId: _, ...question } = presentQuestion(row, locations, publicUrl)
  return {
    ...question,
    // Ratings, links of single answers and where the question was asked are the owner's.
    ...(!isOwner && { rating: null, ratingReason: null, isShared: false, parentId: null, assistantId: null }),
    state: 'done',
    rootId: isOwner ? row.root_id : null,
    standaloneQuestion: row.trace?.standaloneQuestion ?? null,
  }
}

function presentUnanswered(row: UnansweredRow, now: Date, isOwner: boolean): ThreadTurn {
  return {
    id: row.id,
    question: row.question,
    askedAt: row.asked_at.toISOString(),
    state: row.state === 'processing' && row.expires_at <= now ? 'failed' : row.state,
    outcome: null,
    parentId: isOwner ? row.parent_id : null,
    assistantId: isOwner ? row.assistant_id : null,
    rootId: isOwner ? row.root_id : null,
    standaloneQuestion: null,
    answer: null,
    sources: [],
    rating: null,
    ratingReason: null,
    isShared: false,
  }
}
