import type { AnyConnector, OriginChange, OriginReader } from '../../src/sync/connector.ts'
import { OriginError } from '../../src/sync/connector.ts'

/** Counts what is read through a connector, and fails when a test says so. */
export function createFaultyConnector(connector: AnyConnector) {
  const faults = {
    reads: [] as string[],
    /** Fails the listing after this many items. */
    failAfterItems: Number.POSITIVE_INFINITY,
    /** Called before each read. */
    onRead: async (_id: string): Promise<void> => {},
    connected: 0,
  }
  const wrapped: AnyConnector = {
    ...connector,
    async connect(settings, deps) {
      faults.connected += 1
      return wrapReader(await connector.connect(settings, deps))
    },
  }

  function wrapReader(reader: OriginReader): OriginReader {
    return {
      async *changes(cursor) {
        let items = 0
        for await (const change of reader.changes(cursor)) {
          if (change.kind === 'item') items += 1
          if (items > faults.failAfterItems) throw new OriginError('The origin is not available. Try again later.')
          yield wrapChange(change)
        }
      },
      close: () => reader.close(),
    }
  }

  function wrapChange(change: OriginChange): OriginChange {
    if (change.kind !== 'item') return change
    return {
      ...change,
      async read() {
        faults.reads.push(change.id)
        await faults.onRead(change.id)
        return change.read()
      },
    }
  }
  return { connector: wrapped, faults }
}
