import type { Retrieval } from '../search/retrieval.ts'
import type { StartupPriority } from '../search/sync/startup-priority.ts'
import type { Telemetry } from './telemetry.ts'

/** The same retrieval, as a span of the trace that it is asked in, and before all that has time. */
export function instrumentRetrieval(
  { find, search }: Retrieval,
  { telemetry, pace }: { telemetry: Telemetry; pace: StartupPriority },
): Retrieval {
  const spanned = <T>(work: () => Promise<T>, countOf: (result: T) => number): Promise<T> =>
    telemetry.span('retrieval', {}, async (note) => {
      const result = await pace.runFirst(work)
      note({ 'lorewell.passages': countOf(result) })
      return result
    })
  return {
    find: (caller, query) =>
      spanned(
        () => find(caller, query),
        ({ passages }) => passages.length,
      ),
    search: (caller, query) =>
      spanned(
        () => search(caller, query),
        ({ length }) => length,
      ),
  }
}
