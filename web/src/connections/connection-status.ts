import type { Connection } from '../../../sdk/src/operations.ts'

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
  if (isSyncing(connection, now)) return { label: 'Syncing', chip: 'chip-accent' }
  if (connection.outcome === 'failed') return { label: 'Failed', chip: 'chip-alarm' }
  if (connection.heldRemovals > 0) return { label: 'Needs a decision', chip: 'chip-warn' }
  if (connection.outcome === 'cancelled') return { label: 'Stopped', chip: 'chip-warn' }
  return connection.outcome === 'done' ? { label: 'Up to date', chip: 'chip-accent' } : { label: 'New', chip: '' }
}

/** Returns "120 checked, 2 added, 1 removed"; numbers that are zero are left out. */
export function formatCounts({ listed, added, changed, removed }: Connection['counts']): string {
  const parts = [
    `${listed.toLocaleString()} checked`,
    added > 0 && `${added.toLocaleString()} added`,
    changed > 0 && `${changed.toLocaleString()} changed`,
    removed > 0 && `${removed.toLocaleString()} removed`,
  ].filter((part) => part !== false)
  return parts.length === 1 ? `${parts[0]}, nothing changed` : parts.join(', ')
}

/** Returns what a screen reader says when the state of a connection changes; undefined while it only counts on. */
export function describeTransition(before: Connection, after: Connection, now?: number): string | undefined {
  const [wasSyncing, isNowSyncing] = [isSyncing(before, now), isSyncing(after, now)]
  const hasEnded = !isNowSyncing && (wasSyncing || before.finishedAt !== after.finishedAt)
  if (!wasSyncing && isNowSyncing) return `${after.name}: syncing.`
  if (!hasEnded) return undefined
  if (after.outcome === 'failed') return `${after.name}: sync failed. ${after.lastError ?? ''}`.trim()
  if (after.outcome === 'cancelled') return `${after.name}: sync stopped.`
  return `${after.name}: up to date. ${formatCounts(after.counts)}.`
}
