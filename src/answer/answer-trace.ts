import type { Passage, RetrievalResult } from '../search/retrieval.ts'

/** What became of a passage that was found. */
export type PassageFate = 'cited' | 'read' | 'superseded' | 'not-read'

/** How an answer came about. Keys and figures alone: whoever reads it later may see less than who asked. */
export interface AnswerTrace {
  /** Written by the language model, quoted from the notes, or neither. */
  mode: 'written' | 'quoted' | 'refused'
  /** Of a refusal: nothing was found, or it says too little of what was asked. */
  reason: 'nothing-found' | 'too-little' | null
  model: string | null
  hasModelFailed: boolean
  /** Sentences of the language model that no passage supported. */
  sentencesDropped: number
  retrievalMs: number
  totalMs: number
  /** How many passages were found; the best of them follow, best first. */
  found: number
  passages: TracedPassage[]
}

export interface TracedPassage {
  chunkKey: number
  documentKey: number
  score: number
  /** In meaning, to the question; null without an embedding. */
  similarity: number | null
  fate: PassageFate
}

/** What is noted while an answer is made. */
export interface PendingTrace {
  citedChunks: Set<number>
  /** How many of the best passages were read, by sentences or by the model. */
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
  notes: PendingTrace,
  {
    found,
    kept,
    retrievalMs,
    totalMs,
  }: {
    found: Pick<RetrievalResult, 'found' | 'passages'>
    kept: readonly Passage[]
    retrievalMs: number
    totalMs: number
  },
): AnswerTrace {
  const places = new Map(kept.map((passage, place) => [passage.chunkKey, place]))
  const fateOf = ({ chunkKey }: Passage): PassageFate => {
    if (notes.citedChunks.has(chunkKey)) return 'cited'
    const place = places.get(chunkKey)
    if (place === undefined) return 'superseded'
    return place < notes.passagesRead ? 'read' : 'not-read'
  }
  return {
    mode: notes.mode,
    reason: notes.mode !== 'refused' ? null : found.found === 0 ? 'nothing-found' : 'too-little',
    model: notes.model,
    hasModelFailed: notes.hasModelFailed,
    sentencesDropped: notes.sentencesDropped,
    retrievalMs: Math.round(retrievalMs),
    totalMs: Math.round(totalMs),
    found: found.found,
    passages: found.passages.slice(0, maxTracedPassages).map((passage) => ({
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
