/** Where a passage is to be found. */
export interface PassageRef {
  chunkKey: number
  documentKey: number
}

/** With its cosine similarity to the question. */
export interface VectorHit extends PassageRef {
  similarity: number
}

/** Passages of one document that are looked at together. */
export interface PassageGroup {
  documentKey: number
  chunkKeys: readonly number[]
}

/** A passage that one of the rankings brought up: what is needed to compare it with the others. */
export interface PassageCandidate extends PassageRef {
  ordinal: number
  /** Its terms in their order, as numbers that mean the same throughout one search. */
  terms: Uint32Array
  /** Cosine similarity to the question; undefined without an embedding of either. */
  similarity?: number
  /** The same of the passage together with the ones before and after it in its document, once they were read. */
  windowTerms?: Uint32Array
  windowSimilarity?: number
  /** Of each of its sentences, where they were embedded and it was looked at closely. */
  sentenceSimilarities?: readonly number[]
}
