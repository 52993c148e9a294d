import type { Pace } from '../retrieval/pace.ts'
import type { Retrieval } from '../retrieval/search.ts'
import type { Telemetry } from './telemetry.ts'

/** The same retrieval, as a span of the trace that it is asked in, and before all that has time. */
export function observeRetrieval(
  { find, search }: Retrieval,
  { telemetry, pace }: { telemetry: Telemetry; pace: Pace },
): Retrieval {
  const spanned = <T>(work: () => Promise<T>, countOf: (result: T) => number): Promise<T> =>
    telemetry.span('retrieval', {}, async (note) => {
      const result = await pace.first(work)
      note({ 'lorewell.passages': countOf(result) })
      return result
    })
  return {
    find: (viewer, query) =>
      spanned(
        () => find(viewer, query),
        ({ passages }) => passages.length,
      ),
    search: (viewer, query) =>
      spanned(
        () => search(viewer, query),
        ({ length }) => length,
      ),
  }
}
