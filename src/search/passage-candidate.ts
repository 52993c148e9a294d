export interface PassageRef {
  chunkKey: number
  documentKey: number
}

/** A passage with its cosine similarity to the question. */
export interface VectorHit extends PassageRef {
  similarity: number
}

/** Passages of one document that are compared as one. */
export interface PassageGroup {
  documentKey: number
  chunkKeys: readonly number[]
}

/** A passage found by one of the rankings, with its ranking features. */
export interface PassageCandidate extends PassageRef {
  ordinal: number
  /** Term ids in the order of the text; valid within one search. */
  terms: Uint32Array
  /** Cosine similarity to the question; undefined if either has no vector. */
  similarity?: number
  /** The same features of the passage together with its direct neighbours, once they are read. */
  windowTerms?: Uint32Array
  windowSimilarity?: number
  /** Per sentence, if the sentences have vectors and the passage was reranked. */
  sentenceSimilarities?: readonly number[]
}
