import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { logLevels, nodeRoles, type Setting } from './settings.ts'
import { withoutTrailingSlashes } from './trailing-slashes.ts'

/** Returns the checked text of a setting. A secret can also come from the file named by NAME_FILE. */
export function readSetting(name: string, setting: Setting, environment: Record<string, string | undefined>): string {
  let text = environment[name]?.trim() ?? ''
  const file = setting.kind === 'secret' ? environment[`${name}_FILE`]?.trim() : undefined
  if (file) {
    if (text) throw new Error(`${name} and ${name}_FILE are both set: keep one of them`)
    try {
      text = readFileSync(file, 'utf8').trim()
    } catch {
      throw new Error(`${name}_FILE names a file that cannot be read: check its path and permissions`)
    }
  }
  if (text === '') return setting.default
  switch (setting.kind) {
    case 'host': {
      const host = text.replace(/^\[(.*:.*)\]$/, '$1')
      if (!isHost(host))
        throw new Error(`${name} must be an IP address or a host name, without a scheme, port or path, not "${text}"`)
      return host
    }
    case 'port':
      if (!/^\d+$/.test(text) || Number(text) > 65_535)
        throw new Error(`${name} must be a port number from 0 to 65535, not "${text}"`)
      return text
    case 'count':
      if (!/^\d+$/.test(text) || Number(text) < 1 || !Number.isSafeInteger(Number(text))) {
        throw new Error(`${name} must be a whole number of at least 1, not "${text}"`)
      }
      return text
    case 'number':
      if (!/^\d{1,6}$/.test(text)) throw new Error(`${name} must be a whole number from 0 to 999999, not "${text}"`)
      return text
    case 'url':
      if (!/^https?:$/.test(protocolOf(text))) {
        // Not the text: an address can contain a password.
        throw new Error(`${name} must be an http or https address, such as https://example.com`)
      }
      return withoutTrailingSlashes(text)
    case 'origins': {
      const isOrigin = (entry: string) => entry === '*' || (/^https?:/.test(entry) && originOf(entry) === entry)
      const other = splitList(text).find((entry) => !isOrigin(entry))
      if (other !== undefined)
        throw new Error(
          `${name} must be origins such as https://app.example.com, without a path, or *; "${other}" is none`,
        )
      return text
    }
    case 'hosts':
      for (const entry of splitList(text))
        if (!isHostWithPort(entry)) throw new Error(`${name} must list host:port pairs; "${entry}" is not one`)
      return text
    case 'networks':
      for (const entry of splitList(text))
        if (!isNetwork(entry)) throw new Error(`${name} must list IP addresses or networks; "${entry}" is none`)
      return text
    case 'level':
      if (!(logLevels as readonly string[]).includes(text))
        throw new Error(`${name} must be one of ${logLevels.join(', ')}, not "${text}"`)
      return text
    case 'role':
      if (!(nodeRoles as readonly string[]).includes(text))
        throw new Error(`${name} must be one of ${nodeRoles.join(', ')}, not "${text}"`)
      return text
    case 'switch':
      if (text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off, not "${text}"`)
      return text
    default:
      return text
  }
}

/** Returns the entries of a list with commas. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || (/^[^/?#@\\\s:%[\]]+$/.test(text) && URL.canParse(`http://${text}/`))
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

function originOf(text: string): string | undefined {
  return URL.parse(text)?.origin
}

function protocolOf(text: string): string {
  try {
    return new URL(text).protocol
  } catch {
    return ''
  }
}
