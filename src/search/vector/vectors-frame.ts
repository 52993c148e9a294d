/** Some passages of one organization, as an image of the vector index has them: parallel columns. */
export interface VectorsFrame {
  organizationId: string
  dimensions: number
  keys: Float64Array
  documentKeys: Float64Array
  audienceIds: Float64Array
  /** The inverse norm of each code. */
  scales: Float32Array
  /** The high bytes of each code, padded as in memory. */
  codes: Int8Array
  lowBits: Int8Array
}

export function createVectorsFrame(
  { organizationId, dimensions }: Pick<VectorsFrame, 'organizationId' | 'dimensions'>,
  { count, codeLength, lowSize }: Record<'count' | 'codeLength' | 'lowSize', number>,
): VectorsFrame {
  return {
    organizationId,
    dimensions,
    keys: new Float64Array(count),
    documentKeys: new Float64Array(count),
    audienceIds: new Float64Array(count),
    scales: new Float32Array(count),
    codes: new Int8Array(count * codeLength),
    lowBits: new Int8Array(count * lowSize),
  }
}
