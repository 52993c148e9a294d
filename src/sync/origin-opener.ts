import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createAddressGuard, isPublicOrLocalAddress } from '../net/address-guard.ts'
import { createGuardedFetch } from '../net/guarded-fetch.ts'
import type { ConnectionKey } from './connection-store.ts'
import type { AnyConnector, ConnectorDeps, OriginReader } from './connector.ts'

/** For one request. Downloads of the largest files over slow lines take this long. */
const requestTimeoutMs = 5 * 60_000

export type OriginOpener = ReturnType<typeof createOriginOpener>

/** Connects to origins within the operator's rules: hosts that are public or listed, and the folders that are listed. */
export function createOriginOpener({
  syncAllow,
  syncFolders,
  maxFileBytes,
  dataDir,
  now,
}: {
  syncAllow: readonly string[]
  syncFolders: readonly string[]
  maxFileBytes: number
  dataDir: string
  now: () => Date
}) {
  const guard = createAddressGuard({
    allow: syncAllow,
    allowSetting: 'SYNC_ALLOW',
    acceptsAllowed: isPublicOrLocalAddress,
  })
  const deps: Omit<ConnectorDeps, 'cacheDirectory' | 'signal'> = {
    // One byte more than a file may have: a body that was cut off is too large.
    fetch: createGuardedFetch({
      guard,
      httpsOnly: false,
      timeoutMs: requestTimeoutMs,
      maxResponseBytes: maxFileBytes + 1,
      isKeptAlive: true,
    }),
    addressesFor: (hostname, port) => guard.addressesFor(hostname, String(port), 'tcp:'),
    allowedFolders: syncFolders,
    maxFileBytes,
    now,
  }
  const cacheOf = ({ organizationId, id }: ConnectionKey) => join(dataDir, 'sync', hash([organizationId, id]))

  return {
    /** Opens the origin of a connection. Its cache belongs to its settings: other settings get an empty one. */
    async open(
      connector: AnyConnector,
      key: ConnectionKey,
      settings: object,
      { signal }: { signal: AbortSignal },
    ): Promise<OriginReader> {
      const cache = cacheOf(key)
      const name = hash([connector.kind, settings])
      const cacheDirectory = join(cache, name)
      await mkdir(cacheDirectory, { recursive: true })
      for (const other of await readdir(cache))
        if (other !== name) await rm(join(cache, other), { recursive: true, force: true })
      return connector.connect(settings, { ...deps, cacheDirectory, signal })
    },

    async removeCache(key: ConnectionKey): Promise<void> {
      await rm(cacheOf(key), { recursive: true, force: true })
    },
  }
}

function hash(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
