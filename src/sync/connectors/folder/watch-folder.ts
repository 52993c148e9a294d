import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { OriginError, type OriginWatch } from '../../connector.ts'
import type { PathFilter } from '../path-filter.ts'
import { isHidden } from './walk-folder.ts'

/** Linux lets an account watch some ten thousand folders, for all its programs together. */
const defaultMaxFolders = 4096

/**
 * Watches a folder and the folders below it, one by one: where the system cannot watch a tree, Node would watch every file.
 * Reports the first change of a document or folder, and the next one after `refresh`, which also finds new folders.
 */
export async function watchFolder(
  root: string,
  {
    isIncluded,
    onChange,
    onError,
    maxFolders = defaultMaxFolders,
  }: { isIncluded: PathFilter; onChange: (path: string) => void; onError: (error: Error) => void; maxFolders?: number },
): Promise<OriginWatch> {
  /** By path, '' for the root. */
  const watchers = new Map<string, FSWatcher>()
  let isReported = false
  let isClosed = false

  function report(path: string): void {
    if (isReported || isClosed) return
    isReported = true
    onChange(path)
  }

  function close(): void {
    isClosed = true
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }

  function fail(error: Error): void {
    if (isClosed) return
    close()
    onError(error)
  }

  async function inspect(folder: string, event: string, name: string | null): Promise<void> {
    if (name === null) return report(folder)
    const path = folder === '' ? name : `${folder}/${name}`
    if (isHidden(name)) return
    if (event === 'rename') {
      // A folder that was moved or removed says so under its own name. Its watcher notices nothing of what takes its place.
      for (const moved of [path, ...(name === basename(folder) ? [folder] : [])])
        if (removeBranch(moved)) return report(moved)
    }
    if (isReported) return
    if (isIncluded(path)) return report(path)
    if (event !== 'rename') return
    const found = await lstat(join(root, path)).catch(() => undefined)
    if (found?.isDirectory()) report(path)
    else if (!found && folder === '' && name === basename(root))
      fail(new OriginError('The folder was moved or removed.'))
  }

  function add(folder: string): void {
    if (watchers.has(folder)) return
    if (watchers.size >= maxFolders) throw new OriginError(`It has more than ${maxFolders} folders.`)
    const watcher = watch(join(root, folder), { persistent: false }, (event, name) => {
      inspect(folder, event, name).catch(fail)
    })
    watcher.on('error', (error) => (folder === '' ? fail(error) : removeBranch(folder)))
    watchers.set(folder, watcher)
  }

  /** Returns whether the folder was watched. */
  function removeBranch(folder: string): boolean {
    if (!watchers.has(folder)) return false
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue
      watcher.close()
      watchers.delete(path)
    }
    return true
  }

  async function refresh(): Promise<void> {
    isReported = false
    const found = new Set([''])
    for (const folder of found) {
      if (isClosed) return
      if (!addIfThere(folder)) continue
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
      for (const entry of entries)
        if (entry.isDirectory() && !isHidden(entry.name))
          found.add(folder === '' ? entry.name : `${folder}/${entry.name}`)
    }
    for (const folder of watchers.keys()) if (!found.has(folder)) removeBranch(folder)
  }

  /** Runs name folders that cannot be read; those that are gone are of no interest. */
  function addIfThere(folder: string): boolean {
    try {
      add(folder)
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (folder !== '' && (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR')) return false
      throw error
    }
  }

  try {
    await refresh()
  } catch (error) {
    close()
    throw error
  }
  return { refresh, close }
}
