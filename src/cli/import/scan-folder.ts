import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { confluenceFolders, readConfluenceTree } from './confluence-tree.ts'

/** A page to be: a file, or a folder with or without a file that speaks for it. Paths are relative, with slashes. */
export interface FoundPage {
  /** The folder's path, or the file's. Ids are made of it, so a folder keeps its id when it gets a page of its own. */
  path: string
  /** Undefined for a folder that has no page. */
  file: string | undefined
  /** The path of the folder, or of the page, that it stands below; undefined at the top. */
  parentPath: string | undefined
}

export interface FileProblem {
  file: string
  message: string
}

/**
 * The pages of a folder, parents before children. Hidden entries are left out. A link that leads out of the folder is a
 * problem, never followed: a folder that somebody sent must not pull in files of this machine.
 */
export function scanFolder(directory: string): { pages: FoundPage[]; problems: FileProblem[] } {
  const root = resolveRoot(directory)
  const pages: FoundPage[] = []
  const problems: FileProblem[] = []

  const visit = (folder: string, parentPath: string | undefined) => {
    const { files, folders } = entriesOf(folder)
    const placed = readConfluenceTree(files, (name) => readFileSync(join(root, folder, name), 'utf8'))
    for (const { file, parent } of placed ?? []) {
      const path = joinPath(folder, file)
      pages.push({
        path,
        file: path,
        parentPath: parent === undefined ? parentPath : joinPath(folder, parent),
      })
    }
    for (const name of folders) {
      if (placed && confluenceFolders.has(name)) continue
      const path = join(folder, name).split(sep).join('/')
      const inside = entriesOf(path)
      if (!hasPages(path)) continue
      const own = findIndexPage(inside.files)
      const beside = own === undefined ? files.find((file) => withoutExtension(file) === name) : undefined
      if (beside !== undefined) files.splice(files.indexOf(beside), 1)
      const file = own === undefined ? beside && joinPath(folder, beside) : joinPath(path, own)
      pages.push({ path, file, parentPath })
      visit(path, path)
    }
    if (placed) return
    const spokenFor = parentPath === undefined ? undefined : findIndexPage(files)
    for (const name of files) {
      const path = joinPath(folder, name)
      if (name !== spokenFor) pages.push({ path, file: path, parentPath })
    }
  }
  const known = new Map<string, { files: string[]; folders: string[] }>()
  const entriesOf = (folder: string) => {
    const entries = known.get(folder) ?? readFolder(root, folder, problems)
    known.set(folder, entries)
    return entries
  }
  const hasPages = (folder: string): boolean => {
    const { files, folders } = entriesOf(folder)
    return files.length > 0 || folders.some((name) => hasPages(joinPath(folder, name)))
  }
  visit('', undefined)
  return { pages, problems }
}

function resolveRoot(directory: string): string {
  try {
    const root = realpathSync(directory)
    if (statSync(root).isDirectory()) return root
  } catch (cause) {
    throw new AppError('validation', `${directory} cannot be read: ${(cause as Error).message}`, { cause })
  }
  throw new AppError('validation', `${directory} is not a folder.`)
}

function readFolder(root: string, folder: string, problems: FileProblem[]) {
  const files: string[] = []
  const folders: string[] = []
  for (const name of readdirSync(join(root, folder)).sort()) {
    if (name.startsWith('.') || name === 'node_modules') continue
    const path = joinPath(folder, name)
    try {
      const kind = entryKind(root, path)
      if (kind === 'folder') folders.push(name)
      else if (kind === 'file' && isPageFile(name)) files.push(name)
    } catch (error) {
      problems.push({ file: path, message: (error as Error).message })
    }
  }
  return { files, folders }
}

function entryKind(root: string, path: string): 'file' | 'folder' | 'other' {
  const full = join(root, path)
  const entry = lstatSync(full)
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  if (!entry.isSymbolicLink()) return 'other'
  const target = realpathSync(full)
  if (target !== root && !target.startsWith(root + sep))
    throw new Error('is a link that leads out of the folder')
  // A link to a folder inside would bring its pages twice, or for ever.
  return statSync(full).isFile() ? 'file' : 'other'
}

export const pageExtensions = ['.md', '.mdx', '.markdown', '.html', '.htm']
const pageExtensionPattern = new RegExp(`(?:${pageExtensions.join('|').replaceAll('.', '\\.')})$`, 'i')

export function isPageFile(name: string): boolean {
  return pageExtensionPattern.test(name)
}

export function withoutExtension(name: string): string {
  return name.replace(pageExtensionPattern, '')
}

/** The file that speaks for its folder. */
function findIndexPage(files: readonly string[]): string | undefined {
  const called = (name: string) => files.find((file) => withoutExtension(file).toLowerCase() === name)
  return called('index') ?? called('_index') ?? called('readme')
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
