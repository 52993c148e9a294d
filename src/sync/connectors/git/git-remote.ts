import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConnectorDeps, OriginError } from '../../connector.ts'
import { resolveAllowedFolder } from '../allowed-folder.ts'
import { createPrivateFiles } from '../private-files.ts'
import type { GitSettings } from './git-settings.ts'

/** Where Git fetches from, with the settings and the environment that it runs with. */
export interface GitRemote {
  url: string
  config: readonly (readonly [key: string, value: string])[]
  env: Record<string, string>
  close(): Promise<void>
}

const noCleanup = async () => {}

/** Checks the address of a repository against the operator's rules and prepares its credentials. */
export async function openRemote(settings: GitSettings, deps: ConnectorDeps): Promise<GitRemote> {
  const text = settings.url.trim()
  if (isAbsolute(text) || text.startsWith('file://')) return openFolder(text, deps)
  const url = parseRemoteUrl(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return openHttp(url, settings, deps)
  if (url?.protocol === 'ssh:') return openSsh(url, settings, deps)
  throw new OriginError('Enter the address of a Git repository: https://…, ssh://…, user@host:path, or a folder.')
}

/** Parses a URL or the short form `user@host:path`; undefined for anything else. */
export function parseRemoteUrl(text: string): URL | undefined {
  const short = /^(?:([\w.-]+)@)?([a-z0-9][a-z0-9.-]*):(?!\/\/)(.+)$/i.exec(text)
  const full = short ? `ssh://${short[1] ?? 'git'}@${short[2]}/${(short[3] as string).replace(/^\/+/, '')}` : text
  if (!URL.canParse(full)) return undefined
  const url = new URL(full)
  // Git passes both to ssh, where a leading dash would make an option of it.
  const isSafe = /^[a-z0-9[]/i.test(url.hostname) && /^[\w.-]*$/.test(url.username) && !url.username.startsWith('-')
  return isSafe ? url : undefined
}

async function openFolder(text: string, deps: ConnectorDeps): Promise<GitRemote> {
  const path = await resolveAllowedFolder(text.startsWith('file://') ? fileURLToPath(text) : text, deps.allowedFolders)
  const files = await createPrivateFiles()
  // Only a configuration file lifts the check of the owner for the process that reads the repository.
  const config = await files.write('gitconfig', `[safe]\n\tdirectory = ${JSON.stringify(path)}\n`)
  return { url: path, config: [], env: { GIT_ALLOW_PROTOCOL: 'file', GIT_CONFIG_GLOBAL: config }, close: files.remove }
}

async function openHttp(url: URL, settings: GitSettings, deps: ConnectorDeps): Promise<GitRemote> {
  if (url.username !== '' || url.password !== '') {
    throw new OriginError('Enter the user name and the token in their own fields, not in the address.')
  }
  const { hostname } = url
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const authorization = settings.token
    ? `Basic ${Buffer.from(`${settings.username || 'git'}:${settings.token}`).toString('base64')}`
    : undefined
  await probeHttp(url, authorization, deps)
  const addresses = await deps.addressesFor(hostname, port)
  const address = addresses.map((one) => (isIP(one) === 6 ? `[${one}]` : one)).join(',')
  const config: [string, string][] = [['http.followRedirects', 'false']]
  // Git connects to the checked addresses, whatever the name resolves to by then.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0)
    config.push(['http.curloptResolve', `${hostname}:${port}:${address}`])
  if (authorization) config.push(['http.extraHeader', `Authorization: ${authorization}`])
  return { url: url.href, config, env: { GIT_ALLOW_PROTOCOL: url.protocol.slice(0, -1) }, close: noCleanup }
}

/** Asks as Git does, since the guarded request applies the network rules and its answer can be explained. */
async function probeHttp(url: URL, authorization: string | undefined, deps: ConnectorDeps): Promise<void> {
  const response = await deps
    .fetch(`${url.href.replace(/\/$/, '')}/info/refs?service=git-upload-pack`, {
      headers: { 'Git-Protocol': 'version=2', ...(authorization ? { authorization } : {}) },
      signal: deps.signal,
    })
    .catch((cause: Error) => {
      deps.signal.throwIfAborted()
      throw new OriginError(`${url.host} cannot be reached: ${cause.message}.`, { cause })
    })
  const { status } = response
  if (status === 200) return
  if (status === 401 || status === 403) {
    throw new OriginError(
      `${url.host} refuses access to the repository (${status}). Check the user name and the token.`,
    )
  }
  if (status === 404)
    throw new OriginError(`${url.host} has no repository at this address, or the token cannot read it. Check both.`)
  if (status >= 300 && status < 400) {
    const target = (response.headers.get('location') ?? '').replace(/\/info\/refs.*$/, '')
    throw new OriginError(`The repository has moved. Enter its new address: ${target.slice(0, 300)}`)
  }
  throw new OriginError(`${url.host} answers with status ${status}. Check the address, or try again later.`)
}

async function openSsh(url: URL, settings: GitSettings, deps: ConnectorDeps): Promise<GitRemote> {
  if (url.password !== '') throw new OriginError('Enter an SSH key; a password in the address is not supported.')
  if (!settings.sshKey) throw new OriginError('Enter the private SSH key that can read the repository.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 22)
  const [address] = await deps.addressesFor(host, port)
  const files = await createPrivateFiles()
  const key = await files.write('key', `${settings.sshKey.trim()}\n`)
  const knownHosts = settings.sshHostKeys
    ? await files.write('known_hosts', `${settings.sshHostKeys.trim()}\n`)
    : `${deps.cacheDirectory}/known_hosts`
  const options = {
    HostName: address,
    // As known_hosts files write it.
    HostKeyAlias: port === 22 ? host : `[${host}]:${port}`,
    IdentityFile: `"${key}"`,
    IdentitiesOnly: 'yes',
    UserKnownHostsFile: `"${knownHosts}"`,
    GlobalKnownHostsFile: '/dev/null',
    // Without keys of the host, the first one that it shows is kept and must stay the same.
    StrictHostKeyChecking: settings.sshHostKeys ? 'yes' : 'accept-new',
    BatchMode: 'yes',
    ConnectTimeout: '20',
    ServerAliveInterval: '20',
    ForwardAgent: 'no',
    ClearAllForwardings: 'yes',
    ProxyCommand: 'none',
    PermitLocalCommand: 'no',
  }
  const lines = Object.entries(options).map(([name, value]) => `${name} ${value}`)
  const config = await files.write('config', `${lines.join('\n')}\n`)
  return {
    url: url.href,
    config: [],
    // Git runs this in a shell; the path is our own and has no characters that it reads.
    env: { GIT_ALLOW_PROTOCOL: 'ssh', GIT_SSH_COMMAND: `ssh -F '${config}'`, GIT_SSH_VARIANT: 'ssh' },
    close: files.remove,
  }
}
