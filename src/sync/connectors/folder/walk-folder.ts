import { constants } from 'node:fs'
import { lstat, open, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import type { OriginContent } from '../../connector.ts'
import { tooLarge } from '../file-item.ts'

export interface WalkedFile {
  /** Relative to the folder, with slashes. */
  path: string
  /** The name is not UTF-8: the path has U+FFFD in its place and leads nowhere. It can be that of a folder. */
  isUndecodable?: true
  sizeBytes: number
  modifiedMs: number
  /** When the file or its name, owner or permissions changed; programs that keep the other date cannot set this one. */
  changedMs: number
}

/** As many links on a path as Linux follows. */
const maxLinks = 40

/**
 * Yields the files below a folder in a stable order, without hidden ones. A link is followed only to a file within the
 * folder. `after` is the path of a file: it and those before it are left out.
 */
export async function* walkFolder(
  root: string,
  { after, onUnreadable }: { after: string | undefined; onUnreadable: (folder: string) => void },
): AsyncGenerator<WalkedFile> {
  const start = after?.split('/')

  async function* visit(folder: string, depth: number, isOnStart: boolean): AsyncGenerator<WalkedFile> {
    const names = await readdir(join(root, folder)).catch((error: unknown) => {
      // The folder was removed meanwhile; the one at the top cannot be.
      if (!isMissing(error) || folder === '') onUnreadable(folder || root)
      return []
    })
    for (const name of names.sort()) {
      if (isHidden(name)) continue
      const from = isOnStart ? start?.[depth] : undefined
      if (from !== undefined && name < from) continue
      const path = folder === '' ? name : `${folder}/${name}`
      const found = await describe(root, path).catch((error: unknown) => {
        if (isMissing(error) && isUndecodable(name)) return undecodable(path)
        // A drive that fails is not a file that was removed.
        if (!isMissing(error)) onUnreadable(folder || root)
        return undefined
      })
      if (found === 'folder') yield* visit(path, depth + 1, name === from)
      else if (found && path !== after) yield found
    }
  }
  yield* visit('', 0, start !== undefined)
}

/** Returns whether Node can have replaced bytes of a name that are not UTF-8. */
function isUndecodable(name: string): boolean {
  return name.includes('\ufffd')
}

function undecodable(path: string): WalkedFile {
  return { path, isUndecodable: true, sizeBytes: 0, modifiedMs: 0, changedMs: 0 }
}

/** Returns whether a file or folder of this name is left out, with everything below it. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

async function describe(root: string, path: string): Promise<WalkedFile | 'folder' | undefined> {
  const full = join(root, path)
  const entry = await lstat(full)
  if (entry.isDirectory()) return 'folder'
  const isLinkWithin = entry.isSymbolicLink() && (await leadsWithin(root, full))
  // A link to a folder would list its files twice, or without end.
  const file = isLinkWithin ? await stat(full) : entry
  if (!file.isFile()) return undefined
  return { path, sizeBytes: file.size, modifiedMs: file.mtimeMs, changedMs: file.ctimeMs }
}

/** Returns whether a link ends within the folder. Fails if it can't be followed, unless it has left the folder before. */
async function leadsWithin(root: string, link: string): Promise<boolean> {
  try {
    return isWithin(root, await realpath(link))
  } catch (error) {
    if (isMissing(error)) throw error
    let path = link
    for (let links = 0; links < maxLinks; links += 1) {
      const next = await firstLink(root, path)
      if (next === undefined) break
      path = resolve(dirname(next), await readlink(next), relative(next, path))
      if (!isWithin(root, path)) return false
    }
    throw error
  }
}

/** Returns the topmost link on a path within the folder. */
async function firstLink(root: string, path: string): Promise<string | undefined> {
  let current = root
  for (const name of relative(root, path).split(sep)) {
    current = join(current, name)
    if ((await lstat(current)).isSymbolicLink()) return current
  }
  return undefined
}

/** Returns whether an error says that nothing is there. Others, as of a drive that fails, say nothing about it. */
function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Reads a file. What was opened is compared with what lies within the folder: links can change between two looks. */
export async function readFileWithin(root: string, path: string, maxBytes: number): Promise<OriginContent> {
  try {
    const target = await realpath(join(root, path))
    if (!isWithin(root, target)) return { type: 'skipped', reason: 'It is a link that leads out of the folder.' }
    const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const opened = await file.stat()
      const current = (await realpath(target)) === target ? await lstat(target) : undefined
      if (!opened.isFile() || current?.ino !== opened.ino || current.dev !== opened.dev)
        return { type: 'unavailable', reason: 'It changed while it was read.' }
      if (opened.size > maxBytes) return tooLarge(maxBytes)
      return { type: 'file', name: posix.basename(path), bytes: await file.readFile() }
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException
    if (isMissing(error)) return { type: 'unavailable', reason: 'It was removed while the folder was read.' }
    // Not "skipped": what was stored of a file that fails, or is closed to the server, would be removed.
    if (code === 'EACCES' || code === 'EPERM')
      return { type: 'unavailable', reason: 'The account of the server has no permission to read it.' }
    if (errno !== undefined) return { type: 'unavailable', reason: `The system cannot read it now (${code}).` }
    throw error
  }
}

function isWithin(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}
