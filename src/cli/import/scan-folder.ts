import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { fileProblem, knownFileProblem } from '../../file-problem.ts'
import { unreadableError } from '../read-text-file.ts'
import { confluenceFolders, readConfluenceTree } from './confluence-tree.ts'

/** A page to import: a file, or a folder with or without an index page. Paths are relative, with slashes. */
export interface FoundPage {
  /** The path of the folder or file. Ids derive from it, so a folder keeps its id when it gets an index page. */
  path: string
  /** Undefined for a folder without an index page. */
  file: string | undefined
  /** The path of the parent folder or page; undefined at the top. */
  parentPath: string | undefined
}

export interface FileProblem {
  file: string
  message: string
}

/**
 * Lists the pages of a folder, parents before children, without hidden entries. A symbolic link that leads out of the
 * folder is reported and not followed: a folder from someone else must not import files of this machine. `skipped` names
 * files of kinds that are not imported, with the reason.
 */
export function scanFolder(directory: string): ScannedFolder {
  const root = resolveRoot(directory)
  const pages: FoundPage[] = []
  const problems: FileProblem[] = []
  const skipped: FileProblem[] = []

  const visit = (folder: string, parentPath: string | undefined) => {
    const { files, folders } = entriesOf(folder)
    const confluencePages = readConfluenceTree(files, (name) => readFileSync(join(root, folder, name), 'utf8'))
    if (confluencePages) {
      for (const { file, parent } of confluencePages) {
        const path = joinPath(folder, file)
        pages.push({ path, file: path, parentPath: parent === undefined ? parentPath : joinPath(folder, parent) })
      }
      if (folders.includes('attachments'))
        skipped.push({
          file: joinPath(folder, 'attachments'),
          message: 'Attachments of Confluence are not imported.',
        })
      const others = folders.filter((name) => !confluenceFolders.has(name))
      visitFolders(folder, { files, folders: others }, parentPath)
      return
    }
    const folderPages = visitFolders(folder, { files, folders }, parentPath)
    const ownPage = parentPath === undefined ? undefined : findIndexPage(files)
    for (const name of files) {
      const path = joinPath(folder, name)
      if (name !== ownPage && !folderPages.has(name)) pages.push({ path, file: path, parentPath })
    }
  }
  /** Returns the files of the folder that are the pages of its subfolders: they have their names. */
  const visitFolders = (folder: string, { files, folders }: FolderEntries, parentPath: string | undefined) => {
    // Of several files with one name, the first.
    const fileByName = new Map(files.toReversed().map((file) => [withoutExtension(file), file]))
    const folderPages = new Set<string>()
    for (const name of folders) {
      const path = joinPath(folder, name)
      if (!hasPages(path)) continue
      const indexPage = findIndexPage(entriesOf(path).files)
      const sameName = indexPage === undefined ? fileByName.get(name) : undefined
      if (sameName !== undefined) folderPages.add(sameName)
      const file = indexPage === undefined ? sameName && joinPath(folder, sameName) : joinPath(path, indexPage)
      pages.push({ path, file, parentPath })
      visit(path, path)
    }
    return folderPages
  }
  const cache = new Map<string, FolderEntries>()
  const entriesOf = (folder: string) => {
    const entries = cache.get(folder) ?? readFolder(root, folder, { problems, skipped })
    cache.set(folder, entries)
    return entries
  }
  const hasPages = (folder: string): boolean => {
    const { files, folders } = entriesOf(folder)
    return files.length > 0 || folders.some((name) => hasPages(joinPath(folder, name)))
  }
  visit('', undefined)
  return { pages, problems, skipped }
}

interface FolderEntries {
  files: string[]
  folders: string[]
}

export interface ScannedFolder {
  pages: FoundPage[]
  problems: FileProblem[]
  skipped: FileProblem[]
}

function resolveRoot(directory: string): string {
  try {
    const root = realpathSync(directory)
    if (statSync(root).isDirectory()) return root
  } catch (cause) {
    throw unreadableError(directory, cause)
  }
  throw new AppError('validation', `${directory} is not a folder. Name a folder or a zip file.`)
}

