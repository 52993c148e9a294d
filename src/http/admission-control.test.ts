import { expect, test } from 'vitest'
import { createAdmissionControl } from './admission-control.ts'

/** Simulates one worker that takes `serviceMs` per request, first come, first served. */
function createQueue({ serviceMs, acceptableMs = 100 }: { serviceMs: number; acceptableMs?: number }) {
  let at = 0
  let freeAt = 0
  const due: { at: number; since: number; release: (isAnswered: boolean) => void }[] = []
  const control = createAdmissionControl({ acceptableMs, now: () => at })
  const latencies: number[] = []
  const advanceTo = (until: number) => {
    for (let next = due[0]; next && next.at <= until; next = due[0]) {
      due.shift()
      at = next.at
      latencies.push(at - next.since)
      next.release(true)
    }
    at = until
  }
  return {
    latencies,
    advanceTo,
    arrive(): boolean {
      const release = control.tryAcquire()
      if (!release) return false
      freeAt = Math.max(at, freeAt) + serviceMs
      due.push({ at: freeAt, since: at, release })
      return true
    },
    /** Sends requests at a rate. Returns the number that were admitted. */
    stream(perSecond: number, seconds: number): number {
      let admitted = 0
      const start = at
      for (let count = 0; count < perSecond * seconds; count++) {
        advanceTo(start + (count * 1000) / perSecond)
        if (this.arrive()) admitted += 1
      }
      return admitted
    },
  }
}

test('below capacity every request is admitted', () => {
  const queue = createQueue({ serviceMs: 20 })
  expect(queue.stream(40, 60)).toBe(2400)
})

test('at twice the capacity half of the requests are admitted, and those do not wait long', () => {
  const queue = createQueue({ serviceMs: 20 })
  queue.stream(20, 10)
  const before = queue.latencies.length
  const admitted = queue.stream(100, 60)
  expect(admitted).toBeGreaterThan(0.9 * 50 * 60)
  expect(admitted).toBeLessThan(1.1 * 50 * 60)
  const during = queue.latencies.slice(before).sort((a, b) => a - b)
  expect(during[Math.floor(during.length * 0.5)]).toBeLessThanOrEqual(100)
  expect(during[Math.floor(during.length * 0.98)]).toBeLessThanOrEqual(5 * 100)
})

test('repeated bursts are admitted and worked off', () => {
  const queue = createQueue({ serviceMs: 20 })
  queue.stream(20, 10)
  for (let round = 0; round < 5; round++) {
    expect(Array.from({ length: 60 }, () => queue.arrive())).not.toContain(false)
    queue.advanceTo(100_000 * (round + 2))
  }
})

test('when the queue is gone every request is admitted again', () => {
  const queue = createQueue({ serviceMs: 20 })
  queue.stream(20, 10)
  queue.stream(200, 10)
  queue.advanceTo(1_000_000)
  expect(queue.stream(40, 10)).toBe(400)
})

test('slow answers alone are not a queue', () => {
  const queue = createQueue({ serviceMs: 4000 })
  for (let round = 0; round < 30; round++) {
    expect(queue.arrive()).toBe(true)
    queue.advanceTo(5000 * (round + 1))
  }
  expect([queue.arrive(), queue.arrive()]).toEqual([true, true])
})

test('failed requests do not count as fast answers', () => {
  let at = 0
  const control = createAdmissionControl({ acceptableMs: 10, now: () => at })
  for (let round = 0; round < 100; round++) {
    const release = control.tryAcquire()
    at += 50
    release?.(true)
    control.tryAcquire()?.(false)
    at += 300
  }
  const open = Array.from({ length: 50 }, () => control.tryAcquire())
  expect(open.every(Boolean)).toBe(true)
})
