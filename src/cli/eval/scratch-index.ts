import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Caller } from '../../access/caller.ts'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { codeDirectory } from '../../installation.ts'
import type { Embedder } from '../../models/embedder.ts'
import { loadCaller } from '../choose-caller.ts'
import { finishBulkLoad } from '../finish-bulk-load.ts'
import { openApp } from '../open-app.ts'
import type { Models, Terminal } from '../terminal.ts'
import { corpusHash, readCorpus } from './beir-folder.ts'
import { loadCorpus } from './load-corpus.ts'
import { createTemporaryDatabase } from './temporary-database.ts'

export interface ScratchIndex {
  app: App
  caller: Caller
  chunks: number
  indexSeconds: number
  /** True if an earlier run created it; `indexSeconds` is from that run. */
  isReused: boolean
  close(): Promise<void>
}

const organizationId = 'eval'
const email = 'reader@eval.test'

/** Indexes the corpus into a temporary database, or opens one that an earlier run kept. */
export async function openScratchIndex({
  directory,
  keep,
  server,
  config,
  models,
  log,
  terminal,
  onDocument,
}: {
  directory: string
  keep: string | undefined
  /** A PostgreSQL server for a temporary database, instead of an embedded one. */
  server: string | undefined
  config: Config
  models: Models
  log: Logger
  terminal: Terminal
  onDocument: (done: number, started: number) => void
}): Promise<ScratchIndex> {
  const dataDir = keep
    ? join(keep, await scratchIndexName(directory, models.embedder))
    : await mkdtemp(join(tmpdir(), 'lorewell-eval-'))
  const donePath = join(dataDir, 'done.json')
  const keptStats = existsSync(donePath) ? (JSON.parse(readFileSync(donePath, 'utf8')) as IndexStats) : undefined
  // A run without done.json was interrupted: start again.
  if (keep && !keptStats) await rm(dataDir, { recursive: true, force: true })
  const database = server ? await createTemporaryDatabase(server) : undefined
  const removeFolder = removeWhenInterrupted(keep ? undefined : dataDir, terminal)
  const release = async () => {
    await database?.drop()
    await removeFolder()
  }
  const { app, close } = await openApp({ ...config, databaseUrl: database?.url ?? '', dataDir }, log, {
    ...terminal,
    loadModels: async () => models,
  }).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const closeAll = async () => {
    await close()
    await release()
  }
  try {
    const stats = keptStats ?? (await fill())
    await app.inMemoryIndexes.load()
    const caller = (await loadCaller(app, organizationId, email)) as Caller
    return { app, caller, ...stats, isReused: keptStats !== undefined, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }

  async function fill(): Promise<IndexStats> {
    await app.organizations.save({ id: organizationId, name: 'Evaluation' })
    await app.members.create({ organizationId, email, name: 'Reader', role: 'viewer' })
    const startedAt = performance.now()
    await loadCorpus(app, organizationId, readCorpus(directory), onDocument)
    await finishBulkLoad(app, terminal, { hasChanged: true })
    const indexSeconds = (performance.now() - startedAt) / 1000
    const { chunks } = await app.database.unrestricted
      .selectFrom('chunk')
      .where('org_id', '=', organizationId)
      .select((select) => select.fn.countAll<number>().as('chunks'))
      .executeTakeFirstOrThrow()
    const stats = { chunks: Number(chunks), indexSeconds }
    if (keep) {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(donePath, JSON.stringify(stats))
    }
    return stats
  }
}

interface IndexStats {
  chunks: number
  indexSeconds: number
}

/** Removes a temporary folder on SIGINT and SIGTERM, or when the returned function is called. */
function removeWhenInterrupted(directory: string | undefined, { signals }: Terminal): () => Promise<void> {
  const onSignal = () => {
    if (directory) rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    signals.exit(130)
  }
  signals.on('SIGINT', onSignal)
  signals.on('SIGTERM', onSignal)
  return async () => {
    signals.off('SIGINT', onSignal)
    signals.off('SIGTERM', onSignal)
    if (directory) await rm(directory, { recursive: true, force: true })
  }
}

async function scratchIndexName(directory: string, embedder: Embedder | undefined): Promise<string> {
  return createHash('sha256')
    .update(await corpusHash(directory))
    .update(hashIndexing(embedder))
    .digest('hex')
    .slice(0, 16)
}

/** Hashes everything but the texts that an index depends on: the model, the ingest code and the schema. */
export function hashIndexing(embedder: Embedder | undefined): string {
  const hash = createHash('sha256').update(embedder?.name ?? 'words')
  for (const folder of ['ingest/', 'storage/migrations/']) {
    const path = fileURLToPath(new URL(folder, codeDirectory))
    const code = readdirSync(path).filter((name) => /\.(ts|js|sql)$/.test(name) && !name.includes('.test.'))
    for (const name of code.sort()) hash.update(readFileSync(join(path, name)))
  }
  return hash.digest('hex')
}
