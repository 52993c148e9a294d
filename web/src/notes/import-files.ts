import { api } from '../api/client.ts'
import { toErrorMessage } from '../components/query-state.tsx'
import { importText } from '../messages/import.ts'
import { attachmentLink } from './attachment-link.ts'
import { decodeFileText } from './decode-file-text.ts'
import { canHaveLinks, importKey, linkToNotes } from './import-links.ts'

export interface ImportFile {
  /** Includes its folders, separated by `/`. */
  path: string
  read: () => Promise<Blob>
}

/** Files whose text becomes that of a note. */
const isPagePath = (path: string) => /\.(?:md|markdown|html?|txt)$/i.test(path)
/** Files that are attached to a note of their own, which the service reads. */
const isDocumentPath = (path: string) =>
  /\.(?:pdf|do[ct][xm]|p[po][ts][xm]|xl[st][xm]|csv|tsv|od[tsp]|ot[tsp]|rtf|eml|mbox|msg|epub|ipynb|zip|tar|t?gz)$/i.test(
    path,
  )
const isHiddenPath = (path: string) => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

export interface FileImportResult {
  path: string
  isImported: boolean
  /** The title of the new note, or why the file, or its text, was not imported. */
  message: string
}

/** A note made of a file, as it was sent. */
interface ImportedPage {
  id: string
  title: string
  path: string
  isHtml: boolean
  body: string
}

interface ImportPlace {
  /** Undefined: the top level. */
  parentNoteId: string | undefined
  /** Of the notes at the top of the import; undefined: inherited. */
  audience: string[] | undefined
}

/**
 * Creates a note for each folder and each file in it, and then lets links between the files lead to their notes. A file that
 * fails or cannot be imported is reported with the reason and does not stop the others.
 */
export async function* importFiles(
  files: readonly ImportFile[],
  { parentNoteId, audience }: ImportPlace,
  signal: AbortSignal,
  onStart: (path: string) => void = () => {},
): AsyncGenerator<FileImportResult> {
  const folders = new Map<string, Promise<string | undefined>>([['', Promise.resolve(parentNoteId)]])
  const noteIds = new Map<string, string>()
  const pagesWithLinks: ImportedPage[] = []
  const folderNoteId = (folder: string): Promise<string | undefined> => {
    const known = folders.get(folder)
    if (known) return known
    const [parent, name] = splitPath(folder)
    const created = folderNoteId(parent).then(async (parentId) => {
      const { id } = await postNote(name, parentId, readersOf(parent), { markdown: '' })
      noteIds.set(importKey(folder), id)
      return id
    })
    folders.set(folder, created)
    return created
  }
  // Pages in folders inherit from the notes of the folders.
  const readersOf = (folder: string) => (folder === '' ? audience : undefined)
  for (const file of files) {
    if (signal.aborted) return
    onStart(file.path)
    const reason = skipReason(file.path)
    if (reason !== undefined) {
      yield { path: file.path, isImported: false, message: reason }
      continue
    }
    try {
      const [folder, name] = splitPath(file.path)
      if (isDocumentPath(name)) {
        const parent = await folderNoteId(folder)
        const { id, ...result } = await importDocument(await file.read(), name, parent, readersOf(folder))
        noteIds.set(importKey(file.path), id)
        yield { path: file.path, ...result }
        continue
      }
      const text = decodeFileText(new Uint8Array(await (await file.read()).arrayBuffer()))
      const isHtml = /\.html?$/i.test(name)
      const read = isHtml ? { title: extractHtmlTitle(text), body: text } : parseMarkdownFile(text)
      const title = (read.title || name.replace(/\.[^.]+$/, '')).slice(0, 1024)
      const { id } = await postNote(title, await folderNoteId(folder), readersOf(folder), contentOf(isHtml, read.body))
      noteIds.set(importKey(file.path), id)
      // Done once the notes that it can link to are there.
      if (canHaveLinks(read.body)) pagesWithLinks.push({ id, title, path: file.path, isHtml, body: read.body })
      else yield { path: file.path, isImported: true, message: title }
    } catch (error) {
      yield { path: file.path, isImported: false, message: toImportErrorMessage(error) }
    }
  }
  yield* connectPages(pagesWithLinks, noteIds, signal)
}

/** Lets the links of pages to other files of the import lead to the notes of these. */
async function* connectPages(
  pages: readonly ImportedPage[],
  noteIds: ReadonlyMap<string, string>,
  signal: AbortSignal,
): AsyncGenerator<FileImportResult> {
  for (const page of pages) {
    if (signal.aborted) return
    const body = linkToNotes(page.body, page, (path) => noteIds.get(path))
    let message = page.title
    try {
      if (body !== page.body) await api.changeNote({ id: page.id, ...contentOf(page.isHtml, body) })
    } catch (error) {
      message = importText('linksNotConnected', { reason: toImportErrorMessage(error) })
    }
    yield { path: page.path, isImported: true, message }
  }
}

