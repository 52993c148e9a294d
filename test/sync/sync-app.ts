import { sql } from 'kysely'
import type { Config } from '../../src/config.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import type { AnyConnector } from '../../src/sync/connector.ts'
import { createTestApp } from '../support/test-app.ts'

export const organizationId = 'acme'
export const rootId = 'origin'
export const connectionId = 'connection'
const key = { organizationId, id: connectionId }

export type SyncApp = Awaited<ReturnType<typeof createSyncApp>>

/** A service with one connection of this kind, and short ways to run it and to look at what it wrote. */
export async function createSyncApp({
  connector,
  settings,
  config,
  database,
  now,
  readers = ['everyone'],
}: {
  connector: AnyConnector
  settings: object
  config?: Partial<Config>
  /** A store in which the connection is there already. */
  database?: DatabaseSettings
  now?: () => Date
  readers?: string[]
}) {
  const service = await createTestApp({ config, connectors: [connector], settings: database, now })
  const { sync, jobs } = service.app
  const store = service.database.unrestricted
  const create = async () => {
    await service.organization(organizationId)
    await service.dataSource(organizationId, rootId, readers)
    await sync.connections.save(store, {
      ...{ ...key, kind: connector.kind, name: 'Origin', rootId, everyMinutes: null, nextRunAt: null },
      settings: splitSettings(connector, settings, false),
      encryptedSecrets: await sync.connections.encryptSecrets(key, splitSettings(connector, settings, true)),
      restarts: true,
    })
  }
  if (!database) await create()
  const find = async () => (await sync.connections.find(key))!

  return {
    service,
    key,
    find,
    /** Forgets everything but the people, so that several tests can share the service. */
    async reset() {
      await service.app.dataSources.remove(organizationId, rootId)
      await sql`delete from job where kind = 'sync'`.execute(store)
      await create()
    },
    /** Runs the connection once; without retries, unless the clock says that they are due. */
    async sync(options: { allowsRemovals?: boolean } = {}) {
      await sync.runner.start(store, key, options)
      await jobs.drain()
      return find()
    },
    drain: () => jobs.drain(),
    problems: async () => (await sync.connections.listProblems(key, 100)).problems,
    async documents(): Promise<StoredItem[]> {
      const { rows } = await sql<StoredItem>`
        select id, title, url, content, audience_id as "audienceId" from document
        where org_id = ${organizationId} and root_id = ${rootId} and content_hash <> ''::bytea
        order by content`.execute(store)
      return rows
    },
    close: () => service.close(),
  }
}

export interface StoredItem {
  id: string
  title: string
  url: string
  content: string
  audienceId: number
}

function splitSettings(connector: AnyConnector, settings: object, areSecret: boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => connector.secrets.includes(name) === areSecret))
}
