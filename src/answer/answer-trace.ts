import type { PlannedSection, SectionOutcome } from '../contract/research.ts'
import type { Reading } from '../models/reader.ts'
import type { PassageRef } from '../search/passage-candidate.ts'
import type { Passage, RetrievalResult } from '../search/retrieval.ts'
import type { ReadPassage } from './reading/read-passages.ts'
import type { NearestPassage } from './related-notes.ts'

/** How the answer used a retrieved passage. */
export type PassageFate = 'cited' | 'read' | 'superseded' | 'not-read'

/** How an answer was found. Holds no text of documents: an admin who reads it may lack access to them. */
export interface AnswerTrace {
  /** The question that was answered, if the typed one was a follow-up in a conversation. */
  standaloneQuestion?: string
  /** The standalone question can contain words of earlier answers: only the asker is shown it, while they can see the sources. */
  quotesAnswers?: true
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
  /** Further searches that the language model asked for. */
  searches?: string[]
  /** The first cited page of each cited document that has pages, by the keys of the documents. */
  citedPages?: [documentKey: number, page: number][]
  /** The sections of a report; present if one was asked for. */
  sections?: TracedSection[]
  /** Keys of documents that are not cited, but that names or figures of text without a citation come from. */
  uncitedDocuments?: number[]
  /** Keys of the nearest documents, best first, if nothing answers and the caller asked for them. */
  related?: number[]
  /** Where the nearest sentences of these documents are, in the same order. */
  excerpts?: ExcerptLocation[]
}

/** Offsets in the text of a passage. */
export interface ExcerptLocation {
  chunkKey: number
  start: number
  end: number
}

/** A section of a report. Title and question contain no text of documents; the searches can. */
export interface TracedSection extends PlannedSection {
  /** Those that the model asked for after it had read passages: only the asker is shown them, while they can see the passages. */
  searches: string[]
  outcome: SectionOutcome
}

export interface TracedPassage {
  chunkKey: number
  documentKey: number
  score: number
  /** Semantic similarity to the question; null without an embedding. */
  similarity: number | null
  /** What the reader thought: above 0 means that the passage is rather relevant, rather answers. Null: it didn't read it. */
  relevance: number | null
  answers: number | null
  fate: PassageFate
  /** Keys of further documents with nearly the same passage, if it is cited. */
  duplicates?: number[]
}

/** The trace of an answer in progress. */
export interface PendingTrace extends Pick<AnswerTrace, 'standaloneQuestion' | 'quotesAnswers'> {
  /** What the reader thought of passages, by their keys. */
  readings: ReadonlyMap<number, Pick<Reading, 'relevance' | 'answers'>>
  citedChunks: Set<number>
  citedPages: [documentKey: number, page: number][]
  /** The text that needs no citation. */
  uncited: string[]
  uncitedDocuments: readonly number[]
  /** Number of passages read, best first, by sentence scoring or by the model. */
  passagesRead: number
  model: string | null
  hasModelFailed: boolean
  sentencesDropped: number
  searches: readonly string[]
  sections: readonly TracedSection[] | undefined
  /** The passages of the question and of the further searches, as the model could read them; absent: those of the question. */
  merged: readonly Passage[] | undefined
  mode: AnswerTrace['mode']
}

export function beginTrace(
  read: readonly ReadPassage[] | undefined = [],
  { standaloneQuestion, quotesAnswers }: Pick<AnswerTrace, 'standaloneQuestion' | 'quotesAnswers'>,
): PendingTrace {
  return {
    ...(standaloneQuestion !== undefined && { standaloneQuestion }),
    ...(quotesAnswers && { quotesAnswers }),
    readings: new Map(read.map(({ passage, reading }) => [passage.chunkKey, reading])),
    citedChunks: new Set(),
    citedPages: [],
    uncited: [],
    uncitedDocuments: [],
    passagesRead: 0,
    model: null,
    hasModelFailed: false,
    sentencesDropped: 0,
    searches: [],
    sections: undefined,
    merged: undefined,
    mode: 'refused',
  }
}

/** Cited passages are traced in any case. */
const maxTracedPassages = 25

export function finishTrace(
  trace: PendingTrace,
  {
    retrieved,
    remaining,
    related,
    retrievalMs,
    totalMs,
  }: {
    retrieved: Pick<RetrievalResult, 'found' | 'passages'>
    /** The passages that no newer edition supersedes. */
    remaining: readonly Passage[]
    related: readonly NearestPassage[] | undefined
    retrievalMs: number
    totalMs: number
  },
): AnswerTrace {
  const ranked = trace.merged ?? remaining
  const positions = new Map(ranked.map((passage, position) => [passage.chunkKey, position]))
  const fateOf = ({ chunkKey }: Passage): PassageFate => {
    if (trace.citedChunks.has(chunkKey)) return 'cited'
    const position = positions.get(chunkKey)
    if (position === undefined) return 'superseded'
    return position < trace.passagesRead ? 'read' : 'not-read'
  }
  const retrievedChunks = new Set(retrieved.passages.map(({ chunkKey }) => chunkKey))
  // They take the places of superseded passages with the same text, or come from further searches.
  const copies = ranked.filter(({ chunkKey }) => !retrievedChunks.has(chunkKey))
  return {
    ...(trace.standaloneQuestion !== undefined && { standaloneQuestion: trace.standaloneQuestion }),
    ...(trace.quotesAnswers && { quotesAnswers: true }),
    mode: trace.mode,
    reason: trace.mode !== 'refused' ? null : retrieved.found === 0 ? 'nothing-found' : 'too-little',
    model: trace.model,
    hasModelFailed: trace.hasModelFailed,
    sentencesDropped: trace.sentencesDropped,
    retrievalMs: Math.round(retrievalMs),
    totalMs: Math.round(totalMs),
    found: retrieved.found,
    passages: [...retrieved.passages, ...copies]
      .sort(byScore)
      .filter(({ chunkKey }, rank) => rank < maxTracedPassages || trace.citedChunks.has(chunkKey))
      .map((passage) => ({
        chunkKey: passage.chunkKey,
        documentKey: passage.documentKey,
        score: roundToThousandths(passage.score),
        similarity: roundedOrNull(passage.similarity),
        relevance: roundedOrNull(trace.readings.get(passage.chunkKey)?.relevance),
        answers: roundedOrNull(trace.readings.get(passage.chunkKey)?.answers),
        fate: fateOf(passage),
        ...(trace.citedChunks.has(passage.chunkKey) &&
          passage.duplicates.length > 0 && { duplicates: documentKeys(passage.duplicates) }),
      })),
    ...(trace.searches.length > 0 && { searches: [...trace.searches] }),
    ...(trace.citedPages.length > 0 && { citedPages: trace.citedPages }),
    ...(trace.sections && { sections: [...trace.sections] }),
    ...(trace.uncitedDocuments.length > 0 && { uncitedDocuments: [...trace.uncitedDocuments] }),
    ...(related && {
      related: documentKeys(related.map(({ passage }) => passage)),
      excerpts: related.map(({ passage, start, end }) => ({ chunkKey: passage.chunkKey, start, end })),
    }),
  }
}

function byScore(a: Passage, b: Passage): number {
  return b.score - a.score
}

function documentKeys(passages: readonly PassageRef[]): number[] {
  return passages.map(({ documentKey }) => documentKey)
}

function roundedOrNull(value: number | undefined): number | null {
  return value === undefined ? null : roundToThousandths(value)
}

function roundToThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
