import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../errors.ts'
import { knownFileProblem } from '../file-problem.ts'

/** Permissions of the group and of everyone else. */
export const othersPermissions = 0o077

/**
 * Creates a directory that only its owner can enter, and takes all permissions of other accounts away from an existing one
 * and everything beneath it: the store holds password hashes and signing keys. Symbolic links are not followed. Returns a
 * warning if the file system has no permissions; throws if they belong to another account and cannot be changed.
 */
export function makeDirectoryPrivate(directory: string): string | undefined {
  try {
    makeDirectories(directory)
    if (process.platform === 'win32') return undefined
    const root = realpathSync(directory)
    // The directory itself first: from then on, nobody else can replace an entry by a symbolic link.
    return restrictEntry(root, directory) ? restrictEntriesBelow(root, directory) : unsupportedWarning(directory)
  } catch (cause) {
    const { code, path = directory } = cause as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM') throw unusableDirectoryError(directory, cause)
    throw new AppError(
      'unavailable',
      `This account (uid ${process.geteuid?.()}) cannot access ${path}. Run Lorewell as the account that owns it, or set DATA_DIR to another directory.`,
      { cause },
    )
  }
}

/**
 * Creates a directory that only its owner can enter, and those above it. Node's recursive mkdir never ends where the system
 * says "no such directory" although the one above is there, as below /proc.
 */
export function makeDirectories(directory: string): void {
  const path = resolve(directory)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (!existsSync(dirname(path))) makeDirectories(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Another process can have created it just now.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw cause
  }
}

/** Returns the user-facing error for a data directory that the file system refuses; other errors as they are. */
export function unusableDirectoryError(directory: string, cause: unknown): unknown {
  const problem = knownFileProblem(cause)
  if (problem === undefined) return cause
  return new AppError(
    'unavailable',
    `The data directory ${directory} cannot be used: ${problem}. Set DATA_DIR to a directory that can be written to.`,
    { cause },
  )
}

function restrictEntriesBelow(path: string, directory: string): undefined {
  // A database that is in use removes files and directories meanwhile.
  if (!existsSync(path)) return
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue
    const entryPath = join(path, entry.name)
    restrictEntry(entryPath, directory)
    if (entry.isDirectory()) restrictEntriesBelow(entryPath, directory)
  }
}

/** Removes the permissions of others. Returns false if the file system accepts that and changes nothing. */
function restrictEntry(path: string, directory: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || (found.mode & othersPermissions) === 0) return true
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      fchmodSync(descriptor, found.mode & 0o700)
      return (fstatSync(descriptor).mode & othersPermissions) === 0
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    if (code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS') return false
    throw notPrivateError(path, found.uid, directory, cause)
  }
}

function notPrivateError(path: string, ownerId: number, directory: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `Other accounts of this machine can access ${path}, and this account (uid ${process.geteuid?.()}) cannot change that (${(cause as NodeJS.ErrnoException).code}): it belongs to uid ${ownerId}. Run Lorewell as that account, or as an administrator: chown -R ${process.geteuid?.()} ${directory} && chmod -R go-rwx ${directory}. On a shared volume, set DATA_DIR to a new directory inside it.`,
    { cause },
  )
}

function unsupportedWarning(directory: string): string {
  return `The file system of ${directory} has no file permissions: other accounts of this machine may be able to read the data. Set DATA_DIR to a directory on a file system that has them.`
}
