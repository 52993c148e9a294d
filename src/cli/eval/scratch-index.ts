import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Viewer } from '../../access/viewer.ts'
import { type App, createApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import type { Embedder } from '../../models/embedder.ts'
import { viewerOf } from '../asker.ts'
import { finishLoad } from '../finish-load.ts'
import { openStore } from '../open-app.ts'
import type { Terminal } from '../terminal.ts'
import { corpusHash, readCorpus } from './beir-folder.ts'
import { loadCorpus } from './load-corpus.ts'

export interface ScratchIndex {
  app: App
  viewer: Viewer
  chunks: number
  indexSeconds: number
  /** It was there from an earlier run; the seconds are that run's. */
  isReused: boolean
  close(): Promise<void>
}

const organizationId = 'eval'
const email = 'reader@eval.test'

/** The corpus in an embedded database of its own: a temporary one, or one that is kept for the next run. */
export async function openScratchIndex({
  directory,
  keep,
  config,
  embedder,
  log,
  terminal,
  onDocument,
}: {
  directory: string
  keep: string | undefined
  config: Config
  embedder: Embedder | undefined
  log: Logger
  terminal: Terminal
  onDocument: (done: number, begun: number) => void
}): Promise<ScratchIndex> {
  const dataDir = keep
    ? join(keep, await indexName(directory, embedder))
    : await mkdtemp(join(tmpdir(), 'lorewell-eval-'))
  const donePath = join(dataDir, 'done.json')
  const known = existsSync(donePath) ? (JSON.parse(readFileSync(donePath, 'utf8')) as Measured) : undefined
  // Without its mark it was cut off in the middle: it begins again.
  if (keep && !known) await rm(dataDir, { recursive: true, force: true })
  const interrupted = () => {
    if (!keep) rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    terminal.signals.exit(130)
  }
  terminal.signals.on('SIGINT', interrupted)
  terminal.signals.on('SIGTERM', interrupted)
  const remove = async () => {
    terminal.signals.off('SIGINT', interrupted)
    terminal.signals.off('SIGTERM', interrupted)
    if (!keep) await rm(dataDir, { recursive: true, force: true })
  }
  const database = await openStore({ databaseUrl: '', dataDir }, terminal).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const app = await createApp({ config, database, embedder, log })
  const close = async () => {
    await app.close()
    await database.close()
    await remove()
  }
  try {
    const measured = known ?? (await fill())
    const viewer = (await viewerOf(app, organizationId, email)) as Viewer
    return { app, viewer, ...measured, isReused: known !== undefined, close }
  } catch (error) {
    await close()
    throw error
  }

  async function fill(): Promise<Measured> {
    await app.organizations.save({ id: organizationId, name: 'Evaluation' })
    await app.members.create({ organizationId, email, name: 'Reader', role: 'viewer' })
    const startedAt = performance.now()
    await loadCorpus(app, organizationId, readCorpus(directory), onDocument)
    await finishLoad(app, terminal, { hasChanged: true })
    const indexSeconds = (performance.now() - startedAt) / 1000
    const { chunks } = await database.service
      .selectFrom('chunk')
      .select((select) => select.fn.countAll<number>().as('chunks'))
      .executeTakeFirstOrThrow()
    const measured = { chunks: Number(chunks), indexSeconds }
    if (keep) {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(donePath, JSON.stringify(measured))
    }
    return measured
  }
}

interface Measured {
  chunks: number
  indexSeconds: number
}

/** Another corpus, another model, another way to cut texts or another schema is another index. */
async function indexName(directory: string, embedder: Embedder | undefined): Promise<string> {
  const hash = createHash('sha256')
    .update(await corpusHash(directory))
    .update(embedder?.name ?? 'words')
  for (const folder of ['../../ingest/', '../../storage/migrations/']) {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    const code = readdirSync(path).filter((name) => /\.(ts|js|sql)$/.test(name) && !name.includes('.test.'))
    for (const name of code.sort()) hash.update(readFileSync(join(path, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
