import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStartupPriority } from './startup-priority.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a load waits for running queries only', async () => {
  const priority = createStartupPriority({ durationMs: 3000 })
  await priority.waitForQueries()
  const finished: string[] = []
  const ends: (() => void)[] = []
  const queries = ['one', 'other'].map((name) =>
    priority.runFirst(() => new Promise<void>((resolve) => ends.push(resolve))).then(() => finished.push(name)),
  )
  const load = priority.waitForQueries().then(() => finished.push('load'))
  ends[0]?.()
  await queries[0]
  expect(finished).toEqual(['one'])
  ends[1]?.()
  await Promise.all([...queries, load])
  expect(finished.slice(1).sort()).toEqual(['load', 'other'])
  await priority.waitForQueries()
})

test('a failed query ends the wait, and its error is passed on', async () => {
  const priority = createStartupPriority({ durationMs: 3000 })
  await expect(priority.runFirst(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await priority.waitForQueries()
})

test('after the startup period a load no longer waits', async () => {
  const priority = createStartupPriority({ durationMs: 3000 })
  void priority.runFirst(() => new Promise<never>(() => {}))
  const waiting = priority.waitForQueries()
  vi.advanceTimersByTime(3000)
  await waiting
  await priority.waitForQueries()
})
