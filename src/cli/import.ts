import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import type { ImportSummary } from './import/import-folder.ts'
import type { ImportTarget } from './import/import-target.ts'
import type { Journal } from './import/journal.ts'
import { withApp } from './open-app.ts'
import { createProgress } from './progress.ts'
import { chooseServer, type ServerClient, serverOptions } from './server-client.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

export const importCommand = defineCommand({
  name: 'import',
  operands: 'DIR',
  summary: 'Bring in a folder, or a zip, of markdown and html files.',
  details: [
    'With --under, files become notes and folders their parents; index.md or README.md speaks for its folder. With',
    '--root, files become items of a data source. Front matter may give title, date, id and url; links between the',
    'files lead to the notes, those by name of an Obsidian vault too. Exports of Notion, Obsidian and Confluence (html)',
    'keep their tree. Run again, it changes only what changed.',
  ].join('\n'),
  options: {
    under: { type: 'string', value: 'NOTE_ID', description: 'The note that the folder is put under.' },
    root: { type: 'string', value: 'ROOT_ID', description: 'The data source that the files go to, instead.' },
    org: { type: 'string', value: 'ID', description: 'The organization, where there are several.' },
    prune: {
      type: 'boolean',
      description: 'Remove what an earlier run brought from this folder and is not in it any more.',
    },
    'url-base': {
      type: 'string',
      value: 'URL',
      description: 'With --root: the files can be read at this address.',
    },
    json: { type: 'boolean', description: 'Print the summary as one JSON line.' },
    ...serverOptions,
  },
  examples: [
    'lorewell import ./handbook --under handbook',
    'lorewell import ./wiki --root wiki --url-base https://wiki.example/docs --prune',
    'lorewell import ./handbook --under handbook --server https://lorewell.example --key lw_…',
  ],
  async run({ options, operands: [directory = ''] }, terminal) {
    if ((options.under === undefined) === (options.root === undefined)) {
      throw new UsageError('Say where to: either --under NOTE_ID or --root ROOT_ID.')
    }
    const server = chooseServer(options, terminal)
    if (server && options.org !== undefined) {
      throw new UsageError('--org does not go with --server: there the key says which organization.')
    }
    const source = resolveSource(directory)
    const summary = await withUnpackedFolder(source, (folder) => {
      const wanted: ImportRequest = { ...options, directory: folder, source }
      return server ? importThroughServer(server, wanted, terminal) : importLocally(wanted, terminal)
    })
    for (const { file, message } of summary.errors) terminal.stderr.write(`${file}: ${message}\n`)
    terminal.stdout.write(`${options.json ? JSON.stringify(summary) : formatSummary(summary)}\n`)
    return summary.failed > 0 ? 1 : 0
  },
})

interface ImportRequest {
  directory: string
  /** The folder or the archive that was named: what was brought is remembered by it. */
  source: string
  under?: string
  root?: string
  org?: string
  prune?: boolean
  'url-base'?: string
}

function resolveSource(directory: string): string {
  try {
    return realpathSync(directory)
  } catch (cause) {
    throw new AppError('validation', `${directory} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** Works on a folder: the one named, or what an archive holds, for as long as it takes. */
async function withUnpackedFolder<T>(source: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (!/\.zip$/i.test(source) || !statSync(source).isFile()) return work(source)
  const { unpackZip } = await import('./import/unpack-zip.ts')
  const folder = mkdtempSync(join(tmpdir(), 'lorewell-import-'))
  try {
    await unpackZip(source, folder)
    return await work(realpathSync(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importLocally(wanted: ImportRequest, terminal: Terminal): Promise<ImportSummary> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  return withApp(config, log, terminal, async (app) => {
    const { chooseOrganization } = await import('./choose-caller.ts')
    const { openJournal } = await import('./import/journal.ts')
    const organizationId = await chooseOrganization(app, wanted.org)
    const journal = openJournal(join(config.dataDir, 'imports'), [organizationId, ...journalKey(wanted)])
    let target: ImportTarget
    if (wanted.root === undefined) {
      const { createNoteTarget } = await import('./import/note-target.ts')
      target = await createNoteTarget(app, organizationId, wanted.under as string)
    } else {
      const { createDataSourceTarget } = await import('./import/data-source-target.ts')
      target = await createDataSourceTarget(app, organizationId, wanted.root, wanted['url-base'])
    }
    const summary = await runImport(wanted, target, journal, config.maxBodyBytes, terminal)
    const { finishBulkLoad } = await import('./finish-bulk-load.ts')
    const { created, changed, removed } = summary
    const resource = wanted.root === undefined ? `/notes/${wanted.under}` : `/data-sources/${wanted.root}`
    await recordTerminalAction(app, organizationId, 'import', resource)
    await finishBulkLoad(app, terminal, { hasChanged: created + changed + removed > 0 })
    return summary
  })
}

/** Bodies of the size that a server accepts unless it is told otherwise, less the room that JSON takes. */
const maxRequestBytes = 3_500_000

async function importThroughServer(
  server: ServerClient,
  wanted: ImportRequest,
  terminal: Terminal,
): Promise<ImportSummary> {
  const { openJournal } = await import('./import/journal.ts')
  const caches = terminal.env.XDG_CACHE_HOME || join(terminal.env.HOME || homedir(), '.cache')
  const journal = openJournal(join(caches, 'lorewell', 'imports'), [server.url, ...journalKey(wanted)])
  let target: ImportTarget
  if (wanted.root === undefined) {
    const { createServerNoteTarget } = await import('./import/server-note-target.ts')
    target = await createServerNoteTarget(server, wanted.under as string, journal)
  } else {
    const { createServerDataSourceTarget } = await import('./import/server-data-source-target.ts')
    target = await createServerDataSourceTarget(server, wanted.root, wanted['url-base'])
  }
  return runImport(wanted, target, journal, maxRequestBytes, terminal)
}

function journalKey({ source, under, root }: ImportRequest): string[] {
  return [root === undefined ? `note ${under}` : `root ${root}`, source]
}

async function runImport(
  { directory, prune }: ImportRequest,
  target: ImportTarget,
  journal: Journal,
  maxFileBytes: number,
  terminal: Terminal,
): Promise<ImportSummary> {
  const { importFolder } = await import('./import/import-folder.ts')
  const progress = createProgress('importing,', terminal)
  try {
    return await importFolder({
      directory,
      target,
      journal,
      maxFileBytes,
      isPruning: prune ?? false,
      onPage: progress.update,
    })
  } finally {
    progress.end()
  }
}

function formatSummary({ created, changed, unchanged, removed, failed }: ImportSummary): string {
  return `${created} created, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${failed} failed`
}
