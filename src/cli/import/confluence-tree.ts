import { walkTags } from '../../ingest/walk-tags.ts'
import { fileFromHref, readConfluencePage } from './confluence-page.ts'

export interface TreeFile {
  file: string
  /** The file of the page above it; undefined at the top of the space. */
  parent: string | undefined
}

/** Folders beside the pages of an export that hold no pages of the space. */
export const confluenceFolders: ReadonlySet<string> = new Set(['attachments', 'images', 'styles'])

/**
 * The files of a folder in the order and below the parents that Confluence's list of pages gives them, parents first;
 * undefined where the folder is no such export. A page that the list leaves out tells itself what is above it.
 */
export function readConfluenceTree(
  files: readonly string[],
  read: (file: string) => string,
): TreeFile[] | undefined {
  if (!files.includes('index.html') || !files.some((name) => /(?:^|_)\d+\.html$/.test(name))) return undefined
  const index = read('index.html')
  if (!readConfluencePage(index)) return undefined
  const pages = new Set(files.filter((name) => name !== 'index.html'))
  const parents = listedParents(index, pages)
  for (const file of pages) {
    if (parents.has(file)) continue
    parents.set(
      file,
      readConfluencePage(read(file))?.ancestors.findLast((above) => pages.has(above)),
    )
  }
  return parentsFirst(parents)
}

/** Lists within lists: what a link stands below is the last link of the list around. */
function listedParents(index: string, pages: ReadonlySet<string>): Map<string, string | undefined> {
  const parents = new Map<string, string | undefined>()
  const lists: { above: string | undefined; last: string | undefined }[] = []
  walkTags(index, {
    open(tag, { href }) {
      const list = lists.at(-1)
      if (tag === 'ul') lists.push({ above: list?.last ?? list?.above, last: undefined })
      if (tag !== 'a' || href === undefined || !list) return
      const file = fileFromHref(href)
      if (!pages.has(file) || parents.has(file)) return
      parents.set(file, list.above)
      list.last = file
    },
    close(tag) {
      if (tag === 'ul') lists.pop()
    },
    text() {},
  })
  return parents
}

/** Parents before children, siblings as they were told. Of pages that stand above each other in a ring one is the top. */
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
