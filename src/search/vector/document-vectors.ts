/** The vectors of a document's passages: parallel arrays, one 12-bit code per passage. */
export interface DocumentVectors {
  organizationId: string
  documentKey: number
  keys: readonly number[]
  audienceIds: readonly number[]
  codes: Uint8Array
}
