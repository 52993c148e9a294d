import type pg from 'pg'

export interface SilentConnectionEviction {
  /** Watches a connection that is open and idle. Returns a function that ends the watch. */
  watch(client: pg.Client): () => void
  /** Sets the server process of a connection, as the server reports it. */
  setBackend(client: pg.Client, pid: number | undefined): void
  close(): void
}

interface WatchedConnection {
  writtenWhenReady: number
  bytesRead: number
  silentTicks: number
  /** Undefined where a pooler hides the process. */
  pid: number | undefined
}

interface PgConnection extends NodeJS.EventEmitter {
  stream: { bytesWritten: number; bytesRead: number; destroy(error?: Error): void }
}

const tickMs = 1000
/** Ticks, not time: after a pause of this process, replies are read before the next tick. */
const maxSilentTicks = 3

/**
 * Closes connections on which a reply will never come: the host is gone, the network drops packets, a proxy has lost its
 * state. TCP alone notices that after many minutes, or never. A statement that has been without any reply for three
 * seconds makes this ask the server, over a connection of its own, whether it still works on it. If the server doesn't
 * reply or isn't working on it, the connection is closed, and its statement fails. Slow statements go on.
 */
export function createSilentConnectionEviction({
  connect,
  timeoutMs,
}: {
  /** Returns an unconnected client. */
  connect: () => pg.Client
  timeoutMs: number
}): SilentConnectionEviction {
  const watched = new Map<pg.Client, WatchedConnection>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  function tick(): void {
    for (const [client, state] of watched) {
      const { bytesRead, bytesWritten } = connectionOf(client).stream
      const isWaiting = bytesWritten > state.writtenWhenReady
      state.silentTicks = isWaiting && bytesRead === state.bytesRead ? state.silentTicks + 1 : 0
      state.bytesRead = bytesRead
    }
    const silent = [...watched].filter(([, state]) => state.silentTicks >= maxSilentTicks)
    if (silent.length === 0 || isChecking) return
    isChecking = true
    evict(silent).finally(() => {
      isChecking = false
    })
  }

  async function evict(silent: [pg.Client, WatchedConnection][]): Promise<void> {
    const pids = silent.flatMap(([, { pid }]) => pid ?? [])
    const active = await listActiveBackends(connect(), pids, timeoutMs).catch(() => undefined)
    for (const [client, state] of silent) {
      const { stream } = connectionOf(client)
      if (state.silentTicks < maxSilentTicks || stream.bytesRead !== state.bytesRead) continue
      const isWorking = active !== undefined && (state.pid === undefined || active.has(state.pid))
      if (isWorking) state.silentTicks = 0
      else stream.destroy(new Error('Connection terminated: the database does not reply'))
    }
  }

  return {
    watch(client) {
      const connection = connectionOf(client)
      const state = { writtenWhenReady: connection.stream.bytesWritten, bytesRead: 0, silentTicks: 0, pid: undefined }
      connection.on('readyForQuery', () => {
        state.writtenWhenReady = connection.stream.bytesWritten
      })
      watched.set(client, state)
      timer ??= setInterval(tick, tickMs).unref()
      return () => watched.delete(client)
    },
    setBackend(client, pid) {
      const state = watched.get(client)
      const { processID } = client as pg.Client & { processID?: number }
      if (state) state.pid = pid === processID ? pid : undefined
    },
    close() {
      clearInterval(timer)
    },
  }
}

function connectionOf(client: pg.Client): PgConnection {
  return (client as pg.Client & { connection: PgConnection }).connection
}

/** Returns those of the server's processes that work on a statement; rejects if the server doesn't reply in time. */
async function listActiveBackends(client: pg.Client, pids: number[], timeoutMs: number): Promise<Set<number>> {
  client.on('error', () => {})
  const timer = setTimeout(() => connectionOf(client).stream.destroy(), 2 * timeoutMs)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'`,
      [pids],
    )
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    clearTimeout(timer)
    void client.end().catch(() => {})
  }
}
