/**
 * Lets threads that embed in bulk wait while a question is read: reading uses every core, and each of its steps waits for its
 * slowest thread. One for the process, since all its threads share the cores.
 */
export interface BulkPause {
  /** To be passed to the threads that wait. */
  readonly memory: SharedArrayBuffer
  begin(): void
  end(): void
  /** Blocks the thread until nothing is read, or for `maxMs`: continuous questions don't stop indexing. */
  wait(maxMs: number): void
}

export function createBulkPause(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)): BulkPause {
  const underWay = new Int32Array(memory)
  return {
    memory,
    begin() {
      Atomics.add(underWay, 0, 1)
    },
    end() {
      if (Atomics.sub(underWay, 0, 1) === 1) Atomics.notify(underWay, 0)
    },
    wait(maxMs) {
      const until = performance.now() + maxMs
      for (;;) {
        const count = Atomics.load(underWay, 0)
        const leftMs = until - performance.now()
        if (count <= 0 || leftMs <= 0) return
        Atomics.wait(underWay, 0, count, leftMs)
      }
    },
  }
}

/** Of this process. A worker thread gets its memory. */
export const bulkPause = createBulkPause()
