import type { Retrieval } from '../search/retrieval.ts'
import type { Telemetry } from './telemetry.ts'

/** Wraps a retrieval so that each search is a span. */
export function instrumentRetrieval({ search, readSection, readDocument }: Retrieval, telemetry: Telemetry): Retrieval {
  return {
    search: (caller, query) =>
      telemetry.span('retrieval', {}, async (setAttributes) => {
        const result = await search(caller, query)
        setAttributes({ 'lorewell.passages': result.passages.length })
        return result
      }),
    readSection,
    readDocument,
  }
}
