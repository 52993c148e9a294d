import { OriginError } from './connector.ts'

interface AbortOptions {
  signal: AbortSignal
  /** Time without a result after which it fails. */
  stallMs: number
}

/** Yields the values. Rejects as soon as the signal aborts or no value comes, even if the iterable ignores both. */
export async function* abortable<T>(values: AsyncIterable<T>, options: AbortOptions): AsyncGenerator<T> {
  const iterator = values[Symbol.asyncIterator]()
  let isDone = false
  try {
    for (;;) {
      const next = await withAbort(() => iterator.next(), options)
      isDone = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: an iterable that hangs would also hang here.
    if (!isDone) void iterator.return?.().catch(() => {})
  }
}

/** Runs the work. Rejects as soon as the signal aborts or the time is over, even if the work goes on. */
export function withAbort<T>(work: () => Promise<T>, { signal, stallMs }: AbortOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const abort = () => reject(signal.reason)
    const minutes = Math.round(stallMs / 60_000)
    const timer = setTimeout(
      () => reject(new OriginError(`The origin did not respond for ${minutes} minutes. Check that it is available.`)),
      stallMs,
    )
    signal.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      })
  })
}
