import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type Connector,
  type ConnectorDeps,
  type OriginChange,
  type OriginContent,
  OriginError,
} from '../../connector.ts'
import { encodePath, fileContent, idFromPath, titleFromPath, tooLarge, versionOf } from '../file-item.ts'
import { createPathFilter, pathSettings } from '../path-filter.ts'
import { createPrivateFiles } from '../private-files.ts'
import { programEnvironment } from '../program-environment.ts'
import { ProgramError, splitOutput } from '../run-program.ts'
import { optionalText, requiredText, webAddress } from '../setting-fields.ts'
import { checkHosts, formatRcloneConfig, parseRcloneConfig } from './rclone-config.ts'
import { type RcloneServer, startRcloneServer } from './rclone-server.ts'

const rcloneSettings = z.strictObject({
  config: requiredText({
    title: 'Configuration',
    description: 'The output of rclone config show NAME: lines such as type = webdav',
    maxLength: 20_000,
    isMultiline: true,
  }),
  path: optionalText({
    title: 'Path',
    description: 'Folder or bucket to read, such as company/handbook. Empty: everything',
    pattern: /^[^[\]]+$/,
    message: 'must have no square brackets',
  }),
  files: pathSettings.files,
  sshHostKeys: optionalText({
    title: 'SSH host keys',
    description: 'For sftp: lines of a known_hosts file. Empty: the host is not verified',
    maxLength: 20_000,
    isMultiline: true,
  }),
  webUrl: webAddress({ description: 'Address of a file with {path}, such as https://files.example.com/{path}' }),
})

type RcloneSettings = z.infer<typeof rcloneSettings>

/** Few retries: a run that fails is tried again with growing pauses, and rclone's own ten take minutes per file. */
const patience = { RCLONE_LOW_LEVEL_RETRIES: '3', RCLONE_RETRIES: '1', RCLONE_CONTIMEOUT: '20s' }

/** Stores that send a hash with each entry of a listing; others would have to read the file for it. */
const listsHashes = new Set(
  'azureblob b2 box drive dropbox gcs googlecloudstorage hidrive jottacloud mailru onedrive pcloud s3 swift yandex'.split(
    ' ',
  ),
)

/** Reads files of every store that rclone speaks to, with the machine's own `rclone`. */
export const rcloneConnector: Connector<RcloneSettings> = {
  kind: 'rclone',
  name: 'File store (rclone)',
  description: 'Google Drive, OneDrive, SharePoint, Dropbox, S3, WebDAV, SFTP and other stores, through rclone.',
  settings: rcloneSettings,
  secrets: ['config'],

  async connect(settings, deps) {
    const config = parseRcloneConfig(settings.config)
    await checkHosts(config, deps)
    const home = join(deps.cacheDirectory, 'home')
    await mkdir(home, { recursive: true })
    const files = await createPrivateFiles()
    const additions: Record<string, string> = {}
    if (config.type === 'sftp' && settings.sshHostKeys) {
      additions.known_hosts_file = await files.write('known_hosts', `${settings.sshHostKeys.trim()}\n`)
    }
    const path = await files.write('rclone.conf', formatRcloneConfig(config, additions))
    const env = { ...programEnvironment(home), RCLONE_CONFIG: path, ...patience }
    const remote = `origin:${settings.path ?? ''}`
    let server: Promise<RcloneServer> | undefined
    const read = async (file: string) => {
      server ??= startRcloneServer(remote, env, deps.signal)
      return (await server).read(file, deps.maxFileBytes)
    }
    return {
      changes: () => listFiles({ settings, type: config.type, remote, env, read, deps }),
      async close() {
        await server?.then((one) => one.stop()).catch(() => {})
        await files.remove()
      },
    }
  },
}

interface Listing {
  settings: RcloneSettings
  type: string
  remote: string
  env: Record<string, string>
  read: RcloneServer['read'] extends (path: string, maxBytes: number) => infer Result ? (path: string) => Result : never
  deps: ConnectorDeps
}

const entrySchema = z.object({
  Path: z.string(),
  Size: z.number(),
  ModTime: z.string().optional(),
  Hashes: z.record(z.string(), z.string()).optional(),
})

async function* listFiles({ settings, type, remote, env, read, deps }: Listing): AsyncGenerator<OriginChange> {
  const filter = createPathFilter(settings)
  const options = ['--recursive', '--files-only', '--no-mimetype', '--use-server-modtime']
  const args = ['lsjson', ...options, ...(listsHashes.has(type) ? ['--hash'] : []), '--', remote]
  const call = { program: 'rclone', args, env, signal: deps.signal }
  const listed = new Set<string>()
  try {
    for await (const line of splitOutput(call, '\n')) {
      if (!line.startsWith('{')) continue
      const entry = entrySchema.parse(JSON.parse(line.replace(/,$/, '')))
      const { Path: path, Size: size } = entry
      const id = idFromPath(path)
      // Google Drive can hold two files of one name in a folder.
      if (!filter(path) || listed.has(id)) continue
      listed.add(id)
      const url = (settings.webUrl || `rclone:${encodePath(settings.path ?? '')}/{path}`).replaceAll('{path}', () =>
        encodePath(path),
      )
      const date = new Date(entry.ModTime ?? '')
      yield {
        kind: 'item',
        id,
        version: versionOf(size, entry.ModTime, JSON.stringify(entry.Hashes ?? {}), url),
        title: titleFromPath(path),
        url,
        updatedAt: Number.isNaN(date.getTime()) ? deps.now() : date,
        read: async () =>
          size > deps.maxFileBytes ? tooLarge(deps.maxFileBytes) : toContent(path, await read(path), deps),
      }
    }
  } catch (error) {
    throw explain(error)
  }
  yield { kind: 'end', isComplete: true }
}

function toContent(
  path: string,
  result: Awaited<ReturnType<RcloneServer['read']>>,
  deps: ConnectorDeps,
): OriginContent {
  if (result === 'too-large') return tooLarge(deps.maxFileBytes)
  if (Buffer.isBuffer(result)) return fileContent(path, result)
  if (result.status === 404) return { type: 'unavailable', reason: 'removed while it was read' }
  throw new OriginError(
    `The store could not send ${path} (${result.status}): ${result.reason}. It will be tried again.`,
  )
}

/** Turns an error of the program into a sentence for admins. Its log can name files and hosts, but holds no secret. */
function explain(error: unknown): unknown {
  if (!(error instanceof ProgramError)) return error
  if (error.isMissing) return new OriginError('The server has no program "rclone". Ask its operator to install it.')
  const reason = /(?:ERROR|CRITICAL|Failed)[^\n]*?: ([^\n]+)/.exec(error.stderr)?.[1] ?? `status ${error.exitCode}`
  return new OriginError(`The store could not be listed: ${reason.slice(0, 300)}.`)
}
