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
  /command|file$|_path$|env_auth|use_az$|msi|ccache|agent|^ssh$|^remote$|^upstreams$|proxy|emulator|socket|^config|authentication_provider|connection_string/
const allowedOptions = new Set(['path_override'])
/** Options that name a host to connect to. */
const hostOption = /^(host|hostname|url|endpoint|auth|domain_controller|server|site|.*_address|.*_url|.*_endpoint)$/
/** Options that become a part of a host name: another character could end it and begin another host. */
const hostPartOption = /^(account|region|location|zone|namespace|tenant|provider)$/
/** Switches that are named like an address, such as `use_accelerate_endpoint`. */
const switchValue = /^(true|false|unset)$/i
const defaultPorts: Record<string, number> = { sftp: 22, ftp: 21, smb: 445 }

/** Parses one section of a rclone.conf and refuses what would reach beyond the store. */
export function parseRcloneConfig(text: string): RcloneConfig {
  const options = new Map<string, string>()
  let sections = 0
  for (const [index, line] of text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .entries()) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    if (/^\[.*\]$/.test(line)) sections += 1
    else {
      const [, key, value] = /^([a-z][a-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? []
      if (key === undefined || value === undefined)
        throw new OriginError(
          `Line ${index + 1} of the configuration is not like "option = value". Enter the output of rclone config show NAME.`,
        )
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
  for (const [key, value] of options) {
    const usesServer = forbiddenOption.test(key) || (key === 'provider' && /_auth$/.test(value) && value !== 'no_auth')
    if (usesServer && !allowedOptions.has(key)) {
      throw new OriginError(
        `The option "${key}" is not permitted: it runs a program, reads from this server or uses its credentials.`,
      )
    }
    // rclone would replace it by the value of another option, after the checks.
    if (value.includes('%(')) throw new OriginError(`The option "${key}" must not contain "%(".`)
    if (hostPartOption.test(key) && !/^[\w .-]*$/.test(value))
      throw new OriginError(`The option "${key}" must be a name of letters, digits, dots and hyphens.`)
  }
  options.delete('type')
  return { type, options }
}

/** Checks all hosts that a configuration names by the network rules. */
export async function checkHosts({ type, options }: RcloneConfig, deps: ConnectorDeps): Promise<void> {
  for (const [key, value] of options) {
    const addresses = new Set(textsOf(value).flatMap((text) => text.match(/https?:\/\/[^\s;,"']+/gi) ?? []))
    if (hostOption.test(key) && value !== '' && !switchValue.test(value)) addresses.add(value)
    for (const address of addresses) await checkHost(address, { key, type, options }, deps)
  }
}

/** Returns the texts of an option: those within its JSON, or the value itself. */
function textsOf(value: string): string[] {
  const texts: string[] = []
  try {
    JSON.parse(value, (_, part) => {
      if (typeof part === 'string') texts.push(part)
    })
    return texts
  } catch {
    return [value]
  }
}

async function checkHost(
  address: string,
  { key, type, options }: RcloneConfig & { key: string },
  deps: ConnectorDeps,
): Promise<void> {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(address)
  const text = isUrl ? address : `https://${address}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  const refuse = (reason: string, cause?: Error) =>
    new OriginError(
      `${url?.host ?? `The option "${key}"`} cannot be used: ${reason}. Ask the operator to list it in SYNC_ALLOW.`,
      { cause },
    )
  if (!url) throw refuse('it is not a host')
  const standard = url.protocol === 'http:' ? 80 : 443
  const port = Number(
    url.port || (key === 'host' ? options.get('port') : '') || (isUrl ? standard : (defaultPorts[type] ?? 443)),
  )
  await deps.addressesFor(url.hostname, port).catch((cause: Error) => {
    throw refuse(cause.message, cause)
  })
}

/** Writes the configuration with its one remote, "origin". */
export function formatRcloneConfig({ type, options }: RcloneConfig, additions: Record<string, string>): string {
  const lines = [...new Map([['type', type], ...options, ...Object.entries(additions)])]
  return `[origin]\n${lines.map(([key, value]) => `${key} = ${value}`).join('\n')}\n`
}
