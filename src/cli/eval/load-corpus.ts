import type { App } from '../../app.ts'
import type { CorpusDocument } from './beir-folder.ts'

/** Enough to keep the embedding threads busy. */
const documentConcurrency = 32

/** Writes the documents concurrently as notes that everyone can see, without loading the corpus into memory. */
export async function loadCorpus(
  app: App,
  organizationId: string,
  documents: AsyncIterable<CorpusDocument>,
  onDocument: (done: number, started: number) => void,
): Promise<void> {
  const updatedAt = new Date('2026-01-01T00:00:00Z')
  const inFlight = new Set<Promise<void>>()
  let started = 0
  let done = 0
  try {
    for await (const { id, title, text } of documents) {
      started += 1
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
        .then(() => onDocument(++done, started))
        .finally(() => inFlight.delete(writing))
      inFlight.add(writing)
      if (inFlight.size >= documentConcurrency) await Promise.race(inFlight)
    }
    await Promise.all(inFlight)
  } finally {
    // After a line that cannot be read, the store closes: not before these are written.
    await Promise.allSettled(inFlight)
  }
}

/** Replaces characters that PostgreSQL cannot store. */
function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed()
}
