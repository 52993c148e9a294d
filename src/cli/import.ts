import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import type { ImportSummary } from './import/import-folder.ts'
import type { ImportTarget } from './import/import-target.ts'
import type { Journal } from './import/journal.ts'
import { withApp } from './open-app.ts'
import { createProgress } from './progress.ts'
import { unreadableError } from './read-text-file.ts'
import { chooseServer, type Server, serverOptions } from './server-client.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

export const importCommand = defineCommand({
  name: 'import',
  operands: 'DIR',
  summary: 'Import a folder or zip archive of Markdown and HTML files.',
  details: [
    'With --under, files become notes and folders their parents; index.md or README.md becomes the note of its folder. With',
    '--root, files become items of a data source. Front matter can set title, date, id and url. Links between the files,',
    'including Obsidian links by name, point to the imported notes. Exports of Notion, Obsidian and Confluence (HTML) keep',
    'their tree. Running it again updates only changed files.',
  ].join('\n'),
  options: {
    under: { type: 'string', value: 'NOTE_ID', description: 'Import as notes below this note.' },
    root: { type: 'string', value: 'ROOT_ID', description: 'Import as items of this data source.' },
    org: { type: 'string', value: 'ID', description: 'The organization, if there are several.' },
    prune: {
      type: 'boolean',
      description: 'Remove imported pages whose files are no longer in the folder.',
    },
    'url-base': {
      type: 'string',
      value: 'URL',
      description: 'With --root: the address at which the files are published.',
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
      throw new UsageError('Choose a target: either --under NOTE_ID or --root ROOT_ID.')
    }
    const server = await chooseServer(options, terminal)
    if (server && options.org !== undefined) {
      throw new UsageError('--org cannot be combined with --server: the key identifies the organization.')
    }
    const source = resolveSource(directory)
    const summary = await withUnpackedFolder(source, (folder) => {
      const request: ImportRequest = { ...options, directory: folder, source }
      return server ? importThroughServer(server, request, terminal) : importLocally(request, terminal)
    })
    for (const { file, message } of summary.errors) terminal.stderr.write(`${file}: ${message}\n`)
    terminal.stdout.write(`${options.json ? JSON.stringify(summary) : formatSummary(summary)}\n`)
    return summary.failed > 0 ? 1 : 0
  },
})

interface ImportRequest {
  directory: string
  /** The folder or archive that the operand names; identifies the journal. */
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
    throw unreadableError(directory, cause)
  }
}

/** Runs the work on the folder, or on the unpacked content of an archive, which is removed afterwards. */
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

async function importLocally(request: ImportRequest, terminal: Terminal): Promise<ImportSummary> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  return withApp(config, log, terminal, async (app) => {
    const { chooseOrganization } = await import('./choose-caller.ts')
    const { openJournal } = await import('./import/journal.ts')
    const organizationId = await chooseOrganization(app, request.org)
    const journal = openJournal(join(config.dataDir, 'imports'), [organizationId, ...journalKey(request)])
    let target: ImportTarget
    if (request.root === undefined) {
      const { createNoteTarget } = await import('./import/note-target.ts')
      target = await createNoteTarget(app, organizationId, request.under as string)
    } else {
      const { createDataSourceTarget } = await import('./import/data-source-target.ts')
      target = await createDataSourceTarget(app, organizationId, request.root, request['url-base'])
    }
    const summary = await runImport(request, target, journal, config.maxBodyBytes, terminal)
    const { finishBulkLoad } = await import('./finish-bulk-load.ts')
    const { created, changed, removed } = summary
    const resource = request.root === undefined ? `/notes/${request.under}` : `/data-sources/${request.root}`
    await recordTerminalAction(app, organizationId, 'import', resource)
    await finishBulkLoad(app, terminal, { hasChanged: created + changed + removed > 0 })
    return summary
  })
}

/** Below the default body limit of a server, with room for JSON escapes. */
const maxRequestBytes = 3_500_000

async function importThroughServer(server: Server, request: ImportRequest, terminal: Terminal): Promise<ImportSummary> {
  const { openJournal } = await import('./import/journal.ts')
  const caches = terminal.env.XDG_CACHE_HOME || join(terminal.env.HOME || homedir(), '.cache')
  const journal = openJournal(join(caches, 'lorewell', 'imports'), [server.url, ...journalKey(request)])
  let target: ImportTarget
  if (request.root === undefined) {
    const { createServerNoteTarget } = await import('./import/server-note-target.ts')
    target = await createServerNoteTarget(server.client, request.under as string, journal)
  } else {
    const { createServerDataSourceTarget } = await import('./import/server-data-source-target.ts')
    target = await createServerDataSourceTarget(server.client, request.root, request['url-base'])
  }
  return runImport(request, target, journal, maxRequestBytes, terminal)
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
  const progress = createProgress('Importing:', terminal)
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
