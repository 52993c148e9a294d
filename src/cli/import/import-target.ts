import { createHash } from 'node:crypto'
import type { UpsertOutcome } from '../../content/upsert-outcome.ts'
import type { JournalEntry } from './journal.ts'
import { withoutExtension } from './scan-folder.ts'

/** A page with its final links and parent. */
export interface PageToWrite {
  /** Identifies the page in the journal. */
  path: string
  /** The path of its file, or of a folder without an index page. */
  file: string
  /** Undefined if the target assigns the id when the page is written. */
  id: string | undefined
  parentId: string | undefined
  title: string
  content: string
  type: 'markdown' | 'html'
  /** From the front matter. */
  url: string | undefined
  date: Date | undefined
  /** The modification time of the file; undefined for a folder without an index page. */
  modifiedAt: Date | undefined
  /** Position among its siblings. */
  position: number
}

/** Destination of an import: notes or items, in the local store or on a server. */
export interface ImportTarget {
  /** Whether folders become parents; otherwise only files are written. */
  readonly hasTree: boolean
  /** Returns the id of a page; undefined if the target assigns it when the page is written. */
  idOf(path: string, chosen: string | undefined): string | undefined
  /** Returns the problem with an id from the front matter; undefined if it can be used. */
  validateId(chosenId: string): string | undefined
  /** Whether the target had a page of this id before the import. */
  isStored(id: string): boolean
  /** Returns the address for links to this page; undefined leaves them unchanged. */
  linkTo(page: { file: string; id: string; url: string | undefined }): string | undefined
  /** `sent` is the journal entry if the page was written before with the same content. */
  put(page: PageToWrite, sent: JournalEntry | undefined): Promise<{ id: string; outcome: UpsertOutcome }>
  /** Returns false if the page was kept because it has subpages from elsewhere. */
  remove(id: string): Promise<boolean>
}

/** Returns a readable id that is stable across runs. Its hash distinguishes `a/b.md` from `a-b.md`. */
export function pageIdFromPath(target: string, path: string): string {
  const words = withoutExtension(path)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(-80)
  const hash = createHash('sha256')
    .update(`${target}\n${path.normalize('NFC')}`)
    .digest('hex')
    .slice(0, 10)
  return [words.replace(/^-+/, ''), hash].filter(Boolean).join('-')
}
