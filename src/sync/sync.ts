import type { FastifyBaseLogger } from 'fastify'
import type { ItemWriteDeps } from '../content/sources/item-writer.ts'
import type { SecretEncryption } from '../identity/secret-encryption.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { createConnectionStore } from './connection-store.ts'
import type { AnyConnector } from './connector.ts'
import { createOriginOpener } from './origin-opener.ts'
import { createOriginWatcher } from './origin-watcher.ts'
import { createRunStore } from './run-store.ts'
import { createSyncJobs } from './sync-jobs.ts'
import type { SyncRunDeps } from './sync-run.ts'

export interface SyncDeps extends ItemWriteDeps {
  connectors: readonly AnyConnector[]
  readFile: SyncRunDeps['readFile']
  encryption: SecretEncryption
  jobs: JobQueue
  syncAllow: readonly string[]
  syncFolders: readonly string[]
  maxFileBytes: number
  dataDir: string
  newId: () => string
  random: () => number
  log: FastifyBaseLogger
}

export type Sync = ReturnType<typeof createSync>

/** Keeps data sources in step with their origins. */
export function createSync(deps: SyncDeps) {
  const { connectors } = deps
  const connections = createConnectionStore(deps)
  const runs = createRunStore(deps)
  const opener = createOriginOpener(deps)
  const findConnector = (kind: string) => connectors.find((connector) => connector.kind === kind)
  const runner = createSyncJobs({ ...deps, connections, runs, openOrigin: opener.open, findConnector })
  const watcher = createOriginWatcher({ ...deps, connections, runner, findConnector, allowedFolders: deps.syncFolders })
  return { connectors, findConnector, connections, opener, runner, watcher }
}
