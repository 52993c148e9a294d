import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { UpsertOutcome } from '../../content/upsert-outcome.ts'
import type { ImportTarget, PageToWrite } from './import-target.ts'
import type { Journal } from './journal.ts'
import type { ImportPlan, PlannedPage } from './plan-import.ts'
import { type PageText, readPage, titleFromName } from './read-page.ts'
import { type LinkRewriter, resolveNamedLink, resolvePathLink, rewriteLinks } from './rewrite-links.ts'

export interface PageWriterDeps {
  directory: string
  plan: ImportPlan
  target: ImportTarget
  journal: Journal
  maxFileBytes: number
}

/** Writes one page. `isComplete` is false where it links to a page that has no id yet: it is to be written once more. */
export async function writePage(
  { directory, plan, target, journal, maxFileBytes }: PageWriterDeps,
  page: PlannedPage,
): Promise<{ outcome: UpsertOutcome; isComplete: boolean }> {
  const parent = page.parentPath === undefined ? undefined : plan.byPath.get(page.parentPath)
  if (target.hasTree && page.parentPath !== undefined && parent?.id === undefined) {
    throw new Error('what it stands below could not be written')
  }
  const name = basename(page.path)
  const text =
    page.file === undefined ? emptyFolderPage(name) : readPage(join(directory, page.file), name, maxFileBytes)
  let isComplete = true
  const turn: LinkRewriter = (destination, kind) => {
    const found =
      kind === 'name'
        ? resolveNamedLink(destination, plan.byName)
        : resolvePathLink(page.file ?? page.path, destination, (path) => plan.byFile.has(path))
    const number = found ? undefined : confluencePageId(destination)
    const other = found ? plan.byFile.get(found.path) : number && plan.byConfluenceId.get(number)
    if (!other) return undefined
    if (other.id === undefined) {
      isComplete = false
      return undefined
    }
    const link = target.linkTo({ file: other.file ?? other.path, id: other.id, url: other.url })
    return link === undefined ? undefined : link + (found?.fragment ?? '')
  }
  const ready: PageToWrite = {
    ...text,
    content: rewriteLinks(text.content, text.type, turn),
    path: page.path,
    file: page.file ?? page.path,
    id: page.id,
    parentId: target.hasTree ? parent?.id : undefined,
    position: page.position,
  }
  const hash = hashPage(ready)
  const before = journal.entries.get(page.path)
  const { id, outcome } = await target.put(ready, before?.hash === hash ? before : undefined)
  page.id = id
  journal.record(page.path, { id, hash })
  return { outcome, isComplete }
}

/** Where links of Confluence's lead to: `…/pages/viewpage.action?pageId=123456`, `…/spaces/KEY/pages/123456/Title`. */
function confluencePageId(destination: string): string | undefined {
  return /[?&]pageId=(\d{5,})\b|\/pages\/(\d{5,})(?:[/?#]|$)/.exec(destination)?.slice(1).find(Boolean)
}

/** A folder that no file speaks for: its name, and nothing else. */
function emptyFolderPage(name: string): PageText {
  return {
    title: titleFromName(name),
    content: '',
    type: 'markdown',
    id: undefined,
    url: undefined,
    date: undefined,
    modifiedAt: undefined,
  }
}

/** Of everything that would be sent, except the time of the file, which a copy of the folder does not keep. */
function hashPage({ modifiedAt, position, id, path, ...sent }: PageToWrite): string {
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex')
}
