import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a turn waits for all that goes first, and for nothing else', async () => {
  const pace = createPace({ forMs: 3000 })
  await pace.turn()
  const told: string[] = []
  const ends: (() => void)[] = []
  const works = ['one', 'other'].map((name) =>
    pace.first(() => new Promise<void>((resolve) => ends.push(resolve))).then(() => told.push(name)),
  )
  const turn = pace.turn().then(() => told.push('turn'))
  ends[0]?.()
  await works[0]
  expect(told).toEqual(['one'])
  ends[1]?.()
  await Promise.all([...works, turn])
  expect(told.slice(1).sort()).toEqual(['other', 'turn'])
  await pace.turn()
})

test('work that fails is over, too, and its failure is told', async () => {
  const pace = createPace({ forMs: 3000 })
  await expect(pace.first(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await pace.turn()
})

test('after its time nobody waits any more, whatever is under way', async () => {
  const pace = createPace({ forMs: 3000 })
  void pace.first(() => new Promise<never>(() => {}))
  const waiting = pace.turn()
  vi.advanceTimersByTime(3000)
  await waiting
  await pace.turn()
})
