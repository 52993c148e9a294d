import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../storage/database.ts'
import type { Connection, ConnectionKey, ConnectionStore } from './connection-store.ts'
import type { AnyConnector, OriginWatch } from './connector.ts'
import type { createSyncJobs } from './sync-jobs.ts'

/** Changes that come together are read together. */
const settleMs = 3000
/** Time between the starts of two runs, and before another look at a connection whose run is going on. */
const minIntervalMs = 30_000
/** Other processes create and change connections, too. */
const refreshIntervalMs = 60_000
/** An origin that cannot be watched is tried again after this time. */
const retryMs = 10 * 60_000

interface WatchedConnection {
  /** Changes with the settings. */
  fingerprint: string
  retryAt: number
  close(): void
}

/**
 * Starts a run soon after an origin has changed, where its connector can notice that. Only for connections with a schedule,
 * which goes on: an origin that cannot be watched, or only in part, is read at its time.
 */
export function createOriginWatcher({
  connections,
  findConnector,
  runner,
  database,
  allowedFolders,
  log,
  now,
  delay = (ms, signal) => wait(ms, undefined, { signal, ref: false }),
}: {
  connections: ConnectionStore
  findConnector: (kind: string) => AnyConnector | undefined
  runner: Pick<ReturnType<typeof createSyncJobs>, 'start'>
  database: Pick<Database, 'transaction'>
  allowedFolders: readonly string[]
  log: FastifyBaseLogger
  now: () => Date
  delay?: (ms: number, signal: AbortSignal) => Promise<void>
}) {
  const watched = new Map<string, WatchedConnection>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let refreshing: Promise<void> = Promise.resolve()

  async function refreshOnce(): Promise<void> {
    const due = isRunning ? (await connections.listDue()).filter(isWatchable) : []
    const current = new Map(due.map((connection) => [keyOf(connection), connection]))
    for (const [key, entry] of watched) {
      const connection = current.get(key)
      if (connection && entry.fingerprint === fingerprintOf(connection) && now().getTime() < entry.retryAt) continue
      entry.close()
      watched.delete(key)
    }
    for (const [key, connection] of current) if (!watched.has(key)) watched.set(key, await open(connection))
  }

  function isWatchable({ kind, everyMinutes }: Connection): boolean {
    return everyMinutes !== null && findConnector(kind)?.watch !== undefined
  }

  async function open(connection: Connection): Promise<WatchedConnection> {
    const controller = new AbortController()
    const change = createLatch()
    const entry: WatchedConnection = {
      fingerprint: fingerprintOf(connection),
      retryAt: Number.POSITIVE_INFINITY,
      close: () => controller.abort(),
    }
    const fail = (err: unknown) => {
      if (controller.signal.aborted) return
      entry.close()
      entry.retryAt = now().getTime() + retryMs
      log.warn({ err, connection: connection.id }, 'an origin cannot be watched; it is read on its schedule alone')
    }
    try {
      const connector = findConnector(connection.kind)
      const settings = connector?.settings.parse(connection.settings) ?? {}
      const watch = await connector?.watch?.(settings, { allowedFolders, onChange: change.open, onError: fail })
      if (watch) follow(connection, watch, change, controller.signal).catch(fail).finally(watch.close)
    } catch (error) {
      fail(error)
    }
    return entry
  }

  /** Starts a run after each change, until the signal aborts. */
  async function follow(key: ConnectionKey, watch: OriginWatch, change: Latch, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', change.open, { once: true })
    for (;;) {
      await change.wait()
      await delay(settleMs, signal)
      change.close()
      await watch.refresh()
      while (!(await startUnlessBusy(key))) await delay(minIntervalMs, signal)
      await delay(minIntervalMs, signal)
    }
  }

  /** Returns false while a run is going on, which may have listed the changed part already, or waits for its next try. */
  async function startUnlessBusy({ organizationId, id }: ConnectionKey): Promise<boolean> {
    const connection = await connections.find({ organizationId, id })
    if (connection?.state === 'idle') await database.transaction((store) => runner.start(store, { organizationId, id }))
    return connection === undefined || connection.state === 'idle'
  }

  /** Watches new connections, and no longer those that are gone or changed. Never rejects. */
  function refresh(): Promise<void> {
    refreshing = refreshing
      .then(refreshOnce)
      .catch((err: unknown) => log.warn({ err }, 'the connections to watch could not be read; trying again'))
    return refreshing
  }

  return {
    refresh,
    async start(): Promise<void> {
      isRunning = true
      timer = setInterval(refresh, refreshIntervalMs)
      timer.unref()
      await refresh()
    },
    async close(): Promise<void> {
      isRunning = false
      clearInterval(timer)
      await refreshing
      for (const entry of watched.values()) entry.close()
      watched.clear()
    },
  }
}

const keyOf = ({ organizationId, id }: ConnectionKey) => JSON.stringify([organizationId, id])
const fingerprintOf = ({ kind, settings }: Connection) => JSON.stringify([kind, settings])

type Latch = ReturnType<typeof createLatch>

/** Something that has happened, once or more often, since it was last asked for. */
function createLatch() {
  let isOpen = false
  let wake = () => {}
  return {
    open(): void {
      isOpen = true
      wake()
    },
    close(): void {
      isOpen = false
    },
    wait(): Promise<void> {
      return new Promise((resolve) => {
        if (isOpen) resolve()
        else wake = resolve
      })
    },
  }
}
