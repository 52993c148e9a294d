import { expect } from 'vitest'

const factor = 8
/** Between linear time (8) and quadratic time (64), far enough from both for a busy machine. */
const maxGrowth = 28
/** Shorter times say nothing: they are mostly the machine's. */
const minMs = 150

/**
 * Expects the work to take about eight times as long for a text that is eight times as long. Each time is the shortest of a
 * few, so that other work on the machine counts little.
 */
export function expectLinearTime(work: (text: string) => unknown, piece: string, characters = 40_000): void {
  const text = piece.repeat(Math.ceil(characters / piece.length))
  const long = shortestMs(() => work(text), minMs)
  if (long < minMs) return
  const short = shortestMs(() => work(text.slice(0, text.length / factor)), 0)
  expect(long / short, `growth for ${JSON.stringify(piece)}`).toBeLessThan(maxGrowth)
}

/** Returns the shortest of three times, or the first one below `enoughMs`. */
function shortestMs(work: () => unknown, enoughMs: number): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && shortest > enoughMs; run += 1) {
    const start = process.cpuUsage().user
    work()
    shortest = Math.min(shortest, (process.cpuUsage().user - start) / 1000)
  }
  return shortest
}
