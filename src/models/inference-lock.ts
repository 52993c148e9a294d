/** Lets one thread compute, until another shuts it out for good. */
export interface InferenceLock {
  /** Called by the computing thread; never returns once the gate is shut. */
  acquire(): void
  release(): void
  /** Returns when the thread is outside: it finishes what it is computing and never begins again. Blocks. */
  closeAndWait(timeoutMs: number): void
}

/**
 * Needed because a process that exits stops its threads wherever they are, and onnxruntime aborts the whole
 * process (signal 6, whatever the exit code was) when that is inside an inference.
 */
export function createInferenceLock(memory: SharedArrayBuffer): InferenceLock {
  const words = new Int32Array(memory)
  function release() {
    Atomics.store(words, HELD_INDEX, 0)
    Atomics.notify(words, HELD_INDEX)
  }
  return {
    acquire() {
      // First in, then look: whoever shuts looks the other way round, so one of the two sees the other.
      Atomics.store(words, HELD_INDEX, 1)
      if (Atomics.load(words, CLOSED_INDEX) === 0) return
      release()
      Atomics.wait(words, CLOSED_INDEX, 1)
    },
    release,
    closeAndWait(timeoutMs) {
      Atomics.store(words, CLOSED_INDEX, 1)
      Atomics.wait(words, HELD_INDEX, 1, timeoutMs)
    },
  }
}

export const INFERENCE_LOCK_BYTES = 8

const HELD_INDEX = 0
const CLOSED_INDEX = 1
