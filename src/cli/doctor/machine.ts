import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Finding } from './finding.ts'

export function checkNode(version: string): Finding {
  const part = 'node'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return { part, state: 'well', says: version }
  return { part, state: 'bad', says: `${version} is too old`, advice: 'Install Node 20.19 or newer.' }
}

/** Whether the data directory can be made and written, only by us, and has room. */
export function checkDataDirectory({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const part = 'data directory'
  const path = resolve(dataDir)
  let existing = path
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    if (!statSync(existing).isDirectory()) {
      return {
        part,
        state: 'bad',
        says: `${existing} is no directory`,
        advice: 'Set DATA_DIR to another one.',
      }
    }
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return {
      part,
      state: 'bad',
      says: `${existing} cannot be written by this account`,
      advice: `Give it to this account (chown ${process.getuid?.() ?? 'you'} ${existing}), or set DATA_DIR.`,
    }
  }
  const { bavail, bsize } = statfsSync(existing)
  const freeBytes = bavail * bsize
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free`
  if (freeBytes < 500_000_000) {
    return { part, state: 'bad', says: `${path} has ${free}`, advice: 'Make room: at least 500 MB.' }
  }
  if (existing === path && process.platform !== 'win32' && (statSync(path).mode & 0o007) !== 0) {
    return {
      part,
      state: 'note',
      says: `${path} can be read by every account of this machine`,
      advice: `chmod 700 ${path}`,
    }
  }
  return { part, state: 'well', says: `${path} can be written, ${free}` }
}

/** Whether the port is free, or ours already. */
export async function checkPort(
  { host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  fetch: typeof globalThis.fetch,
): Promise<Finding> {
  const part = 'port'
  const problem = await tryListening(host, port)
  if (problem === undefined) return { part, state: 'well', says: `${host}:${port} is free` }
  if (problem === 'EADDRINUSE') {
    const isOurs = await isLorewellServer(
      `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`,
      fetch,
    )
    return isOurs
      ? { part, state: 'well', says: `a Lorewell server answers at ${publicUrl}` }
      : {
          part,
          state: 'bad',
          says: `${host}:${port} is taken by another program`,
          advice: `Stop that program, or set PORT to another number, such as ${port + 1}.`,
        }
  }
  const advice =
    problem === 'EACCES'
      ? 'Set PORT to a number above 1023.'
      : 'Set HOST to an address of this machine, or to 0.0.0.0 for all of them.'
  return { part, state: 'bad', says: `cannot listen on ${host}:${port} (${problem})`, advice }
}

function tryListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

async function isLorewellServer(address: string, fetch: typeof globalThis.fetch): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(3000) })
    return ((await response.json()) as { ok?: unknown }).ok === true
  } catch {
    return false
  }
}
