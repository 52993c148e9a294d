import { createHash } from 'node:crypto'
import type { UpsertOutcome } from '../../content/upsert-outcome.ts'
import type { JournalEntry } from './journal.ts'
import { withoutExtension } from './scan-folder.ts'

/** A page ready to be written. */
export interface PageToWrite {
  /** What the journal knows it by. */
  path: string
  /** The path of its file, or of a folder without one. */
  file: string
  /** Undefined where the target gives ids itself and has not yet. */
  id: string | undefined
  parentId: string | undefined
  title: string
  content: string
  type: 'markdown' | 'html'
  /** What the page itself says. */
  url: string | undefined
  date: Date | undefined
  /** When the file was last written; undefined for a folder without one. */
  modifiedAt: Date | undefined
  /** Where it stands among its siblings. */
  position: number
}

/** Where pages go to. */
export interface ImportTarget {
  /** Whether folders become parents; else only files become items. */
  readonly hasTree: boolean
  /** The id that a page has or will have; undefined where only writing it can tell. */
  idOf(path: string, chosen: string | undefined): string | undefined
  /** What is wrong with an id that a file chose. */
  validateId(chosenId: string): string | undefined
  /** The address that links to this page get; undefined: they stay as they are. */
  linkTo(page: { file: string; id: string; url: string | undefined }): string | undefined
  /** `sent` is what the journal knows of this very page, sent as it is now; a target that can look need not trust it. */
  put(page: PageToWrite, sent: JournalEntry | undefined): Promise<{ id: string; outcome: UpsertOutcome }>
  /** False where it had to stay, because others put things below it. */
  remove(id: string): Promise<boolean>
}

/** Readable, the same with every run, and no other page's: the hash tells `a/b.md` from `a-b.md`. */
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
