/** Runs the phases in their order, at most so many at a time. */
export async function runPhases(limit: number, phases: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = phases.values()
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const phase of waiting) await phase()
    }),
  )
}

/** Runs work and prints the seconds it took. */
export async function timed<T>(print: (line: string) => void, name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  print(`${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}
