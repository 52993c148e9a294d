import type { AnswerResult, AskRequest, RelatedNote } from '../contract/ask.ts'
import { analyze } from '../ingest/analyze.ts'
import { isStem } from '../ingest/prefix-mark.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { Passage, RetrievalResult } from '../search/retrieval.ts'
import { countAllWords, isQuotable } from './quoted/answer-units.ts'
import { passageUnits, sectionUnits } from './quoted/split-units.ts'
import type { ReadPassage } from './reading/read-passages.ts'
import { analyzeQuestion, scoreSentences } from './reading/sentence-scoring.ts'

const maxRelatedNotes = 5
/**
 * A passage is near a question if the reader thinks it this relevant, if it is this similar, or if it shares two of its stems
 * and is somewhat similar.
 */
const minRelevance = -3
const minSimilarity = 0.4
const minSharedStems = 2
const minSimilarityOfSharing = 0.25
/** A shorter excerpt takes sentences along. */
const minExcerptWords = 30

type RelatedFindings = RetrievalResult & { read: readonly ReadPassage[] | undefined }

/** The nearest passage of a note, with the offsets of its sentences nearest to the question. */
export interface NearestPassage {
  passage: Passage
  start: number
  end: number
}

/** Returns the passages of the notes nearest to a refused question, best first; undefined if the caller didn't ask for them. */
export function findRelated(
  { include }: AskRequest,
  { sources }: AnswerResult,
  findings: RelatedFindings,
): NearestPassage[] | undefined {
  if (!include?.includes('related') || sources.length > 0) return undefined
  const stems = [...new Set(findings.terms.filter(isStem))]
  const isNear = (passage: Passage) => {
    const { similarity, body, heading, document } = passage
    if ((readingOf(passage, findings)?.reading.relevance ?? Number.NEGATIVE_INFINITY) >= minRelevance) return true
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
  return [...nearestByDocument.values()].map((passage) => ({
    passage,
    ...findExcerpt(passage, findings),
  }))
}

export function presentRelatedNote({ passage: { document, body }, start, end }: NearestPassage): RelatedNote {
  const { id, title, url, updatedAt } = document
  return { id, title, url, updatedAt: updatedAt.toISOString(), explanation: body.slice(start, end) }
}

function readingOf({ chunkKey }: Passage, { read }: RelatedFindings): ReadPassage | undefined {
  return read?.find(({ passage }) => passage.chunkKey === chunkKey)
}

/** Returns where the sentence nearest to the question is, with the next ones, or those before it, if it is short. */
function findExcerpt(passage: Passage, findings: RelatedFindings): Pick<NearestPassage, 'start' | 'end'> {
  const { body, document } = passage
  const reading = readingOf(passage, findings)
  const units = reading ? passageUnits(reading, 0) : sectionUnits([passage], 0)
  const best = reading
    ? units.toSorted((a, b) => b.score - a.score)
    : scoreSentences(analyzeQuestion(findings.question, findings), [passage]).map(({ position }) => units[position]!)
  let first = Math.max(0, units.indexOf(best.find(isQuotable) ?? units[0]!))
  let last = first
  const countExcerptWords = () => countAllWords(units.slice(first, last + 1))
  while (countExcerptWords() < minExcerptWords && (first > 0 || last < units.length - 1)) {
    if (last < units.length - 1) last += 1
    else first -= 1
  }
  const sentences = splitSentences(body, document.language)
  return { start: sentences[first]?.start ?? 0, end: sentences[last]?.end ?? body.length }
}
