import { createAssistants } from '../content/assistants.ts'
import { createContentReader } from '../content/content-reader.ts'
import { createDocumentIndex } from '../content/indexing/document-index.ts'
import { createEmbeddingBacklog } from '../content/indexing/embedding-backlog.ts'
import { createKeyedMutex } from '../content/indexing/keyed-mutex.ts'
import { createAttachments } from '../content/notes/attachments.ts'
import { createNoteBranches } from '../content/notes/note-branches.ts'
import { createNoteFormatter } from '../content/notes/note-format.ts'
import { createNoteService } from '../content/notes/note-service.ts'
import { createNotes } from '../content/notes/notes.ts'
import { createPassageIndexing } from '../content/passage-indexing.ts'
import { createReindexing } from '../content/reindexing.ts'
import { createCustomContents } from '../content/sources/custom-content.ts'
import { createDataSources } from '../content/sources/data-sources.ts'
import { createFileItems } from '../content/sources/file-items.ts'
import { createDatabaseStablePagination, createMemoryStablePagination } from '../content/sources/stable-pagination.ts'
import { digestSchedule } from '../digest/digest-delivery.ts'
import { createFileReader } from '../files/file-reader.ts'
import { defaultReadLimits } from '../files/file-text.ts'
import { requireLanguageData } from '../files/ocr/ocr-files.ts'
import { createIngestPool } from '../ingest/ingest-pool.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Schedules } from '../jobs/schedules.ts'
import { createAutoAnalyze } from '../storage/auto-analyze.ts'
import type { AppContext } from './app-context.ts'

/** Enough to fill the embedder's batches, few enough to leave database connections for queries. */
const maxConcurrentWriters = 12

/** Wires notes, data sources with their items, files, assistants, and what indexes their texts. */
export function createContentParts(
  { config, database, embedder, spaceId, log, now, newId }: AppContext,
  { jobs, schedules }: { jobs: JobQueue; schedules: Schedules },
) {
  const { publicUrl } = config
  const backlog =
    embedder && config.role !== 'api'
      ? createEmbeddingBacklog({
          database,
          embedder,
          spaceId,
          onError: (err) => log.error({ err }, 'background embedding failed; it is tried again within a minute'),
          onRefused: (document, err) =>
            log.warn(
              { err, ...document },
              'the embedding model refuses a passage of this document; it is found by its words, and tried again every hour',
            ),
        })
      : undefined
  const embedSoon = () => database.afterCommit(() => backlog?.wake())
  const ingestPool = createIngestPool({ size: 1, deadlineMs: 4000 })
  const autoAnalyze = createAutoAnalyze({
    database,
    onError: (err) => log.warn({ err }, 'the database could not be analyzed; searches can be slower'),
  })
  const documentIndex = createDocumentIndex({
    database,
    ingest: (text) => ingestPool.ingest(text),
    embedder,
    spaceId,
    onEmbeddingsPending: embedSoon,
    onPassagesWritten: (passages) => database.afterCommit(() => autoAnalyze.recordWrites(passages)),
    now,
    newId,
  })
  const writeMutex = createKeyedMutex({ maxConcurrency: maxConcurrentWriters })
  const writeDeps = { database, documentIndex, writeMutex, now, maxVersions: config.versionsKept }
  requireLanguageData(config.ocrLanguages)
  const fileReader = createFileReader({
    limits: { ...defaultReadLimits, fileBytes: config.maxFileBytes },
    ocrLanguages: config.ocrLanguages,
  })
  const notes = createNotes({ ...writeDeps, trashDays: config.trashDays, newId, onEmbeddingsPending: embedSoon })
  const noteFormatter = createNoteFormatter()
  const dataSources = createDataSources({ database })
  const pagination =
    database.engine === 'pglite'
      ? createMemoryStablePagination({ now: () => now().getTime() })
      : createDatabaseStablePagination({ database, now: () => now().getTime() })
  const itemDeps = { ...writeDeps, dataSources, publicUrl, pagination }
  return {
    writeDeps,
    backlog,
    fileReader,
    notes,
    noteFormatter,
    noteService: createNoteService({ notes, format: noteFormatter, publicUrl, now }),
    noteBranches: createNoteBranches({ database }),
    attachments: createAttachments({ ...writeDeps, fileReader, publicUrl, newId }),
    dataSources,
    contents: createCustomContents(itemDeps),
    fileItems: createFileItems({ ...itemDeps, fileReader }),
    contentReader: createContentReader({ database, format: noteFormatter, publicUrl }),
    assistants: createAssistants({
      database,
      onSchedule: (store, { organizationId, id }, times) =>
        times
          ? schedules.set(store, { organizationId, times, ...digestSchedule(id) })
          : schedules.remove(store, { organizationId, name: digestSchedule(id).name }),
    }),
    reindexing: createReindexing({ ...writeDeps, jobs }),
    passageIndexing: createPassageIndexing({ database, jobs, now }),
    async close() {
      await backlog?.close()
      await noteFormatter.close()
      await autoAnalyze.whenIdle()
      await ingestPool.close()
      await fileReader.close()
    },
  }
}

export type ContentParts = ReturnType<typeof createContentParts>
