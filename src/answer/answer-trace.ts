import type { Passage, RetrievalResult } from '../search/retrieval.ts'

/** How the answer used a retrieved passage. */
export type PassageFate = 'cited' | 'read' | 'superseded' | 'not-read'

/** How an answer was found. Holds keys and figures, no text: an admin who reads it may lack access to the documents. */
export interface AnswerTrace {
  /** Written by the language model, quoted from the notes, or refused. */
  mode: 'written' | 'quoted' | 'refused'
  /** Why it was refused: nothing found, or the passages cover too little of the question. */
  reason: 'nothing-found' | 'too-little' | null
  model: string | null
  hasModelFailed: boolean
  /** Sentences of the language model that no passage supported. */
  sentencesDropped: number
  retrievalMs: number
  totalMs: number
  /** Number of passages found. `passages` lists the best, best first. */
  found: number
  passages: TracedPassage[]
}

export interface TracedPassage {
  chunkKey: number
  documentKey: number
  score: number
  /** Semantic similarity to the question; null without an embedding. */
  similarity: number | null
  fate: PassageFate
}

/** The trace of an answer in progress. */
export interface PendingTrace {
  citedChunks: Set<number>
  /** Number of passages read, best first, by sentence scoring or by the model. */
  passagesRead: number
  model: string | null
  hasModelFailed: boolean
  sentencesDropped: number
  mode: AnswerTrace['mode']
}

export function beginTrace(): PendingTrace {
  return {
    citedChunks: new Set(),
    passagesRead: 0,
    model: null,
    hasModelFailed: false,
    sentencesDropped: 0,
    mode: 'refused',
  }
}

const maxTracedPassages = 25

export function finishTrace(
  trace: PendingTrace,
  {
    retrieved,
    remaining,
    retrievalMs,
    totalMs,
  }: {
    retrieved: Pick<RetrievalResult, 'found' | 'passages'>
    /** The passages that no newer edition supersedes. */
    remaining: readonly Passage[]
    retrievalMs: number
    totalMs: number
  },
): AnswerTrace {
  const positions = new Map(remaining.map((passage, position) => [passage.chunkKey, position]))
  const fateOf = ({ chunkKey }: Passage): PassageFate => {
    if (trace.citedChunks.has(chunkKey)) return 'cited'
    const position = positions.get(chunkKey)
    if (position === undefined) return 'superseded'
    return position < trace.passagesRead ? 'read' : 'not-read'
  }
  return {
    mode: trace.mode,
    reason: trace.mode !== 'refused' ? null : retrieved.found === 0 ? 'nothing-found' : 'too-little',
    model: trace.model,
    hasModelFailed: trace.hasModelFailed,
    sentencesDropped: trace.sentencesDropped,
    retrievalMs: Math.round(retrievalMs),
    totalMs: Math.round(totalMs),
    found: retrieved.found,
    passages: retrieved.passages.slice(0, maxTracedPassages).map((passage) => ({
      chunkKey: passage.chunkKey,
      documentKey: passage.documentKey,
      score: roundToThousandths(passage.score),
      similarity: passage.similarity === undefined ? null : roundToThousandths(passage.similarity),
      fate: fateOf(passage),
    })),
  }
}

function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
