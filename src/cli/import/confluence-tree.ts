import { walkTags } from '../../ingest/walk-tags.ts'
import { fileFromHref, readConfluencePage } from './confluence-page.ts'

export interface TreeFile {
  file: string
  /** The file of the parent page; undefined at the top of the space. */
  parent: string | undefined
}

/** Folders of an export that contain no pages. */
export const confluenceFolders: ReadonlySet<string> = new Set(['attachments', 'images', 'styles'])

/**
 * Returns the files of a Confluence export with their parents, in the order of its page list, parents first; undefined if
 * the folder is not such an export. Pages that the list leaves out name their ancestors themselves.
 */
export function readConfluenceTree(files: readonly string[], read: (file: string) => string): TreeFile[] | undefined {
  if (!files.includes('index.html') || !files.some((name) => /(?:^|_)\d+\.html$/.test(name))) return undefined
  const index = read('index.html')
  if (!readConfluencePage(index)) return undefined
  const pages = new Set(files.filter((name) => name !== 'index.html'))
  const parents = listedParents(index, pages)
  for (const file of pages) {
    if (parents.has(file)) continue
    parents.set(
      file,
      readConfluencePage(read(file))?.ancestors.findLast((ancestor) => pages.has(ancestor)),
    )
  }
  return parentsFirst(parents)
}

/** Reads nested lists: the parent of a link is the last link of the enclosing list. */
function listedParents(index: string, pages: ReadonlySet<string>): Map<string, string | undefined> {
  const parents = new Map<string, string | undefined>()
  const lists: { parent: string | undefined; last: string | undefined }[] = []
  walkTags(index, {
    open(tag, { href }) {
      const list = lists.at(-1)
      if (tag === 'ul') lists.push({ parent: list?.last ?? list?.parent, last: undefined })
      if (tag !== 'a' || href === undefined || !list) return
      const file = fileFromHref(href)
      if (!pages.has(file) || parents.has(file)) return
      parents.set(file, list.parent)
      list.last = file
    },
    close(tag) {
      if (tag === 'ul') lists.pop()
    },
    text() {},
  })
  return parents
}

/** Orders parents before children and keeps the order of siblings. A circle of parents is broken at one page. */
function parentsFirst(parents: ReadonlyMap<string, string | undefined>): TreeFile[] {
  const placed = new Map<string, TreeFile>()
  for (const start of parents.keys()) {
    const chain = new Set<string>()
    let file: string | undefined = start
    while (file !== undefined && !placed.has(file) && !chain.has(file)) {
      chain.add(file)
      file = parents.get(file)
    }
    let parent = file !== undefined && placed.has(file) ? file : undefined
    for (const next of [...chain].reverse()) {
      placed.set(next, { file: next, parent })
      parent = next
    }
  }
  return [...placed.values()]
}
