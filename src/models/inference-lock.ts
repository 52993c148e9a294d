/** A lock that a worker holds during inference, and that another thread can close for good. */
export interface InferenceLock {
  /** Called by the worker; never returns once the lock is closed. */
  acquire(): void
  release(): void
  /** Blocks until the worker has finished its current inference; it never starts another one. */
  closeAndWait(timeoutMs: number): void
}

/**
 * Needed because an exiting process stops its threads anywhere, and onnxruntime aborts the process (signal 6, whatever
 * the exit code was) if that happens during an inference.
 */
export function createInferenceLock(memory: SharedArrayBuffer): InferenceLock {
  const words = new Int32Array(memory)
  function release() {
    Atomics.store(words, heldIndex, 0)
    Atomics.notify(words, heldIndex)
  }
  return {
    acquire() {
      // Store, then load; closeAndWait does the opposite, so at least one of the two sees the other.
      Atomics.store(words, heldIndex, 1)
      if (Atomics.load(words, closedIndex) === 0) return
      release()
      Atomics.wait(words, closedIndex, 1)
    },
    release,
    closeAndWait(timeoutMs) {
      Atomics.store(words, closedIndex, 1)
      Atomics.wait(words, heldIndex, 1, timeoutMs)
    },
  }
}

export const inferenceLockBytes = 8

const heldIndex = 0
const closedIndex = 1
