import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionBody } from '../../contract/connections.ts'
import { createProgress } from '../progress.ts'
import { listenForShutdown } from '../shutdown-signal.ts'
import type { Terminal } from '../terminal.ts'
import type { SyncBackend } from './sync-backend.ts'

const minPollMs = 50
const maxPollMs = 1000

export interface RunResult {
  /** As they are after their runs. */
  connections: ConnectionBody[]
  /** A signal came before all of them ended. */
  isInterrupted: boolean
}

/** Runs the connections and shows their progress until each has ended or failed. */
export async function runConnections(
  backend: SyncBackend,
  chosen: readonly ConnectionBody[],
  { allowRemovals }: { allowRemovals: boolean },
  terminal: Terminal,
): Promise<RunResult> {
  const shutdown = listenForShutdown(terminal.signals)
  const interruption = new AbortController()
  shutdown.requested.then(() => interruption.abort()).catch(() => {})
  const progress = createProgress('Syncing:', terminal, { count: (done) => `${done} items listed` })
  const ids = chosen.map(({ id }) => id)
  const current = new Map(chosen.map((connection) => [connection.id, connection]))
  const report = (connection: ConnectionBody) => {
    current.set(connection.id, connection)
    progress.update(
      [...current.values()].reduce((sum, { counts }) => sum + counts.listed, 0),
      0,
    )
  }
  try {
    await backend.whileProcessing(ids, async () => {
      for (const id of ids) await backend.start(id, { allowRemovals })
      await Promise.all(chosen.map((connection) => waitForEnd(backend, connection, interruption.signal, report)))
    })
    return { connections: [...current.values()], isInterrupted: interruption.signal.aborted }
  } finally {
    progress.end()
    shutdown.dispose()
  }
}

/** Asks for the connection at growing intervals until its run has ended, or has failed and waits for the next attempt. */
async function waitForEnd(
  backend: SyncBackend,
  before: ConnectionBody,
  signal: AbortSignal,
  report: (connection: ConnectionBody) => void,
): Promise<void> {
  for (let pauseMs = minPollMs; !signal.aborted; pauseMs = Math.min(pauseMs * 1.5, maxPollMs)) {
    const connection = await backend.read(before.id)
    report(connection)
    const { state, finishedAt } = connection
    const hasNewEnd = finishedAt !== null && finishedAt !== before.finishedAt
    if (state === 'idle' || (state === 'waiting' && hasNewEnd)) return
    await wait(pauseMs, undefined, { signal }).catch(() => {})
  }
}
