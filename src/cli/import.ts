import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Principal } from '../access/audiences.ts'
import type { App } from '../app.ts'
import { readConfig } from '../config.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import type { ImportSummary } from './import/import-folder.ts'
import type { ImportTarget } from './import/import-target.ts'
import type { Journal } from './import/journal.ts'
import { withApp } from './open-app.ts'
import { createProgress } from './progress.ts'
import { unreadableError } from './read-text-file.ts'
import { chooseServer, firstCallOptions, type Server, serverOptions } from './server-client.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

export const importCommand = defineCommand({
  name: 'import',
  operands: 'DIR',
  summary: 'Import a folder or zip archive of documents: Markdown, HTML, PDF, Office, mail and text.',
  details: [
    'Files become notes and folders their parents; index.md or README.md becomes the note of its folder. With --under, the',
    'notes are visible to the same people as that note; without it, they are at the top level and private, unless',
    '--visible-to says otherwise. With --root, files become items of a data source. Front matter can set title, date, id and',
    'url. Links between the files, including Obsidian links by name, point to the imported notes. Exports of Notion,',
    'Obsidian and Confluence (HTML) keep their tree. Running it again updates only changed files and nobody’s access.',
  ].join('\n'),
  options: {
    under: { type: 'string', value: 'NOTE_ID', description: 'Import as notes below this note.' },
    root: { type: 'string', value: 'ROOT_ID', description: 'Import as items of this data source.' },
    'visible-to': {
      type: 'string',
      value: 'WHO',
      description: 'Who can see new notes: private, everyone, group:NAME or user:EMAIL.',
    },
    as: {
      type: 'string',
      value: 'EMAIL',
      description: 'The owner of private notes. Default: the only user, or the first admin.',
    },
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
    'lorewell import ./drafts --visible-to group:Engineering',
    'lorewell import ./wiki --root wiki --url-base https://wiki.example/docs --prune',
    'lorewell import ./handbook --under handbook --server https://lorewell.example --key lw_…',
  ],
  async run({ options, operands: [directory = ''] }, terminal) {
    assertConsistentTarget(options)
    const server = await chooseServer(options, terminal)
    const source = resolveSource(directory)
    const summary = await withUnpackedFolder(source, (folder) => {
      const request: ImportRequest = { ...options, directory: folder, source }
      return server ? importThroughServer(server, request, terminal) : importLocally(request, terminal)
    })
    for (const { file, message } of summary.skipped) terminal.stderr.write(`${file}: Skipped. ${message}\n`)
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
  'visible-to'?: string
  as?: string
  org?: string
  prune?: boolean
  'url-base'?: string
}

function assertConsistentTarget({ under, root, as, 'visible-to': visibleTo }: Partial<ImportRequest>): void {
  if (under !== undefined && root !== undefined) {
    throw new UsageError('Choose one target: either --under NOTE_ID or --root ROOT_ID.')
  }
  if (root !== undefined && (visibleTo !== undefined || as !== undefined)) {
    throw new UsageError('--visible-to and --as are for notes: the data source decides who can see its items.')
  }
  if (visibleTo !== undefined && !/^(?:private|everyone|group:.+|user:.+)$/.test(visibleTo)) {
    throw new UsageError('--visible-to must be private, everyone, group:NAME or user:EMAIL.')
  }
}

/** Whether the notes are for their owner alone: at the top level, where there is nothing to inherit, by default. */
function isPrivate({ under, 'visible-to': visibleTo }: ImportRequest): boolean {
  return visibleTo === 'private' || (visibleTo === undefined && under === undefined)
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
  const { createTemporaryDirectory } = await import('../storage/temporary-directory.ts')
  const folder = await createTemporaryDirectory()
  try {
    await unpackZip(source, folder.path)
    return await work(realpathSync(folder.path))
  } finally {
    await folder.remove()
  }
}

async function importLocally(request: ImportRequest, terminal: Terminal): Promise<ImportSummary> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  return withApp(config, log, terminal, async (app) => {
    const { chooseOrganization } = await import('./choose-caller.ts')
    const { openJournal } = await import('./import/journal.ts')
    const organizationId = await chooseOrganization(app, request.org)
    let journal: Journal
    let target: ImportTarget
    if (request.root === undefined) {
      const { createNoteTarget } = await import('./import/note-target.ts')
      const audience = await chooseAudience(app, organizationId, request, terminal)
      const key = noteTargetKey(request, audience?.ownerId)
      journal = openJournal(join(config.dataDir, 'imports'), [organizationId, key, request.source])
      const { under: underId } = request
      target = await createNoteTarget(app, organizationId, { key, underId, audience: audience?.principals, journal })
    } else {
      const { createDataSourceTarget } = await import('./import/data-source-target.ts')
      journal = openJournal(join(config.dataDir, 'imports'), [organizationId, `root ${request.root}`, request.source])
      target = await createDataSourceTarget(app, organizationId, request.root, request['url-base'])
    }
    const summary = await runImport(request, target, journal, config.maxBodyBytes, terminal)
    const { finishBulkLoad } = await import('./finish-bulk-load.ts')
    const { created, changed, removed } = summary
    const under = request.under === undefined ? '' : `/${request.under}`
    const resource = request.root === undefined ? `/notes${under}` : `/data-sources/${request.root}`
    await recordTerminalAction(app, organizationId, 'import', resource)
    await finishBulkLoad(app, terminal, { hasChanged: created + changed + removed > 0 })
    return summary
  })
}

/** Below the default body limit of a server, with room for JSON escapes. */
const maxRequestBytes = 3_500_000

async function importThroughServer(server: Server, request: ImportRequest, terminal: Terminal): Promise<ImportSummary> {
  const { withJournal } = await import('./import/journal.ts')
  const caches = terminal.env.XDG_CACHE_HOME || join(terminal.env.HOME || homedir(), '.cache')
  const key = request.root === undefined ? noteTargetKey(request) : `root ${request.root}`
  return withJournal(join(caches, 'lorewell', 'imports'), [server.url, key, request.source], async (journal) => {
    const target = await createServerTarget(server, request, journal)
    return runImport(request, target, journal, maxRequestBytes, terminal)
  })
}

async function createServerTarget(server: Server, request: ImportRequest, journal: Journal): Promise<ImportTarget> {
  if (request.root === undefined) {
    const { createServerNoteTarget } = await import('./import/server-note-target.ts')
    const me = await server.client.me({}, firstCallOptions)
    const name = isPrivate(request) ? `user:${me.email}` : request['visible-to']
    const audience = name === undefined ? undefined : [name]
    return createServerNoteTarget(server.client, { underId: request.under, audience, journal })
  }
  const { createServerDataSourceTarget } = await import('./import/server-data-source-target.ts')
  return createServerDataSourceTarget(server.client, request.root, request['url-base'])
}

/** Returns the name of the target in ids and journals. Each member's private import of a folder is one of its own. */
function noteTargetKey({ under }: ImportRequest, ownerId?: string): string {
  if (under !== undefined) return `note ${under}`
  return ownerId === undefined ? 'notes' : `notes of ${ownerId}`
}

/** Returns the principals of new notes, and the owner of private ones; undefined: they inherit. */
async function chooseAudience(
  app: App,
  organizationId: string,
  request: ImportRequest,
  terminal: Terminal,
): Promise<{ principals: Principal[]; ownerId?: string } | undefined> {
  if (isPrivate(request)) {
    const { chooseCaller } = await import('./choose-caller.ts')
    const { caller, isChosen } = await chooseCaller(app, organizationId, request.as)
    if (isChosen) {
      terminal.stderr.write(
        `New notes are private to ${caller.email}. Choose others with --visible-to, or another owner with --as EMAIL.\n`,
      )
    }
    return { principals: [`user:${caller.memberId}`], ownerId: caller.memberId }
  }
  const name = request['visible-to']
  if (name === undefined) return undefined
  const { resolvePrincipals } = await import('../access/audiences.ts')
  return { principals: await resolvePrincipals(app.database.unrestricted, organizationId, [name], '--visible-to') }
}

async function runImport(
  { directory, prune }: ImportRequest,
  target: ImportTarget,
  journal: Journal,
  maxFileBytes: number,
  terminal: Terminal,
): Promise<ImportSummary> {
  const { importFolder } = await import('./import/import-folder.ts')
  const { createFileReader } = await import('../files/file-reader.ts')
  const fileReader = createFileReader()
  const progress = createProgress('Importing:', terminal)
  try {
    return await importFolder({
      directory,
      target,
      journal,
      maxFileBytes,
      fileReader,
      isPruning: prune ?? false,
      onPage: progress.update,
    })
  } finally {
    progress.end()
    await fileReader.close()
  }
}

function formatSummary({ created, changed, unchanged, removed, failed, skipped }: ImportSummary): string {
  const counts = `${created} created, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${failed} failed`
  return skipped.length > 0 ? `${counts}, ${skipped.length} skipped` : counts
}