/** Creates a note that has the file attached. Without its file the note would say nothing, so then it is removed again. */
async function importDocument(
  bytes: Blob,
  name: string,
  parentNoteId: string | undefined,
  audience: string[] | undefined,
): Promise<Omit<FileImportResult, 'path'> & { id: string }> {
  const title = name.replace(/\.[^.]+$/, '').slice(0, 1024)
  const { id } = await postNote(title, parentNoteId, audience, { markdown: '' })
  try {
    const attachment = await api.addAttachment({ id, file: new File([bytes], name) })
    await api.changeNote({ id, markdown: attachmentLink(attachment) })
    const [first] = attachment.skipped
    if (!first) return { id, isImported: true, message: title }
    const reason = first.message
    if (!attachment.isRead) return { id, isImported: false, message: importText('attachedNotRead', { reason }) }
    const parts = attachment.skipped.map((part) => part.name).join(', ')
    return { id, isImported: true, message: importText('attachedPartlyRead', { parts, reason }) }
  } catch (error) {
    await api.deleteNote({ id })
    throw error
  }
}

/** Returns why a file is not imported; undefined if it is. */
export function skipReason(path: string): string | undefined {
  if (isHiddenPath(path)) return importText('skippedHidden')
  if (isPagePath(path) || isDocumentPath(path)) return undefined
  if (/\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|heic|avif)$/i.test(path)) return importText('skippedPicture')
  return importText('skippedKind')
}

export function toImportErrorMessage(error: unknown): string {
  return error instanceof Error && error.name === 'ZipError' ? error.message : toErrorMessage(error)
}

function contentOf(isHtml: boolean, body: string): { markdown: string } | { html: string } {
  return isHtml ? { html: body } : { markdown: body }
}

function postNote(
  title: string,
  parentNoteId: string | undefined,
  audience: string[] | undefined,
  content: { markdown: string } | { html: string },
) {
  return api.createNote({
    title,
    ...(parentNoteId !== undefined && { parentNoteId }),
    ...(audience && { audience }),
    ...content,
  })
}

function splitPath(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/')
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)]
}

/** Takes the title from the front matter, or from the first heading, which is then removed from the text. */
export function parseMarkdownFile(text: string): { title: string; body: string } {
  const front = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  const body = front ? text.slice(front[0].length) : text.replace(/^\uFEFF/, '')
  const named = /^title:\s*(?:"([^"\n]*)"|'([^'\n]*)'|(.*))$/m.exec(front?.[1] ?? '')
  const title = (named?.[1] ?? named?.[2] ?? named?.[3])?.trim()
  if (title) return { title, body: body.trimStart() }
  const heading = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(body)
  return heading ? { title: heading[1] ?? '', body: body.slice(heading[0].length).trimStart() } : { title: '', body }
}

/** Returns the text of the first <title> or <h1>; empty if there is none. */
function extractHtmlTitle(text: string): string {
  const found = /<title[^>]*>([^<]*)<\/title>/i.exec(text.slice(0, 20_000)) ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(text)
  return (found?.[1] ?? '')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&quot;/g, '"')
    .trim()
}

export async function filesFromInput(list: Iterable<File> | null): Promise<ImportFile[]> {
  return expandArchives([...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })))
}

export async function filesFromDrop(data: DataTransfer): Promise<ImportFile[]> {
  // Read the entries before the first await: the browser clears them when the event handler returns.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const files: { path: string; file: File }[] = []
  for (const entry of entries) await collectEntryFiles(entry, files)
  return expandArchives(files)
}

async function collectEntryFiles(entry: FileSystemEntry, files: { path: string; file: File }[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    files.push({ path: entry.fullPath.replace(/^\//, ''), file })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // readEntries returns at most 100 entries per call.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return
    for (const child of batch) await collectEntryFiles(child, files)
  }
}

async function expandArchives(files: readonly { path: string; file: File }[]): Promise<ImportFile[]> {
  const found: ImportFile[] = []
  for (const { path, file } of files) {
    if (/\.zip$/i.test(path)) {
      // Loaded only for archives: the zip reader is larger than the rest of the dialog.
      const { listArchive } = await import('./list-archive.ts')
      found.push(...(await listArchive(file)))
    } else found.push({ path, read: async () => file })
  }
  return found.sort((a, b) => a.path.localeCompare(b.path))
}
