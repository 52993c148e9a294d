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

/** Writes one page. `isComplete` is false if it links to a page that has no id yet and must be written again. */
export async function writePage(
  { directory, plan, target, journal, maxFileBytes }: PageWriterDeps,
  page: PlannedPage,
): Promise<{ outcome: UpsertOutcome; isComplete: boolean }> {
  const parent = page.parentPath === undefined ? undefined : plan.byPath.get(page.parentPath)
  if (target.hasTree && page.parentPath !== undefined && parent?.id === undefined) {
    throw new Error('its parent could not be written')
  }
  const name = basename(page.path)
  const text =
    page.file === undefined ? emptyFolderPage(name) : readPage(join(directory, page.file), name, maxFileBytes)
  let isComplete = true
  const rewrite: LinkRewriter = (destination, kind) => {
    const found =
      kind === 'name'
        ? resolveNamedLink(destination, plan.byName)
        : resolvePathLink(page.file ?? page.path, destination, (path) => plan.byFile.has(path))
    const confluenceId = found ? undefined : confluencePageId(destination)
    const linkedPage = found ? plan.byFile.get(found.path) : confluenceId && plan.byConfluenceId.get(confluenceId)
    if (!linkedPage) return undefined
    if (linkedPage.id === undefined) {
      isComplete = false
      return undefined
    }
    const link = target.linkTo({
      file: linkedPage.file ?? linkedPage.path,
      id: linkedPage.id,
      url: linkedPage.url,
    })
    return link === undefined ? undefined : link + (found?.fragment ?? '')
  }
  const pageToWrite: PageToWrite = {
    ...text,
    content: rewriteLinks(text.content, text.type, rewrite),
    path: page.path,
    file: page.file ?? page.path,
    id: page.id,
    parentId: target.hasTree ? parent?.id : undefined,
    position: page.position,
  }
  const hash = hashPage(pageToWrite)
  const before = journal.entries.get(page.path)
  const { id, outcome } = await target.put(pageToWrite, before?.hash === hash ? before : undefined)
  page.id = id
  journal.record(page.path, { id, hash })
  return { outcome, isComplete }
}

/** Returns the page id in a Confluence link: `…/pages/viewpage.action?pageId=123456` or `…/spaces/KEY/pages/123456/Title`. */
function confluencePageId(destination: string): string | undefined {
  return /[?&]pageId=(\d{5,})\b|\/pages\/(\d{5,})(?:[/?#]|$)/.exec(destination)?.slice(1).find(Boolean)
}

/** Returns the page of a folder without an index page: a title and no content. */
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

/** Hashes the content to send, without the file's modification time, which a copy of the folder doesn't keep. */
function hashPage({ modifiedAt, position, id, path, ...sent }: PageToWrite): string {
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex')
}
