import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Caller } from '../../src/access/caller.ts'
import type { App } from '../../src/app.ts'
import { loadCaller } from '../../src/cli/choose-caller.ts'
import { UsageError } from '../../src/cli/command.ts'
import { createQuietLogger } from '../../src/cli/create-logger.ts'
import { hashIndexing } from '../../src/cli/eval/scratch-index.ts'
import { finishBulkLoad } from '../../src/cli/finish-bulk-load.ts'
import { forEachConcurrent } from '../../src/cli/for-each-concurrent.ts'
import { importFolder } from '../../src/cli/import/import-folder.ts'
import { openJournal } from '../../src/cli/import/journal.ts'
import { createNoteTarget } from '../../src/cli/import/note-target.ts'
import { titleFromName } from '../../src/cli/import/read-page.ts'
import { loadModels } from '../../src/cli/load-models.ts'
import { openApp } from '../../src/cli/open-app.ts'
import { createProgress } from '../../src/cli/progress.ts'
import { readStoredDocuments } from '../../src/cli/stored-organization.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { readConfig } from '../../src/config.ts'
import type { Section } from './people-questions.ts'

const organizationId = 'people'
const email = 'reader@people.test'
const updatedAt = new Date('2026-01-01T00:00:00Z')

/** A store with one top note per book, and somebody who can see all of them. */
export interface PeopleStore {
  app: App
  /** Loads the asker; after the books are there, so that it can see them. */
  loadCaller(): Promise<Caller>
  /** Imports a book's folder as `lorewell import` does, below a note with the folder's name as its id. */
  importBook(folder: string): Promise<void>
  /** Writes each section as a note below the note of its book. */
  writeSections(sections: readonly Section[]): Promise<void>
  close(): Promise<void>
}

/** Opens the store that an earlier run left in `keep`, as long as it would be indexed the same, or a new one. */
export async function openPeopleStore(keep: string | undefined, terminal: Terminal): Promise<PeopleStore> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  const models = await loadModels({ config, log })
  const dataDir = keep
    ? join(keep, hashIndexing(models.embedder).slice(0, 16))
    : await mkdtemp(join(tmpdir(), 'lorewell-people-'))
  const { app, close } = await openApp({ ...config, databaseUrl: '', dataDir }, log, {
    ...terminal,
    loadModels: async () => models,
  })
  if ((await app.organizations.list()).length === 0) {
    await app.organizations.save({ id: organizationId, name: 'People' })
    await app.members.create({ organizationId, email, name: 'Reader', role: 'viewer' })
  }
  return {
    app,
    loadCaller: async () => (await loadCaller(app, organizationId, email)) as Caller,
    async importBook(folder) {
      if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}. Unpack the handbooks there.`)
      const book = basename(folder)
      await writeNote(app, { id: book, title: titleFromName(book) })
      const source = resolve(folder)
      const journal = openJournal(join(dataDir, 'imports'), [organizationId, book, source])
      const progress = createProgress(`Indexing ${book}: file`, terminal)
      const target = await createNoteTarget(app, organizationId, {
        key: `note ${book}`,
        underId: book,
        audience: undefined,
        journal,
      })
      const { created, changed, errors } = await importFolder({
        directory: source,
        target,
        journal,
        maxFileBytes: config.maxBodyBytes,
        fileReader: app.fileReader,
        isPruning: false,
        onPage: progress.update,
      })
      progress.end()
      for (const { file, message } of errors) terminal.stderr.write(`${book}/${file}: ${message}\n`)
      await finishBulkLoad(app, terminal, { hasChanged: created + changed > 0 })
    },
    async writeSections(sections) {
      const stored = await readStoredDocuments(app.database.unrestricted, organizationId, null)
      const missing = sections.filter(({ id }) => !stored.has(id))
      for (const book of new Set(missing.map((section) => section.book))) {
        await writeNote(app, { id: book, title: titleFromName(book) })
      }
      const progress = createProgress('Indexing: section', terminal)
      let done = 0
      await forEachConcurrent(missing, 16, async ({ id, book, file, title, heading, text }) => {
        const headings = heading.split(' > ').filter(Boolean)
        const lines = headings.map((line, level) => `${'#'.repeat(Math.min(level + 1, 6))} ${line}`)
        await writeNote(app, {
          id,
          parentId: book,
          title: title || headings[0] || titleFromName(basename(file)),
          content: [...lines, text].join('\n\n'),
        })
        progress.update(++done, missing.length)
      })
      progress.end()
      await finishBulkLoad(app, terminal, { hasChanged: missing.length > 0 })
    },
    async close() {
      await close()
      if (!keep) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Writes a note that everyone can see. */
async function writeNote(
  app: App,
  { id, parentId, title, content = '' }: { id: string; parentId?: string; title: string; content?: string },
): Promise<void> {
  await app.notes.upsert(organizationId, {
    id,
    title,
    content,
    type: 'markdown',
    url: undefined,
    parentId,
    audience: undefined,
    updatedAt,
  })
}
