import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { UpsertOutcome } from '../../content/upsert-outcome.ts'
import type { FileReader } from '../../files/file-reader.ts'
import type { ImportTarget, PageToWrite } from './import-target.ts'
import type { Journal } from './journal.ts'
import type { ImportPlan, PlannedPage } from './plan-import.ts'
import { readDocument } from './read-document.ts'
import { type PageText, readPage, titleFromName } from './read-page.ts'
import { type LinkRewriter, resolveNamedLink, resolvePathLink, rewriteLinks } from './rewrite-links.ts'
import { type FileProblem, isDocumentFile } from './scan-folder.ts'

export interface PageWriterDeps {
  directory: string
  plan: ImportPlan
  target: ImportTarget
  journal: Journal
  maxFileBytes: number
  fileReader: Pick<FileReader, 'read'>
  /** Called with a part of a file that cannot be read, such as an attachment. */
  onSkipped: (problem: FileProblem) => void
}

/** Writes one page. `isComplete` is false if it links to a page that has no id yet and must be written again. */
export async function writePage(
  deps: PageWriterDeps,
  page: PlannedPage,
): Promise<{ outcome: UpsertOutcome; isComplete: boolean }> {
  const { plan, target, journal } = deps
  const parent = page.parentPath === undefined ? undefined : plan.byPath.get(page.parentPath)
  if (target.hasTree && page.parentPath !== undefined && parent?.id === undefined) {
    throw new Error('its parent could not be written')
  }
  const name = basename(page.path)
  const text = page.file === undefined ? emptyFolderPage(name) : await readText(deps, page.file, name)
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

async function readText(
  { directory, maxFileBytes, fileReader, onSkipped }: PageWriterDeps,
  file: string,
  name: string,
): Promise<PageText> {
  const path = join(directory, file)
  if (!isDocumentFile(file)) return readPage(path, name, maxFileBytes)
  const { text, problems } = await readDocument(fileReader, path, name)
  for (const problem of problems) onSkipped({ ...problem, file: `${file}/${problem.file}` })
  return text
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
