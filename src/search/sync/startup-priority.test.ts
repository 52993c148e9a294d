import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStartupPriority } from './startup-priority.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a turn waits for all that goes first, and for nothing else', async () => {
  const pace = createStartupPriority({ durationMs: 3000 })
  await pace.waitForQueries()
  const told: string[] = []
  const ends: (() => void)[] = []
  const works = ['one', 'other'].map((name) =>
    pace.runFirst(() => new Promise<void>((resolve) => ends.push(resolve))).then(() => told.push(name)),
  )
  const turn = pace.waitForQueries().then(() => told.push('turn'))
  ends[0]?.()
  await works[0]
  expect(told).toEqual(['one'])
  ends[1]?.()
  await Promise.all([...works, turn])
  expect(told.slice(1).sort()).toEqual(['other', 'turn'])
  await pace.waitForQueries()
})

test('work that fails is over, too, and its failure is told', async () => {
  const pace = createStartupPriority({ durationMs: 3000 })
  await expect(pace.runFirst(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await pace.waitForQueries()
})

test('after its time nobody waits any more, whatever is under way', async () => {
  const pace = createStartupPriority({ durationMs: 3000 })
  void pace.runFirst(() => new Promise<never>(() => {}))
  const waiting = pace.waitForQueries()
  vi.advanceTimersByTime(3000)
  await waiting
  await pace.waitForQueries()
})
