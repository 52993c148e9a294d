import { expect, test } from 'vitest'
import type { Connection } from '../../../sdk/src/operations.ts'
import { describeStatus, describeTransition, formatCounts, isSyncing } from './connection-status.ts'

const now = Date.parse('2026-11-17T09:00:00Z')

function connectionFixture(fields: Partial<Connection> = {}): Connection {
  return {
    ...{ id: 'handbook', kind: 'git', name: 'Handbook', rootId: 'handbook', settings: {}, secrets: [] },
    ...{ areSecretsReadable: true, everyMinutes: 60, state: 'idle', outcome: 'done', lastError: null },
    ...{ startedAt: null, finishedAt: '2026-11-17T08:30:00.000Z', nextRunAt: '2026-11-17T09:30:00.000Z' },
    ...{ counts: { listed: 0, added: 0, changed: 0, removed: 0 }, heldRemovals: 0, problemCount: 0, problems: [] },
    ...{ createdAt: '2026-11-01T09:00:00.000Z' },
    ...fields,
  }
}

test('a run that waits after a failure counts as syncing only when it is due', () => {
  const failed = connectionFixture({ state: 'waiting', outcome: 'failed', lastError: 'Not reachable.' })
  expect(isSyncing(failed, now)).toBe(false)
  expect(describeStatus(failed, now).label).toBe('Failed')
  expect(isSyncing({ ...failed, nextRunAt: '2026-11-17T08:59:59.000Z' }, now)).toBe(true)
})

test('a run that was asked for counts as syncing whatever the clock of this device says', () => {
  expect(isSyncing(connectionFixture({ state: 'waiting', outcome: null }), now)).toBe(true)
})

test('removals that wait for a decision come before "Up to date"', () => {
  expect(describeStatus(connectionFixture(), now).label).toBe('Up to date')
  expect(describeStatus(connectionFixture({ heldRemovals: 3 }), now).label).toBe('Needs a decision')
})

test('a run that is done but could not list everything says so', () => {
  const before = connectionFixture({ finishedAt: '2026-11-17T07:30:00.000Z' })
  const after = connectionFixture({ lastError: 'The sitemap could not be read.' })
  expect(describeStatus(after, now)).toEqual({ label: 'Incomplete', chip: 'chip-warn' })
  expect(describeTransition(before, after, now)).toBe(
    'Handbook: synced, but not completely. The sitemap could not be read.',
  )
})

test('counts name only what happened', () => {
  expect(formatCounts({ listed: 1200, added: 2, changed: 0, removed: 1 })).toBe('1,200 checked, 2 added, 1 removed')
  expect(formatCounts({ listed: 5, added: 0, changed: 0, removed: 0 })).toBe('5 checked, nothing changed')
})

test('screen readers hear the beginning and the end of a run, not every count', () => {
  const idle = connectionFixture()
  const running = connectionFixture({ state: 'running', finishedAt: null })
  const later = { ...running, counts: { listed: 50, added: 50, changed: 0, removed: 0 } }
  const done = connectionFixture({ counts: later.counts, finishedAt: '2026-11-17T09:00:00.000Z' })
  expect(describeTransition(idle, running, now)).toBe('Handbook: syncing.')
  expect(describeTransition(running, later, now)).toBeUndefined()
  expect(describeTransition(later, done, now)).toBe('Handbook: up to date. 50 checked, 50 added.')
  expect(describeTransition(done, done, now)).toBeUndefined()
})

test('a run that began and ended between two looks is reported, too', () => {
  const failed = connectionFixture({
    ...{ state: 'waiting', outcome: 'failed', lastError: 'Not reachable.' },
    finishedAt: '2026-11-17T09:00:00.000Z',
  })
  expect(describeTransition(connectionFixture(), failed, now)).toBe('Handbook: sync failed. Not reachable.')
})
