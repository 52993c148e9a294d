/**
 * A part of one organization, as an image of the inverted index has it: first all terms, then the passages, then the
 * posting lists. Passages and terms are numbered from 0 in the order of the frames, and all arrays are those of the index.
 */
export type TermsFrame = { organizationId: string } & (TermNamesFrame | PassagesFrame | PostingsFrame | ListsFrame)

export interface TermNamesFrame {
  kind: 'terms'
  /** Of the whole organization. */
  passageCount: number
  /** As `encodeTerms` has them. */
  terms: Uint8Array
}

/** The passages whose terms are in one page of the passage store. */
export interface PassagesFrame {
  kind: 'passages'
  keys: Float64Array
  documentKeys: Float64Array
  ordinals: Int32Array
  audienceIds: Float64Array
  lengths: Int32Array
  /** The ids of the terms of each passage, one after the other. */
  page: Uint32Array
}

/** A page of posting lists. */
export interface PostingsFrame {
  kind: 'postings'
  page: Uint32Array
}

/** Where posting lists are, and the number of passages in each. */
export interface ListsFrame {
  kind: 'lists'
  firstList: number
  table: Uint32Array
  documentFrequency: Uint32Array
}
