import { expect, test } from 'vitest'
import { createAdmissionControl } from './admission-control.ts'

/** One worker that takes `serviceMs` for each, in the order they came; time is made by hand. */
function queue({ serviceMs, acceptableMs = 100 }: { serviceMs: number; acceptableMs?: number }) {
  let at = 0
  let freeAt = 0
  const due: { at: number; since: number; leave: (isAnswered: boolean) => void }[] = []
  const valve = createAdmissionControl({ acceptableMs, now: () => at })
  const latencies: number[] = []
  const pass = (until: number) => {
    for (let next = due[0]; next && next.at <= until; next = due[0]) {
      due.shift()
      at = next.at
      latencies.push(at - next.since)
      next.leave(true)
    }
    at = until
  }
  return {
    latencies,
    pass,
    come(): boolean {
      const leave = valve.tryAcquire()
      if (!leave) return false
      freeAt = Math.max(at, freeAt) + serviceMs
      due.push({ at: freeAt, since: at, leave })
      return true
    },
    /** So many a second, for so long: how many were let in. */
    stream(perSecond: number, seconds: number): number {
      let letIn = 0
      const start = at
      for (let count = 0; count < perSecond * seconds; count++) {
        pass(start + (count * 1000) / perSecond)
        if (this.come()) letIn += 1
      }
      return letIn
    },
  }
}

test('below what it can hold everybody is let in', () => {
  const line = queue({ serviceMs: 20 })
  expect(line.stream(40, 60)).toBe(2400)
})

test('at twice what it can hold half is let in, and those do not wait long', () => {
  const line = queue({ serviceMs: 20 })
  line.stream(20, 10)
  const before = line.latencies.length
  const letIn = line.stream(100, 60)
  expect(letIn).toBeGreaterThan(0.9 * 50 * 60)
  expect(letIn).toBeLessThan(1.1 * 50 * 60)
  const during = line.latencies.slice(before).sort((a, b) => a - b)
  expect(during[Math.floor(during.length * 0.5)]).toBeLessThanOrEqual(100)
  expect(during[Math.floor(during.length * 0.98)]).toBeLessThanOrEqual(5 * 100)
})

test('a crowd that comes at once is let in and worked off, again and again', () => {
  const line = queue({ serviceMs: 20 })
  line.stream(20, 10)
  for (let round = 0; round < 5; round++) {
    expect(Array.from({ length: 60 }, () => line.come())).not.toContain(false)
    line.pass(100_000 * (round + 2))
  }
})

test('when the line is gone everybody is let in again', () => {
  const line = queue({ serviceMs: 20 })
  line.stream(20, 10)
  line.stream(200, 10)
  line.pass(1_000_000)
  expect(line.stream(40, 10)).toBe(400)
})

test('slow answers alone are no line: a model that takes seconds is waited for', () => {
  const line = queue({ serviceMs: 4000 })
  for (let round = 0; round < 30; round++) {
    expect(line.come()).toBe(true)
    line.pass(5000 * (round + 1))
  }
  expect([line.come(), line.come()]).toEqual([true, true])
})

test('refusals of the operation do not count as quick answers', () => {
  let at = 0
  const valve = createAdmissionControl({ acceptableMs: 10, now: () => at })
  for (let round = 0; round < 100; round++) {
    const leave = valve.tryAcquire()
    at += 50
    leave?.(true)
    valve.tryAcquire()?.(false)
    at += 300
  }
  const open = Array.from({ length: 50 }, () => valve.tryAcquire())
  expect(open.every(Boolean)).toBe(true)
})
