import type { AnswerResult, AskRequest, RelatedNote } from '../contract/ask.ts'
import { analyze } from '../ingest/analyze.ts'
import { isStem } from '../ingest/prefix-mark.ts'
import type { Passage, RetrievalResult } from '../search/retrieval.ts'

const maxRelatedNotes = 5
/** A passage is near a question if it is this similar, or shares two of its stems and is somewhat similar. */
const minSimilarity = 0.4
const minSharedStems = 2
const minSimilarityOfSharing = 0.25

/** Returns the passages of the notes nearest to a refused question, best first; undefined if the caller didn't ask for them. */
export function findRelated(
  { include }: AskRequest,
  { sources }: AnswerResult,
  findings: RetrievalResult,
): Passage[] | undefined {
  if (!include?.includes('related') || sources.length > 0) return undefined
  const stems = [...new Set(findings.terms.filter(isStem))]
  const isNear = ({ similarity, body, heading, document }: Passage) => {
    const isReadable = similarity !== undefined && findings.languageSupport > 0
    if (isReadable && similarity >= minSimilarity) return true
    const terms = new Set(analyze([document.title, heading, body].join('\n'), document.language))
    const shared = stems.filter((stem) => terms.has(stem)).length
    return (
      shared >= Math.min(minSharedStems, stems.length) &&
      shared > 0 &&
      (!isReadable || similarity >= minSimilarityOfSharing)
    )
  }
  const nearestByDocument = new Map<number, Passage>()
  for (const passage of findings.passages) {
    if (nearestByDocument.size === maxRelatedNotes) break
    if (!nearestByDocument.has(passage.documentKey) && isNear(passage))
      nearestByDocument.set(passage.documentKey, passage)
  }
  return [...nearestByDocument.values()]
}

export function presentRelatedNote({ document }: Passage): RelatedNote {
  const { id, title, url, updatedAt } = document
  return { id, title, url, updatedAt: updatedAt.toISOString() }
}
