/** Document key → numbers of its passages in an index; the bare number for one passage, as most documents have. */
export type DocumentPassages = Map<number, number | Int32Array>

/** Returns the numbers of the document's passages; none for an unknown document. */
export function passagesOf(documents: DocumentPassages, documentKey: number): ArrayLike<number> {
  const passages = documents.get(documentKey)
  return passages === undefined ? [] : typeof passages === 'number' ? [passages] : passages
}

/** Without passages it removes the document. */
export function setPassages(documents: DocumentPassages, documentKey: number, passages: readonly number[]): void {
  if (passages.length === 0) documents.delete(documentKey)
  else documents.set(documentKey, passages.length === 1 ? (passages[0] as number) : Int32Array.from(passages))
}

/** Groups the passages from 0 on by document, in the order of their numbers or the given one. */
export function groupByDocument(
  documentKeys: Float64Array,
  compare: (first: number, second: number) => number = (first, second) => first - second,
): DocumentPassages {
  const documents: DocumentPassages = new Map()
  const withSeveral = new Map<number, number[]>()
  for (let passage = 0; passage < documentKeys.length; passage++) {
    const documentKey = documentKeys[passage] as number
    const first = documents.get(documentKey)
    if (first === undefined) documents.set(documentKey, passage)
    else {
      const several = withSeveral.get(documentKey) ?? [first as number]
      several.push(passage)
      withSeveral.set(documentKey, several)
    }
  }
  for (const [documentKey, passages] of withSeveral) documents.set(documentKey, Int32Array.from(passages.sort(compare)))
  return documents
}
