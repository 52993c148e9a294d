import type { App } from '../../app.ts'
import type { ConnectionBody, ConnectionTrial } from '../../contract/connections.ts'
import type { Server } from '../server-client.ts'
import { firstCallOptions } from '../server-client.ts'

/** The connections of one organization, in the store of this machine or through a running server. */
export interface SyncBackend {
  list(): Promise<ConnectionBody[]>
  read(id: string): Promise<ConnectionBody>
  start(id: string, options: { allowRemovals: boolean }): Promise<void>
  /** Lists the first items with the stored settings; stores nothing. */
  test(connection: ConnectionBody): Promise<ConnectionTrial>
  /** Processes started runs until the work ends. A run that goes on then continues with the next sync or start. */
  whileProcessing<T>(ids: readonly string[], work: () => Promise<T>): Promise<T>
}

export function createServerSyncBackend({ client }: Server): SyncBackend {
  return {
    list: async () => (await client.listConnections({}, firstCallOptions)).connections,
    read: (id) => client.readConnection({ id }),
    async start(id, { allowRemovals }) {
      await client.syncConnection({ id, allowRemovals })
    },
    test: ({ id, kind, settings }) => client.tryConnection({ id, kind, settings }),
    whileProcessing: (_ids, work) => work(),
  }
}

/** With DATABASE_URL, a server can process the runs meanwhile; each runs once all the same. */
export function createLocalSyncBackend({ connectionAdmin, jobs }: App, organizationId: string): SyncBackend {
  return {
    list: async () => (await connectionAdmin.list(organizationId)).connections,
    read: (id) => connectionAdmin.read({ organizationId, id }),
    async start(id, { allowRemovals }) {
      await connectionAdmin.start({ organizationId, id }, { allowRemovals })
    },
    test: ({ id, kind, settings }) => connectionAdmin.try(organizationId, { id, kind, settings }),
    async whileProcessing(ids, work) {
      await jobs.start({ only: { organizationId, kind: 'sync', uniqueKeys: ids } })
      try {
        return await work()
      } finally {
        await jobs.stop({ graceMs: 0 })
      }
    },
  }
}
