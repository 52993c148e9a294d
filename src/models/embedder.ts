/** Turns texts into vectors whose dot product says how near two texts are in meaning. */
export interface Embedder {
  /** Names the vector space and is stored beside each vector: only vectors of one name may be compared. */
  readonly name: string
  /** 0 while a remote endpoint has not answered yet; see `createRemoteEmbedder`. */
  readonly dimensions: number
  /**
   * One unit-length vector per text, in the order of the texts. `bulk` work never delays `interactive` work
   * (the default). An aborted call rejects with the signal's reason; its remaining texts are not computed.
   */
  embed(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>
  /** The one language that the model was taught; absent: it knows many. */
  readonly language?: string
  /** Calls still waiting are rejected. */
  close(): Promise<void>
}

export interface EmbedOptions {
  priority?: 'interactive' | 'bulk'
  signal?: AbortSignal
}
