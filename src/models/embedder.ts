/** Turns texts into unit-length vectors whose dot product is their semantic similarity. */
export interface Embedder {
  /** Names the vector space and is stored beside each vector: only vectors of one name are comparable. */
  readonly name: string
  /** 0 while a remote endpoint has not answered yet; see `createRemoteEmbedder`. */
  readonly dimensions: number
  /**
   * Returns one vector per text, in the order of the texts. `bulk` work never delays `interactive` work (the default);
   * `background` work delays neither. An aborted call rejects with the signal's reason; its remaining texts are not
   * computed.
   */
  embed(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>
  /**
   * Returns a vector per passage and one per sentence, taken from the same inference: in "It closes at six", the
   * vector knows what "it" is. Absent where the model returns only one vector per text.
   */
  embedPassages?(passages: PassageText[], options?: EmbedOptions): Promise<PassageVectors[]>
  /** The language that the model was trained on; absent: multilingual. */
  readonly language?: string
  /** Rejects pending calls. */
  close(): Promise<void>
}

export type EmbedPriority = 'interactive' | 'bulk' | 'background'

export interface EmbedOptions {
  priority?: EmbedPriority
  signal?: AbortSignal
}

export interface PassageText {
  /** Title and headings, prepended to the sentences. */
  context: string
  sentences: string[]
}

export interface PassageVectors {
  vector: Float32Array
  /** Eight bits per dimension, one sentence after the other; only the direction counts. All zeros: beyond the model's input limit. */
  sentenceVectors: Int8Array | undefined
}
