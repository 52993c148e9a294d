import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { othersPermissions } from '../../storage/private-directory.ts'
import { probePort } from '../probe-port.ts'
import type { Finding } from './finding.ts'

export function checkNode(version: string): Finding {
  const part = 'node'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return { part, state: 'well', says: version }
  return { part, state: 'bad', says: `${version} is too old`, advice: 'Install Node 20.19 or newer.' }
}

/** Checks that the data directory can be created and written, is private, and has free space. */
export function checkDataDirectory({ dataDir }: Pick<Config, 'dataDir'>): Finding {
  const part = 'data directory'
  const path = resolve(dataDir)
  const existing = nearestExisting(path)
  const problem = findWriteProblem(existing, 'DATA_DIR')
  if (problem) return { part, state: 'bad', ...problem }
  const { bavail, bsize } = statfsSync(existing)
  const freeBytes = bavail * bsize
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free`
  if (freeBytes < 500_000_000) {
    return { part, state: 'bad', says: `${path} has ${free}`, advice: 'Free at least 500 MB.' }
  }
  if (existing === path && process.platform !== 'win32' && (statSync(path).mode & othersPermissions) !== 0) {
    return {
      part,
      state: 'note',
      says: `${path} can be accessed by other accounts of this machine`,
      advice: `The next start takes their permissions away; so does: chmod -R go-rwx ${path}`,
    }
  }
  return { part, state: 'well', says: `${path} is writable, ${free}` }
}

/** Checks that the folder of the nightly backups can be created and written; undefined if there are none. */
export function checkBackupDirectory({ backups }: Pick<Config, 'backups'>): Finding | undefined {
  if (!backups) return undefined
  const part = 'backup directory'
  const path = resolve(backups.directory)
  const problem = findWriteProblem(nearestExisting(path), 'BACKUP_DIR')
  return problem ? { part, state: 'bad', ...problem } : { part, state: 'well', says: `${path} is writable` }
}

/** Returns the path, or the directory above it in which it would be created. */
function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

/** Returns why nothing can be written to a directory, and what to do about it. */
function findWriteProblem(path: string, variable: string): Pick<Finding, 'says' | 'advice'> | undefined {
  try {
    if (!statSync(path).isDirectory()) {
      return { says: `${path} is not a directory`, advice: `Set ${variable} to another one.` }
    }
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return {
      says: `this account cannot write to ${path}`,
      advice: `Change its owner (chown ${process.getuid?.() ?? 'you'} ${path}), or set ${variable} to another directory.`,
    }
  }
}

/** Checks that the port is free, or that a Lorewell server uses it. */
export async function checkPort(
  { host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  fetch: typeof globalThis.fetch,
): Promise<Finding> {
  const part = 'port'
  const problem = await probePort(host, port).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
  )
  if (problem === undefined) return { part, state: 'well', says: `${host}:${port} is free` }
  if (problem === 'EADDRINUSE') {
    const isOurs = await isLorewellServer(`http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`, fetch)
    return isOurs
      ? { part, state: 'well', says: `a Lorewell server answers at ${publicUrl}` }
      : {
          part,
          state: 'bad',
          says: `${host}:${port} is used by another program`,
          advice: `Stop that program, or set PORT to another number, such as ${port + 1}.`,
        }
  }
  const advice =
    problem === 'EACCES'
      ? 'Set PORT to a number above 1023.'
      : 'Set HOST to an address of this machine, or to 0.0.0.0 for all of them.'
  return { part, state: 'bad', says: `cannot listen on ${host}:${port} (${problem})`, advice }
}

async function isLorewellServer(address: string, fetch: typeof globalThis.fetch): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(3000) })
    return ((await response.json()) as { ok?: unknown }).ok === true
  } catch {
    return false
  }
}
