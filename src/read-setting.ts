import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { logLevels, nodeRoles, type Setting } from './settings.ts'
import { withoutTrailingSlashes } from './trailing-slashes.ts'

/** Returns the checked text of a setting. A secret can also come from the file named by NAME_FILE. */
export function readSetting(name: string, setting: Setting, environment: Record<string, string | undefined>): string {
  const text = readText(name, setting, environment)
  if (text === '') return setting.default
  const problem = findProblem[setting.kind]?.(text)
  if (problem !== undefined) throw new Error(`${name} ${problem}`)
  if (setting.kind === 'host') return withoutBrackets(text)
  return setting.kind === 'url' ? withoutTrailingSlashes(text) : text
}

function readText(name: string, { kind }: Setting, environment: Record<string, string | undefined>): string {
  const text = environment[name]?.trim() ?? ''
  const file = kind === 'secret' ? environment[`${name}_FILE`]?.trim() : undefined
  if (!file) return text
  if (text) throw new Error(`${name} and ${name}_FILE are both set: keep one of them`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Error(`${name}_FILE names a file that cannot be read: check its path and permissions`)
  }
}

/** Says what a text must be to be a value of the kind; undefined if it is one. */
const findProblem: Partial<Record<Setting['kind'], (text: string) => string | undefined>> = {
  host: (text) =>
    isHost(withoutBrackets(text))
      ? undefined
      : `must be an IP address or a host name, without a scheme, port or path, not "${text}"`,
  port: (text) =>
    /^\d+$/.test(text) && Number(text) <= 65_535 ? undefined : `must be a port number from 0 to 65535, not "${text}"`,
  count: (text) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number.isSafeInteger(Number(text))
      ? undefined
      : `must be a whole number of at least 1, not "${text}"`,
  number: (text) => (/^\d{1,6}$/.test(text) ? undefined : `must be a whole number from 0 to 999999, not "${text}"`),
  // Without the text: an address can contain a password.
  url: (text) =>
    /^https?:$/.test(URL.parse(text)?.protocol ?? '')
      ? undefined
      : 'must be an http or https address, such as https://example.com',
  origins: everyEntry(
    isOrigin,
    (entry) => `must be origins such as https://app.example.com, without a path, or *; "${entry}" is none`,
  ),
  hosts: everyEntry(isHostWithPort, (entry) => `must list host:port pairs; "${entry}" is not one`),
  networks: everyEntry(isNetwork, (entry) => `must list IP addresses or networks; "${entry}" is none`),
  level: oneOf(logLevels),
  role: oneOf(nodeRoles),
  switch: (text) => (text === 'on' || text === 'off' ? undefined : `must be on or off, not "${text}"`),
}

function everyEntry(isValid: (entry: string) => boolean, describe: (entry: string) => string) {
  return (list: string): string | undefined => {
    const other = splitList(list).find((entry) => !isValid(entry))
    return other === undefined ? undefined : describe(other)
  }
}

function oneOf(values: readonly string[]) {
  return (text: string): string | undefined =>
    values.includes(text) ? undefined : `must be one of ${values.join(', ')}, not "${text}"`
}

/** Returns the entries of a list with commas. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Turns `[::1]` into `::1`. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*:.*)\]$/, '$1')
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || (/^[^/?#@\\\s:%[\]]+$/.test(text) && URL.canParse(`http://${text}/`))
}

function isOrigin(entry: string): boolean {
  return entry === '*' || (/^https?:/.test(entry) && URL.parse(entry)?.origin === entry)
}

function isHostWithPort(entry: string): boolean {
  const [, host, port] = /^([^/?#@\\\s]+):(\d{1,5})$/.exec(entry) ?? []
  return host !== undefined && URL.canParse(`http://${host}/`) && Number(port) <= 65_535
}

/** An address, or a network as in `10.0.0.0/8`, `10.0.0.0/255.0.0.0` or `loopback`. */
function isNetwork(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
  const [address = '', range, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (range === undefined || (version === 4 && isIP(range) === 4)) return true
  return /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (version === 4 ? 32 : 128)
}
