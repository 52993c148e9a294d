import type { Retrieval } from '../search/retrieval.ts'
import type { StartupPriority } from '../search/sync/startup-priority.ts'
import type { Telemetry } from './telemetry.ts'

/** The same retrieval, as a span of the trace that it is asked in, and before all that has time. */
export function instrumentRetrieval(
  { search }: Retrieval,
  { telemetry, pace }: { telemetry: Telemetry; pace: StartupPriority },
): Retrieval {
  return {
    search: (caller, query) =>
      telemetry.span('retrieval', {}, async (note) => {
        const result = await pace.runFirst(() => search(caller, query))
        note({ 'lorewell.passages': result.passages.length })
        return result
      }),
  }
}
