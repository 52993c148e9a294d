import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '../../src/access/caller.ts'
import type { App } from '../../src/app.ts'
import { loadCaller } from '../../src/cli/choose-caller.ts'
import { createQuietLogger } from '../../src/cli/create-logger.ts'
import { hashIndexing } from '../../src/cli/eval/scratch-index.ts'
import { finishBulkLoad } from '../../src/cli/finish-bulk-load.ts'
import { loadModels } from '../../src/cli/load-models.ts'
import { openApp } from '../../src/cli/open-app.ts'
import { createProgress } from '../../src/cli/progress.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { readConfig } from '../../src/config.ts'
import { AppError } from '../../src/errors.ts'

const organizationId = 'files'
const email = 'reader@files.test'
const rootId = 'files'

/** A store with the files of a folder as items of one data source, and somebody who can see all of them. */
export interface FileStore {
  app: App
  caller: Caller
  close(): Promise<void>
}

/** Indexes the files of the folder as `POST /v1/files` does; those that an earlier run left in `keep` are not read again. */
export async function openFileStore(
  directory: string,
  keep: string | undefined,
  terminal: Terminal,
): Promise<FileStore> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  const models = await loadModels({ config, log })
  const dataDir = keep
    ? join(keep, hashIndexing(models.embedder).slice(0, 16))
    : await mkdtemp(join(tmpdir(), 'lorewell-files-'))
  const { app, close } = await openApp({ ...config, databaseUrl: '', dataDir }, log, {
    ...terminal,
    loadModels: async () => models,
  })
  if ((await app.organizations.list()).length === 0) {
    await app.organizations.save({ id: organizationId, name: 'Files' })
    await app.members.create({ organizationId, email, name: 'Reader', role: 'admin' })
    const source = { id: rootId, name: 'Files', readers: ['everyone'], writers: ['everyone'] }
    await app.database.transaction((store) => app.dataSources.upsert(store, organizationId, source))
  }
  const caller = (await loadCaller(app, organizationId, email)) as Caller
  await indexFiles(app, caller, directory, terminal)
  await finishBulkLoad(app, terminal, { hasChanged: true })
  await app.inMemoryIndexes.load()
  return {
    app,
    caller,
    async close() {
      await close()
      if (!keep) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Not files to ask about: what describes the set. */
const descriptions = new Set(['README.md', 'expected.jsonl'])

async function indexFiles(app: App, caller: Caller, directory: string, terminal: Terminal): Promise<void> {
  const entries = readdirSync(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !descriptions.has(entry.name)).map(({ name }) => name)
  const progress = createProgress('Indexing: file', terminal)
  for (const [index, name] of names.sort().entries()) {
    try {
      await app.fileItems.index(caller, { rootId, id: name }, { name, bytes: readFileSync(join(directory, name)) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      terminal.stderr.write(`${name}: ${error.message}\n`)
    }
    progress.update(index + 1, names.length)
  }
  progress.end()
}
