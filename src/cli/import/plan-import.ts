import { basename, join } from 'node:path'
import type { ImportTarget } from './import-target.ts'
import { readPage } from './read-page.ts'
import { pageNameKey } from './rewrite-links.ts'
import { type FileProblem, type FoundPage, scanFolder, withoutExtension } from './scan-folder.ts'

export interface PlannedPage extends FoundPage {
  /** Set when the page is written, where the target gives ids itself. */
  id: string | undefined
  /** The address that its front matter gives. */
  url: string | undefined
  /** Where it stands among its siblings. */
  position: number
  /** Whether other pages stand below it. */
  isParent: boolean
  /** How many pages it stands below. */
  depth: number
}

export interface ImportPlan {
  /** Parents before children. */
  pages: PlannedPage[]
  byPath: ReadonlyMap<string, PlannedPage>
  /** Pages by the file that speaks for them, for links. */
  byFile: ReadonlyMap<string, PlannedPage>
  /** Pages by the number that Confluence gave them: addresses of the old wiki name it. */
  byConfluenceId: ReadonlyMap<string, PlannedPage>
  /** The files of pages by their name and by their path, both without ending; see nameKey. */
  byName: ReadonlyMap<string, string>
  problems: FileProblem[]
}

/** What is to be written. Every file is looked at once: the ids that files choose must be known before any link is. */
export function planImport(directory: string, target: ImportTarget, largestBytes: number): ImportPlan {
  const { pages: found, problems } = scanFolder(directory)
  const pages: PlannedPage[] = []
  const holders = new Map<string, string>()
  const siblings = new Map<string | undefined, number>()
  const parents = new Set(found.map(({ parentPath }) => parentPath))
  const depths = new Map<string, number>()
  for (const page of found) {
    if (page.file === undefined && !target.hasTree) continue
    const position = siblings.get(page.parentPath) ?? 0
    siblings.set(page.parentPath, position + 1)
    const depth = page.parentPath === undefined ? 0 : (depths.get(page.parentPath) ?? 0) + 1
    depths.set(page.path, depth)
    const place = { ...page, position, depth, isParent: parents.has(page.path) }
    try {
      const head =
        page.file === undefined
          ? undefined
          : readPage(join(directory, page.file), basename(page.path), largestBytes)
      const problem = head?.id === undefined ? undefined : target.validateId(head.id)
      if (problem) throw new Error(problem)
      pages.push({ ...place, id: claimed(page.path, head?.id), url: head?.url })
    } catch (error) {
      problems.push({ file: page.file ?? page.path, message: (error as Error).message })
      // A parent keeps its place in the tree, so that what is below it keeps its own.
      if (target.hasTree && place.isParent) {
        pages.push({ ...place, file: undefined, id: target.idOf(page.path, undefined), url: undefined })
      }
    }
  }
  return {
    pages,
    byPath: new Map(pages.map((page) => [page.path, page])),
    byFile: new Map(pages.flatMap((page) => [page.path, page.file ?? page.path].map((name) => [name, page]))),
    byConfluenceId: indexByConfluenceId(pages),
    byName: indexByName(pages),
    problems,
  }

  function claimed(path: string, chosen: string | undefined): string | undefined {
    const id = target.idOf(path, chosen)
    if (id === undefined) return undefined
    const holder = holders.get(id)
    if (holder !== undefined) throw new Error(`has the id ${id}, which ${holder} has, too`)
    holders.set(id, path)
    return id
  }
}

function indexByConfluenceId(pages: readonly PlannedPage[]): Map<string, PlannedPage> {
  const numbered = pages.map((page) => [/(?:^|[/_])(\d{5,})\.html$/.exec(page.path)?.[1], page] as const)
  return new Map(numbered.filter((entry): entry is [string, PlannedPage] => entry[0] !== undefined))
}

/** Of two pages with one name, the one nearer the top has it. */
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