function readFolder(root: string, folder: string, { problems, skipped }: Pick<ScannedFolder, 'problems' | 'skipped'>) {
  const files: string[] = []
  const folders: string[] = []
  for (const name of namesIn(root, folder, problems)) {
    if (name.startsWith('.') || name === 'node_modules') continue
    const path = joinPath(folder, name)
    try {
      const kind = entryKind(root, path)
      if (kind === 'folder') folders.push(name)
      else if (kind === 'file' && (isPageFile(name) || isDocumentFile(name))) files.push(name)
      else if (kind === 'file') skipped.push({ file: path, message: skipReason(name) })
    } catch (error) {
      problems.push({ file: path, message: entryProblem(name, error) })
    }
  }
  return { files, folders }
}

function entryProblem(name: string, error: unknown): string {
  // Node has replaced the bytes that are not UTF-8, and finds nothing by that name.
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (isMissing && name.includes('\ufffd')) return 'has a name that is not UTF-8; rename it'
  const problem = knownFileProblem(error)
  return problem === undefined ? (error as Error).message : `cannot be read: ${problem}`
}

/** Returns the names in a folder. One below the top that cannot be read is a problem, not an error. */
function namesIn(root: string, folder: string, problems: FileProblem[]): string[] {
  try {
    return readdirSync(join(root, folder)).sort()
  } catch (error) {
    if (folder === '') throw unreadableError(root, error)
    problems.push({ file: folder, message: `cannot be read: ${fileProblem(error)}` })
    return []
  }
}

function entryKind(root: string, path: string): 'file' | 'folder' | 'other' {
  const full = join(root, path)
  const entry = lstatSync(full)
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  if (!entry.isSymbolicLink()) return 'other'
  const target = realpathSync(full)
  if (target !== root && !target.startsWith(root + sep)) throw new Error('is a link that leads out of the folder')
  // A link to a folder inside would import its pages twice, or without end.
  return statSync(full).isFile() ? 'file' : 'other'
}

export const pageExtensions = ['.md', '.mdx', '.markdown', '.html', '.htm']
const pageExtensionPattern = new RegExp(`(?:${pageExtensions.join('|').replaceAll('.', '\\.')})$`, 'i')

export function isPageFile(name: string): boolean {
  return pageExtensionPattern.test(name)
}

const documentPattern =
  /\.(?:pdf|docx|docm|pptx|pptm|ppsx|xlsx|xlsm|csv|tsv|odt|ods|odp|rtf|eml|mbox|msg|ics|mht|mhtml|epub|ipynb|txt)$/i

/** Tells whether a file is read by its format's reader: other than a page, it has no front matter and no links. */
export function isDocumentFile(name: string): boolean {
  return documentPattern.test(name)
}

/** Returns why a file of another kind is not imported, and what to do. */
function skipReason(name: string): string {
  if (/\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|heic|avif|ico)$/i.test(name)) return 'Pictures are not imported.'
  if (/\.(?:zip|tar|t?gz|7z|rar|bz2|xz)$/i.test(name))
    return 'Archives within a folder are not imported. Unpack it, or import a zip on its own.'
  return 'Files of this kind cannot be imported.'
}

export function withoutExtension(name: string): string {
  return name.replace(pageExtensionPattern, '')
}

/** Tells whether a file can be the page of a folder: one with its name beside it, or an index page in it. */
export function isPageOfFolder(file: string, folder: string): boolean {
  if (!isPageFile(file)) return false
  const inside = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : ''
  return withoutExtension(file) === folder || findIndexPage([inside]) !== undefined
}

/** Returns the index page of a folder: index, _index or readme. */
function findIndexPage(files: readonly string[]): string | undefined {
  const find = (name: string) => files.find((file) => withoutExtension(file).toLowerCase() === name)
  return find('index') ?? find('_index') ?? find('readme')
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
