import { basename, join } from 'node:path'
import type { ImportTarget } from './import-target.ts'
import type { Journal } from './journal.ts'
import { readPage } from './read-page.ts'
import { pageNameKey } from './rewrite-links.ts'
import {
  type FileProblem,
  type FoundPage,
  isDocumentFile,
  isPageOfFolder,
  scanFolder,
  withoutExtension,
} from './scan-folder.ts'

export interface PlannedPage extends FoundPage {
  /** Undefined until the page is written, if the target assigns ids. */
  id: string | undefined
  /** From the front matter. */
  url: string | undefined
  /** Position among its siblings. */
  position: number
  isParent: boolean
  /** Its file cannot be read now. */
  isUnread: boolean
  /** Number of ancestors in the import. */
  depth: number
}

export interface ImportPlan {
  /** Parents before children. */
  pages: PlannedPage[]
  byPath: ReadonlyMap<string, PlannedPage>
  /** The paths of all pages that the folder has, also of those that cannot be read. */
  paths: ReadonlySet<string>
  /** Pages by path and by file, for links. */
  byFile: ReadonlyMap<string, PlannedPage>
  /** Pages by their Confluence id, which addresses of the old wiki contain. */
  byConfluenceId: ReadonlyMap<string, PlannedPage>
  /** Files by name and by path, both without extension; the keys come from `pageNameKey`. */
  byName: ReadonlyMap<string, string>
  problems: FileProblem[]
  /** Files of kinds that are not imported. */
  skipped: FileProblem[]
}

/** Reads every file once and assigns ids and positions: links can be rewritten only when all ids are known. */
export function planImport(
  directory: string,
  target: ImportTarget,
  journal: Pick<Journal, 'entries'>,
  maxFileBytes: number,
): ImportPlan {
  const { pages: found, problems, skipped } = scanFolder(directory)
  const pages: PlannedPage[] = []
  const paths = new Set<string>()
  const pathById = new Map<string, string>()
  const siblingCounts = new Map<string | undefined, number>()
  const parents = new Set(found.map(({ parentPath }) => parentPath))
  const depths = new Map<string, number>()
  for (const page of found) {
    if (page.file === undefined && !target.hasTree) continue
    paths.add(page.path)
    const position = siblingCounts.get(page.parentPath) ?? 0
    siblingCounts.set(page.parentPath, position + 1)
    const depth = page.parentPath === undefined ? 0 : (depths.get(page.parentPath) ?? 0) + 1
    depths.set(page.path, depth)
    const placed = { ...page, position, depth, isParent: parents.has(page.path), isUnread: false }
    if (page.file === undefined) {
      const unread = problems.find(({ file }) => isPageOfFolder(file, page.path))
      if (unread) {
        pages.push({ ...placed, file: unread.file, id: unreadId(page.path), url: undefined, isUnread: true })
        continue
      }
    }
    try {
      const text =
        page.file === undefined || isDocumentFile(page.file)
          ? undefined
          : readPage(join(directory, page.file), basename(page.path), maxFileBytes)
      const problem = text?.id === undefined ? undefined : target.validateId(text.id)
      if (problem) throw new Error(problem)
      pages.push({ ...placed, id: claimId(page.path, text?.id), url: text?.url })
    } catch (error) {
      problems.push({ file: page.file ?? page.path, message: (error as Error).message })
      // A page stays for the links to it, and a parent in the tree, so that its subpages keep their place.
      const id = unreadId(page.path)
      const isKept = id !== undefined && target.isStored(id)
      if (isKept || (target.hasTree && placed.isParent)) pages.push({ ...placed, id, url: undefined, isUnread: true })
    }
  }
  return {
    pages,
    byPath: new Map(pages.map((page) => [page.path, page])),
    paths,
    byFile: new Map(pages.flatMap((page) => [page.path, page.file ?? page.path].map((name) => [name, page]))),
    byConfluenceId: indexByConfluenceId(pages),
    byName: indexByName(pages),
    problems,
    skipped,
  }

  /** Returns the id of a page whose file may name one that cannot be read. */
  function unreadId(path: string): string | undefined {
    return journal.entries.get(path)?.id ?? target.idOf(path, undefined)
  }

  function claimId(path: string, chosen: string | undefined): string | undefined {
    const id = target.idOf(path, chosen)
    if (id === undefined) return undefined
    const otherPath = pathById.get(id)
    if (otherPath !== undefined) throw new Error(`has the same id as ${otherPath}: ${id}`)
    pathById.set(id, path)
    return id
  }
}

function indexByConfluenceId(pages: readonly PlannedPage[]): Map<string, PlannedPage> {
  const numbered = pages.map((page) => [/(?:^|[/_])(\d{5,})\.html$/.exec(page.path)?.[1], page] as const)
  return new Map(numbered.filter((entry): entry is [string, PlannedPage] => entry[0] !== undefined))
}

/** Indexes files by name; of two files with the same name, the one nearer the top wins. */
function indexByName(pages: readonly PlannedPage[]): Map<string, string> {
  const byName = new Map<string, string>()
  const files = pages.map((page) => page.file ?? page.path)
  const depth = (file: string) => file.split('/').length
  for (const file of files.sort((a, b) => depth(b) - depth(a))) {
    byName.set(pageNameKey(withoutExtension(basename(file))), file)
  }
  for (const file of files) byName.set(pageNameKey(withoutExtension(file)), file)
  return byName
}
