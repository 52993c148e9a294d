import type { Caller } from '../access/caller.ts'
import type { SearchRequest } from '../contract/search.ts'
import { LruMap } from '../lru-map.ts'
import type { Reader } from '../models/reader.ts'
import type { Passage } from '../search/retrieval.ts'
import { estimateLanguageSupport } from '../search/vector/language-support.ts'
import type { AskPriority } from './ask-priority.ts'
import { readableText, stagePassages } from './staged-reading.ts'

/** Documents at the top of a ranking that the reader can reorder; the others keep their places. */
export const maxRerankedDocuments = 20
/**
 * Subtracted, as a share of the best score, for each logit by which the reader thinks a passage irrelevant. To prefer
 * some of the passages that it thinks relevant gained less over the judged sets (docs/quality.md).
 */
const irrelevanceWeight = 0.05
const maxRememberedSearches = 200

/** The reader's relevance of the passages that it read, by `chunkKey`. */
type Relevances = ReadonlyMap<number, number>

export interface SearchListener {
  /** Ends the search while it reads. */
  signal?: AbortSignal
  /** Called before passages are read, which the reader's budget limits instead of admission control. */
  onReading?: () => void
}

export interface SearchReranking {
  /**
   * Returns the ranking of a request, of all its pages, with the best passages reordered: those that the reader thinks irrelevant sink.
   * It stays as it is without a reader, while the reader fails or has no time, and for questions in a language that the reader
   * doesn't know.
   */
  rerank(
    caller: Caller,
    request: SearchRequest,
    found: { question: string; passages: readonly Passage[] },
    listener: SearchListener,
  ): Promise<readonly Passage[]>
}

export function createSearchReranking({
  reader,
  priority,
  onReaderFailure,
  maxReadingMs = 5000,
}: {
  reader: Reader | undefined
  priority: Pick<AskPriority, 'runFirst'>
  /** Called with the first of consecutive failures. */
  onReaderFailure: (error: unknown) => void
  /** After this time the passages read so far count. */
  maxReadingMs?: number
}): SearchReranking {
  let isReaderFailing = false
  /** Under load, pages that are read anew could be read less far than the first one, and repeat or lack documents. */
  const pagedSearches = new LruMap<string, { relevances: Promise<Relevances>; isReading: boolean }>(
    maxRememberedSearches,
  )

  async function readBest(
    reader: Reader,
    question: string,
    passages: readonly Passage[],
    signal: AbortSignal | undefined,
  ): Promise<Relevances> {
    const relevances = new Map<number, number>()
    const timeout = AbortSignal.timeout(maxReadingMs)
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      // A few at a time: questions come between, and the budget falls while they wait.
      for (;;) {
        const end = Math.min(relevances.size + stagePassages, reader.rerankBudget, passages.length)
        const part = passages.slice(relevances.size, end)
        if (part.length === 0) break
        const readings = await reader.read(question, part.map(readableText), ended)
        for (const [i, { relevance }] of readings.entries()) relevances.set(part[i]!.chunkKey, relevance)
      }
      isReaderFailing = false
    } catch (error) {
      signal?.throwIfAborted()
      if (!timeout.aborted) {
        if (!isReaderFailing) onReaderFailure(error)
        isReaderFailing = true
      }
    }
    return relevances
  }

  /** Shares the relevances among the pages of a search; its first page is read anew. */
  async function readForPages(key: string, page: number, read: () => Promise<Relevances>): Promise<Relevances> {
    const earlier = pagedSearches.get(key)
    if (earlier && (page > 0 || earlier.isReading)) {
      // Rejected if its client has left.
      const relevances = await earlier.relevances.catch(() => undefined)
      if (relevances) return relevances
    }
    const search = { relevances: read(), isReading: true }
    pagedSearches.set(key, search)
    try {
      return await search.relevances
    } finally {
      search.isReading = false
    }
  }

  return {
    async rerank(caller, request, { question, passages }, { signal, onReading }) {
      const best = passages.slice(0, maxRerankedDocuments)
      const { page = 0, limit } = request
      if (!reader || best.length < 2 || page * limit >= best.length) return passages
      if (estimateLanguageSupport(reader, question) < 1) return passages
      onReading?.()
      const read = () => priority.runFirst(() => readBest(reader, question, best, signal))
      const relevances =
        request.page === undefined ? await read() : await readForPages(searchKey(caller, request), page, read)
      return rankByRelevance(passages, relevances)
    },
  }
}

/** Identifies a search of a caller, whichever page it asks for. */
function searchKey({ organizationId, memberId }: Caller, { page, details, ...search }: SearchRequest): string {
  return JSON.stringify([organizationId, memberId, search])
}

/**
 * Orders the best passages that were read by score, less for irrelevant ones; the others follow in their order. Scores stay descending:
 * those of the passages that were read are raised above the others'.
 */
function rankByRelevance(passages: readonly Passage[], relevances: Relevances): readonly Passage[] {
  const bestScore = passages[0]?.score ?? 0
  const isRead = ({ chunkKey }: Passage, rank: number) => rank < maxRerankedDocuments && relevances.has(chunkKey)
  const read = passages
    .filter(isRead)
    .map((passage) => ({
      ...passage,
      score: passage.score + irrelevanceWeight * bestScore * Math.min(0, relevances.get(passage.chunkKey)!),
    }))
    .sort((a, b) => b.score - a.score)
  const others = passages.filter((passage, rank) => !isRead(passage, rank))
  const floor = others[0]?.score ?? 0
  const raise = Math.max(0, floor - (read.at(-1)?.score ?? 0))
  return [...read.map((passage) => ({ ...passage, score: Math.max(floor, passage.score + raise) })), ...others]
}
