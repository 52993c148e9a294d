import type {
  AskedQuestion,
  CitedSource,
  NearestNote,
  PlacedSource,
  Source,
  ThreadTurn,
} from '../../../sdk/src/operations.ts'
import type { ResearchState } from './research-state.ts'
import type { AskScope } from './scope.ts'

/** A question with its answer, as the Ask screen shows it. */
export interface Turn {
  key: string
  /** Undefined until it is stored. */
  id: string | undefined
  /** The stored turn that it replaces once it is answered. */
  replacesId?: string | undefined
  question: string
  /** How a follow-up was understood. */
  standaloneQuestion: string | null
  state: 'asking' | 'processing' | 'done' | 'stopped' | 'failed'
  answer: string
  /** A report was asked for. */
  mode?: 'research' | undefined
  /** How far the report is, while it is written here. */
  research?: ResearchState | undefined
  sources: CitedSource[]
  /** The nearest notes, if nothing answers the question. */
  related: NearestNote[]
  /** Where it was asked. */
  filter: AskScope['filter']
  /** The stored question, needed for ratings, links and opening sources. */
  record: AskedQuestion | undefined
  error: unknown
}

/** A question that is asked from this page, until the stored conversation shows it. */
export interface LiveTurn extends Turn {
  threadId: string
  /** The turns that were stored before. */
  knownIds: ReadonlySet<string>
}

/**
 * Returns the turns to show: the stored ones and the live one, in place of those that it replaces. Once the stored
 * conversation has the live question, the stored turn is shown, under the same key, so that it isn't announced again.
 */
export function showTurns(stored: readonly ThreadTurn[], live: LiveTurn | undefined): Turn[] {
  if (!live) return stored.map((turn) => fromStored(turn))
  const saved = stored.findLast(({ id, question }) => !live.knownIds.has(id) && question === live.question)
  const isStopped = live.state === 'stopped'
  if (saved && !isStopped) return stored.map((turn) => fromStored(turn, turn === saved ? live.key : turn.id))
  const others = stored.filter((turn) => turn !== saved)
  if (live.replacesId === undefined) return [...others.map((turn) => fromStored(turn)), { ...live, id: saved?.id }]
  // Nothing is replaced before it is answered.
  if (isStopped) return others.map((turn) => fromStored(turn))
  const from = live.state === 'failed' ? -1 : others.findIndex(({ id }) => id === live.replacesId)
  return [...(from < 0 ? others : others.slice(0, from)).map((turn) => fromStored(turn)), live]
}

function fromStored(turn: ThreadTurn, key: string = turn.id): Turn {
  const { question, standaloneQuestion, state, answer, sources, related = [], outcome } = turn
  return {
    key,
    id: turn.id,
    question,
    standaloneQuestion,
    state,
    answer: answer ?? '',
    sources,
    related,
    mode: turn.mode,
    filter: scopeOf(turn),
    record: outcome === null ? undefined : { ...turn, outcome },
    error: undefined,
  }
}

function scopeOf({ parentId, assistantId, rootId }: ThreadTurn): AskScope['filter'] {
  return {
    ...(parentId !== null && { parentId }),
    ...(assistantId !== null && { assistantId }),
    ...(rootId !== null && { rootId }),
  }
}

/** Returns a turn for a question of the history that belongs to no conversation. */
export function fromRecord(record: AskedQuestion): Turn {
  return {
    key: record.id,
    id: record.id,
    question: record.question,
    standaloneQuestion: null,
    state: 'done',
    answer: record.answer ?? '',
    sources: record.sources,
    related: record.related ?? [],
    mode: record.mode,
    filter: {},
    record,
    error: undefined,
  }
}

export function toPlacedSource(source: Source): PlacedSource {
  return { ...source, documentId: null, kind: 'note', path: [] }
}
