import { type ConnectorDeps, OriginError } from '../../connector.ts'

export interface RcloneConfig {
  type: string
  options: ReadonlyMap<string, string>
}

/** Stores over the network. Others read this machine's disk, or wrap a remote that would need a check of its own. */
const backends = new Set(
  `azureblob azurefiles b2 box drive dropbox fichier filefabric filescom ftp gcs gofile googlecloudstorage hidrive http
  imagekit internetarchive jottacloud koofr linkbox mailru mega netstorage onedrive oos opendrive oracleobjectstorage pcloud
  pikpak premiumizeme protondrive putio qingstor quatrix s3 seafile sftp sharefile sia smb storj sugarsync swift
  ulozto uptobox webdav yandex zoho`.split(/\s+/),
)
/** Options that run programs, read files of this machine, or use its own credentials. */
const forbiddenOption =
  /command|file$|_path$|env_auth|msi|ccache|agent|^ssh$|^remote$|^upstreams$|proxy|emulator|socket|^config|authentication_provider/
const allowedOptions = new Set(['path_override'])
/** Options that name a host to connect to. */
const hostOption = /^(host|url|endpoint|auth|domain_controller|server|.*_url|.*_endpoint)$/
const defaultPorts: Record<string, number> = { sftp: 22, ftp: 21, smb: 445 }

/** Parses one section of a rclone.conf and refuses what would reach beyond the store. */
export function parseRcloneConfig(text: string): RcloneConfig {
  const options = new Map<string, string>()
  let sections = 0
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    if (/^\[.*\]$/.test(line)) sections += 1
    else {
      const [, key, value] = /^([a-z][a-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? []
      if (key === undefined || value === undefined) throw new OriginError('The configuration has a line without "=".')
      options.set(key, value)
    }
  }
  if (sections > 1)
    throw new OriginError('Enter one section of the configuration: the output of rclone config show NAME.')
  const type = options.get('type') ?? ''
  if (!backends.has(type)) {
    throw new OriginError(
      `The type "${type.slice(0, 40)}" is not supported. Choose a store over the network, such as webdav or s3.`,
    )
  }
  for (const key of options.keys()) {
    if (forbiddenOption.test(key) && !allowedOptions.has(key)) {
      throw new OriginError(`The option "${key}" is not permitted: it runs a program or reads from this server.`)
    }
  }
  options.delete('type')
  return { type, options }
}

/** Checks all hosts that a configuration names by the network rules. */
export async function checkHosts({ type, options }: RcloneConfig, deps: ConnectorDeps): Promise<void> {
  for (const [key, value] of options) {
    if (!hostOption.test(key) || value === '') continue
    const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}`
    const url = URL.canParse(text) ? new URL(text) : undefined
    // A word, as some stores use these options for a region.
    if (!url || (key !== 'host' && !/[.:/]/.test(value) && value !== 'localhost')) continue
    const isUrl = text === value
    const standard = url.protocol === 'http:' ? 80 : 443
    const port = Number(
      url.port || (key === 'host' ? options.get('port') : '') || (isUrl ? standard : (defaultPorts[type] ?? 443)),
    )
    await deps.addressesFor(url.hostname, port).catch((cause: Error) => {
      throw new OriginError(
        `${url.host} cannot be used: ${cause.message}. Ask the operator to list it in SYNC_ALLOW.`,
        { cause },
      )
    })
  }
}

/** Writes the configuration with its one remote, "origin". */
export function formatRcloneConfig({ type, options }: RcloneConfig, additions: Record<string, string>): string {
  const lines = [...new Map([['type', type], ...options, ...Object.entries(additions)])]
  return `[origin]\n${lines.map(([key, value]) => `${key} = ${value}`).join('\n')}\n`
}
