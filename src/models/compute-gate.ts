/** Lets one thread compute, until another shuts it out for good. */
export interface ComputeGate {
  /** Called by the computing thread; never returns once the gate is shut. */
  enter(): void
  leave(): void
  /** Returns when the thread is outside: it finishes what it is computing and never begins again. Blocks. */
  shut(timeoutMs: number): void
}

/**
 * Needed because a process that exits stops its threads wherever they are, and onnxruntime aborts the whole
 * process (signal 6, whatever the exit code was) when that is inside an inference.
 */
export function createComputeGate(memory: SharedArrayBuffer): ComputeGate {
  const words = new Int32Array(memory)
  function leave() {
    Atomics.store(words, INSIDE, 0)
    Atomics.notify(words, INSIDE)
  }
  return {
    enter() {
      // First in, then look: whoever shuts looks the other way round, so one of the two sees the other.
      Atomics.store(words, INSIDE, 1)
      if (Atomics.load(words, IS_SHUT) === 0) return
      leave()
      Atomics.wait(words, IS_SHUT, 1)
    },
    leave,
    shut(timeoutMs) {
      Atomics.store(words, IS_SHUT, 1)
      Atomics.wait(words, INSIDE, 1, timeoutMs)
    },
  }
}

export const COMPUTE_GATE_BYTES = 8

const INSIDE = 0
const IS_SHUT = 1
