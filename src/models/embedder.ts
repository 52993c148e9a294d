/** Turns texts into vectors whose dot product says how near two texts are in meaning. */
export interface Embedder {
  /** Names the vector space and is stored beside each vector: only vectors of one name may be compared. */
  readonly name: string
  /** 0 while a remote endpoint has not answered yet; see `createRemoteEmbedder`. */
  readonly dimensions: number
  /**
   * One unit-length vector per text, in the order of the texts. `bulk` work never delays `interactive` work
   * (the default), and `background` work, for which nobody waits, delays neither. An aborted call rejects with the signal's reason; its remaining texts are not computed.
   */
  embed(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>
  /**
   * The same for passages, and one more vector for each of their sentences, read in its passage: "It closes at six"
   * keeps what "it" is. Comes out of the same computation. Absent where the model gives only one vector per text.
   */
  embedPassages?(passages: PassageText[], options?: EmbedOptions): Promise<PassageVectors[]>
  /** The one language that the model was taught; absent: it knows many. */
  readonly language?: string
  /** Calls still waiting are rejected. */
  close(): Promise<void>
}

export type EmbedPriority = 'interactive' | 'bulk' | 'background'

export interface EmbedOptions {
  priority?: EmbedPriority
  signal?: AbortSignal
}

export interface PassageText {
  /** What stands before the sentences so that they are understood: title and headings. */
  context: string
  sentences: string[]
}

export interface PassageVectors {
  vector: Float32Array
  /** Eight bits a number, one sentence behind the other; only directions count. All zero: not read, the text was too long. */
  sentenceVectors: Int8Array | undefined
}
