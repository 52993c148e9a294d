import type { PassageText } from './embedder.ts'

/** Reads a question together with a passage: a cross-encoder that finds the passage and the sentence that answer. */
export interface Reader {
  readonly name: string
  /** The language that the model was trained on. */
  readonly language: string
  /** How many passages to read for a question that comes now: fewer while other questions wait. */
  readonly passageBudget: number
  /** The model for other languages, also for questions in another one than the passage; undefined if it can't be used. */
  readonly otherLanguages?: OtherLanguageReader | undefined
  /** Returns one reading per passage, in their order. An aborted call rejects with the signal's reason. */
  read(question: string, passages: readonly PassageText[], signal?: AbortSignal): Promise<Reading[]>
  /**
   * Returns how far a passage supports a statement, as the model that was trained for that judges; undefined if that model
   * can't be used. Without it, `supports` of a reading is the judgment.
   */
  verify?(statement: string, passage: PassageText, signal?: AbortSignal): Promise<number | undefined>
  /** Rejects pending calls. */
  close(): Promise<void>
}

/** What the model for other languages was trained on, as ISO 639-1 codes. */
export const otherReaderLanguages: readonly string[] = ['de', 'fr', 'es']

/** Its readings have the scale of the reader's. */
export interface OtherLanguageReader extends Pick<Reader, 'passageBudget' | 'read'> {
  /** ISO 639-1. */
  readonly languages: readonly string[]
}

/** What the model thinks of a passage. Scores are logits: above 0 means rather yes. */
export interface Reading {
  relevance: number
  /** Whether the passage answers the question. */
  answers: number
  /** Whether the passage supports the text, if that is a statement instead of a question. */
  supports: number
  /** How much likelier the best short answer is than none. */
  spanMargin: number
  /** One per sentence of the passage. */
  sentences: SentenceReading[]
  shortAnswer: ShortAnswer | undefined
}

export interface SentenceReading {
  /** Whether the sentence answers. Undefined: beyond the model's input limit. */
  evidence: number | undefined
  /** Share of the short answer's probability that lies in the sentence, 0 to 1. */
  spanShare: number
}

/** The words that answer, as offsets in a sentence. */
export interface ShortAnswer {
  sentence: number
  start: number
  end: number
}
