import type { App } from '../../app.ts'
import type { CorpusDocument } from './beir-folder.ts'

/** Enough texts under way that the embedding threads never wait for the next one. */
const documentConcurrency = 32

/** Writes the documents as notes that everyone sees, many at a time, without holding the corpus in memory. */
export async function loadCorpus(
  app: App,
  organizationId: string,
  documents: AsyncIterable<CorpusDocument>,
  onDocument: (done: number, begun: number) => void,
): Promise<void> {
  const updatedAt = new Date('2026-01-01T00:00:00Z')
  const underWay = new Set<Promise<void>>()
  let begun = 0
  let done = 0
  for await (const { id, title, text } of documents) {
    begun += 1
    const writing: Promise<void> = app.notes
      .upsert(organizationId, {
        id,
        title: toStorableText(title),
        content: toStorableText(text),
        type: 'markdown',
        url: `https://eval.test/${encodeURIComponent(id)}`,
        parentId: undefined,
        audience: undefined,
        updatedAt,
      })
      .then(() => onDocument(++done, begun))
      .finally(() => underWay.delete(writing))
    underWay.add(writing)
    if (underWay.size >= documentConcurrency) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}

/** A corpus is taken as it comes; what no database can store is replaced. */
function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed()
}
