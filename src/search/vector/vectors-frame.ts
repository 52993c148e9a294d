import type { DocumentVectors } from './document-vectors.ts'

/** Some documents of one organization, as an image of the vector index has them. */
export interface VectorsFrame {
  organizationId: string
  dimensions: number
  documentKeys: Float64Array
  passageCounts: Uint32Array
  /** One entry per passage. */
  keys: Float64Array
  audienceIds: Float64Array
  codes: Uint8Array
}

/** Exporting a frame takes some milliseconds, in which no search runs. */
const passagesPerFrame = 2000

/** Packs the documents of one organization; they are read as the frames are taken. */
export function* packVectorsFrames(
  { organizationId, dimensions }: Pick<VectorsFrame, 'organizationId' | 'dimensions'>,
  documents: Iterable<DocumentVectors>,
): Generator<VectorsFrame> {
  let batch: DocumentVectors[] = []
  let passages = 0
  const pack = (): VectorsFrame => ({
    organizationId,
    dimensions,
    documentKeys: Float64Array.from(batch, ({ documentKey }) => documentKey),
    passageCounts: Uint32Array.from(batch, ({ keys }) => keys.length),
    keys: Float64Array.from(batch.flatMap(({ keys }) => keys)),
    audienceIds: Float64Array.from(batch.flatMap(({ audienceIds }) => audienceIds)),
    codes: Buffer.concat(batch.map(({ codes }) => codes)),
  })
  for (const document of documents) {
    batch.push(document)
    passages += document.keys.length
    if (passages < passagesPerFrame) continue
    yield pack()
    batch = []
    passages = 0
  }
  if (batch.length > 0) yield pack()
}

export function* vectorsFrameDocuments(frame: VectorsFrame): Generator<DocumentVectors> {
  const codeSize = frame.keys.length === 0 ? 0 : frame.codes.length / frame.keys.length
  let start = 0
  for (let at = 0; at < frame.documentKeys.length; at++) {
    const end = start + (frame.passageCounts[at] as number)
    yield {
      organizationId: frame.organizationId,
      documentKey: frame.documentKeys[at] as number,
      keys: Array.from(frame.keys.subarray(start, end)),
      audienceIds: Array.from(frame.audienceIds.subarray(start, end)),
      codes: frame.codes.subarray(start * codeSize, end * codeSize),
    }
    start = end
  }
}
