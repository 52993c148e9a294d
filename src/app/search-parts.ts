import { createVectorIndexing } from '../content/vector-indexing.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { createInMemoryIndexes } from '../search/in-memory-indexes.ts'
import { createRetrieval } from '../search/retrieval.ts'
import { createStartupPriority } from '../search/sync/startup-priority.ts'
import { createTitleSearch } from '../search/title-search.ts'
import { instrumentRetrieval } from '../telemetry/instrumented-retrieval.ts'
import type { AppContext } from './app-context.ts'

/** How long after the start queries run before cache warm-up. */
const startupPriorityMs = 3000
const indexImageMessage = 'an image of an in-memory index could not be written; the next start takes longer'

/** Wires the in-memory indexes and the search over them. */
export function createSearchParts(
  { config, database, embedder, spaceId, log, telemetry, now }: AppContext,
  { jobs }: { jobs: JobQueue },
) {
  const { publicUrl } = config
  const startupPriority = createStartupPriority({ durationMs: startupPriorityMs })
  const inMemoryIndexes = createInMemoryIndexes({
    database,
    waitForQueries: startupPriority.waitForQueries,
    spaceId: embedder && spaceId,
    maxBytes: { vectors: config.vectorMemoryBytes, words: config.wordMemoryBytes },
    imageDirectory: config.imageDirectory,
    now,
    onImageError: (err) => log.warn({ err }, indexImageMessage),
    onImageRejected: (err) =>
      log.warn({ err }, 'an image of an in-memory index could not be used; the index is read from the database'),
    onError: (err) => log.warn({ err }, 'the in-memory indexes could not be loaded; the database searches instead'),
    onTooLarge: (list) =>
      log.warn(
        list === 'vector_change'
          ? 'the vectors need more than VECTOR_MEMORY_MB; the database compares them instead'
          : 'the word index needs more than WORD_MEMORY_MB; the database ranks words instead',
      ),
  })
  const vectorIndexing = createVectorIndexing({
    database,
    jobs,
    now,
    onError: (err) => log.warn({ err }, 'the vector index could not be requested; searches compare all vectors'),
  })
  const { search, readSection, readDocument } = createRetrieval({
    database,
    embedder,
    spaceId,
    indexes: inMemoryIndexes,
    publicUrl,
    now,
    onEmbeddingFailure: (err) =>
      log.warn({ err }, 'the embedding model failed; search uses words only until it responds again'),
    onVectorsOutsideMemory: vectorIndexing.request,
  })
  const retrieval = instrumentRetrieval(
    { search: (caller, query) => startupPriority.runFirst(() => search(caller, query)), readSection, readDocument },
    telemetry,
  )

  let restoring: Promise<boolean> | undefined
  async function restore(): Promise<boolean> {
    if (config.role === 'worker') {
      await inMemoryIndexes.removeImages()
      return false
    }
    await inMemoryIndexes.enableImages()
    const restored = inMemoryIndexes.restore()
    void inMemoryIndexes.load()
    return restored
  }

  return {
    inMemoryIndexes,
    retrieval,
    searchTitles: createTitleSearch({ database, publicUrl }),
    /** Resolves when queries no longer run before cache warm-up. */
    waitForQueries: startupPriority.waitForQueries,
    /**
     * Starts to load the in-memory indexes, so that the first question does not wait for the database: for a server, not for a
     * single command. Resolves to whether all of them come from images.
     */
    startIndexes(): Promise<boolean> {
      restoring ??= restore().catch((err: unknown) => {
        log.warn({ err }, indexImageMessage)
        return false
      })
      return restoring
    },
  }
}
