import { z } from 'zod'
import type { OriginReaders } from '../../src/access/origin-audiences.ts'
import type { AnyConnector, OriginChange, OriginContent } from '../../src/sync/connector.ts'

export interface MemoryDocument {
  text: string
  version?: number
  readers?: OriginReaders
  content?: OriginContent
  url?: string
}

/** An origin in memory that a test fills, for what the engine itself guarantees. */
export function createMemoryOrigin() {
  const documents = new Map<string, MemoryDocument>()
  const origin = {
    documents,
    isComplete: true,
    /** Yields a checkpoint after so many items. */
    checkpointEvery: Number.POSITIVE_INFINITY,
    endCursor: undefined as string | undefined,
    /** What `changes` was called with. */
    cursors: [] as (string | undefined)[],
    /** Listed instead of the documents. */
    changes: undefined as OriginChange[] | undefined,
    settings: [] as object[],
    /** Called before the end of a listing. */
    onEnd: async (): Promise<void> => {},
    set(id: string, document: MemoryDocument | string) {
      const version = (documents.get(id)?.version ?? 0) + 1
      documents.set(id, { version, ...(typeof document === 'string' ? { text: document } : document) })
    },
  }
  const connector: AnyConnector = {
    kind: 'memory',
    name: 'Memory',
    description: 'Documents of a test.',
    settings: z.object({
      label: z.string().optional().describe('A label').meta({ title: 'Label' }),
      token: z.string().optional().describe('A secret').meta({ title: 'Token' }),
    }),
    secrets: ['token'],
    async connect(settings) {
      origin.settings.push(settings)
      return {
        async *changes(cursor) {
          origin.cursors.push(cursor)
          if (origin.changes) return yield* origin.changes
          const after = cursor?.startsWith('after ') ? cursor.slice(6) : ''
          let count = 0
          for (const [id, document] of [...documents].sort(([a], [b]) => (a < b ? -1 : 1))) {
            if (id <= after) continue
            yield toItem(id, document)
            count += 1
            if (count % origin.checkpointEvery === 0) yield { kind: 'checkpoint', cursor: `after ${id}` }
          }
          await origin.onEnd()
          yield { kind: 'end', isComplete: origin.isComplete, cursor: origin.endCursor }
        },
        async close() {},
      }
    },
  }
  return { ...{ origin, connector } }
}

export function toItem(id: string, { text, version, readers, content, url }: MemoryDocument): OriginChange {
  return {
    kind: 'item',
    id,
    version: JSON.stringify([version, readers]),
    title: `Title of ${id}`,
    url: url ?? `https://origin.test/${encodeURIComponent(id)}`,
    updatedAt: new Date('2026-11-01T09:00:00Z'),
    readers,
    read: async () => content ?? { type: 'markdown', content: text },
  }
}
