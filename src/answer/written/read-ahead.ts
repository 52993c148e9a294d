/**
 * Reads a source without waiting for the consumer: items that arrive while the consumer is busy queue up, in order. An
 * error is thrown after the items before it. Leaving the loop early doesn't stop the source; abort it.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const queue: T[] = []
  let isDone = false
  let failure: { error: unknown } | undefined
  let wake = () => {}
  const read = async () => {
    for await (const item of source) {
      queue.push(item)
      wake()
    }
  }
  read()
    .catch((error: unknown) => {
      failure = { error }
    })
    .finally(() => {
      isDone = true
      wake()
    })
  for (;;) {
    while (queue.length > 0) yield queue.shift() as T
    if (failure) throw failure.error
    if (isDone) return
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
}
