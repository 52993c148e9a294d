import type { Connection } from '../../../sdk/src/operations.ts'
import { connectionStatusText as text } from '../messages/connections.ts'

export interface ConnectionStatus {
  label: string
  chip: '' | 'chip-accent' | 'chip-warn' | 'chip-alarm'
}

/** Tells whether a run is under way or about to start; one that waits after a failure is not, until it is due. */
export function isSyncing({ state, outcome, nextRunAt }: Connection, now: number = Date.now()): boolean {
  const isDue = outcome !== 'failed' || nextRunAt === null || Date.parse(nextRunAt) <= now
  return state === 'running' || (state === 'waiting' && isDue)
}

/** Returns the state of a connection in one or two words. */
export function describeStatus(connection: Connection, now?: number): ConnectionStatus {
  if (isSyncing(connection, now)) return { label: text('syncing'), chip: 'chip-accent' }
  if (connection.outcome === 'failed') return { label: text('failed'), chip: 'chip-alarm' }
  if (connection.heldRemovals > 0) return { label: text('held'), chip: 'chip-warn' }
  if (connection.outcome === 'cancelled') return { label: text('stopped'), chip: 'chip-warn' }
  if (connection.lastError !== null) return { label: text('incomplete'), chip: 'chip-warn' }
  return connection.outcome === 'done'
    ? { label: text('upToDate'), chip: 'chip-accent' }
    : { label: text('new'), chip: '' }
}

/** Returns "120 checked, 2 added, 1 removed"; numbers that are zero are left out. */
export function formatCounts({ listed, ...changes }: Connection['counts'], isUnderWay = false): string {
  const count = (key: 'checked' | 'added' | 'changed' | 'removed', number: number) =>
    text(key, { count: number.toLocaleString() })
  const checked = count('checked', listed)
  const changed = (['added', 'changed', 'removed'] as const).filter((key) => changes[key] > 0)
  if (changed.length === 0) return text(isUnderWay ? 'soFar' : 'nothingChanged', { checked })
  return [checked, ...changed.map((key) => count(key, changes[key]))].join(', ')
}

/** Returns what a screen reader says when the state of a connection changes; undefined while it only counts on. */
export function describeTransition(before: Connection, after: Connection, now?: number): string | undefined {
  const [wasSyncing, isNowSyncing] = [isSyncing(before, now), isSyncing(after, now)]
  const hasEnded = !isNowSyncing && (wasSyncing || before.finishedAt !== after.finishedAt)
  if (!wasSyncing && isNowSyncing) return text('nowSyncing', { name: after.name })
  if (!hasEnded) return undefined
  if (after.outcome === 'failed') return text('nowFailed', { name: after.name, error: after.lastError ?? '' }).trim()
  if (after.outcome === 'cancelled') return text('nowStopped', { name: after.name })
  if (after.lastError !== null) return text('nowIncomplete', { name: after.name, error: after.lastError })
  return text('nowUpToDate', { name: after.name, counts: formatCounts(after.counts) })
}
