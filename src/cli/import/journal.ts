import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { knownFileProblem } from '../../file-problem.ts'
import { DirectoryLockedError, lockDirectory } from '../../storage/directory-lock.ts'

/** The id of a written page and the hash of its content. */
export interface JournalEntry {
  id: string
  hash: string
}

export interface Journal {
  readonly entries: ReadonlyMap<string, JournalEntry>
  /** Pages whose creation was interrupted, with their idempotency keys. */
  readonly pending: ReadonlyMap<string, string>
  /** Call before creating a note whose id the server assigns: the response can get lost. */
  markPending(path: string, key: string): void
  record(path: string, entry: JournalEntry): void
  forget(path: string): void
  /** Rewrites the file without superseded lines. */
  compact(): void
}

/**
 * Opens the journal of an import: an append-only file, outside the imported folder, that maps pages to note ids. It
 * distinguishes removed files from notes that people wrote, and lets an interrupted import continue. If it is lost, pages
 * are compared or sent again, and nothing is removed.
 */
export function openJournal(directory: string, names: readonly string[]): Journal {
  const path = join(directory, `${journalName(names)}.jsonl`)
  const { entries, pending } = readJournalLines(path)
  const append = (line: object) => {
    mkdirSync(dirname(path), { recursive: true })
    appendFileSync(path, `${JSON.stringify(line)}\n`)
  }
  return {
    entries,
    pending,
    markPending(page, key) {
      pending.set(page, key)
      append({ path: page, key })
    },
    record(page, entry) {
      pending.delete(page)
      const before = entries.get(page)
      if (before?.id === entry.id && before.hash === entry.hash) return
      entries.set(page, entry)
      append({ path: page, ...entry })
    },
    forget(page) {
      if (entries.delete(page)) append({ path: page })
    },
    compact() {
      const written = [...entries].map(([page, entry]) => ({ path: page, ...entry }))
      const interrupted = [...pending].map(([page, key]) => ({ path: page, key }))
      const lines = [...written, ...interrupted].map((line) => `${JSON.stringify(line)}\n`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(`${path}.new`, lines.join(''))
      renameSync(`${path}.new`, path)
    },
  }
}

/**
 * Runs an import with its journal, and no other one with the same journal meanwhile: where the server assigns the ids, two
 * at once would create each page twice.
 */
export async function withJournal<T>(
  directory: string,
  names: readonly string[],
  work: (journal: Journal) => Promise<T>,
): Promise<T> {
  const lock = await lockDirectory(join(directory, `${journalName(names)}.lock`)).catch((error: unknown) => {
    throw lockError(directory, error)
  })
  try {
    return await work(openJournal(directory, names))
  } finally {
    await lock.release()
  }
}

function lockError(directory: string, error: unknown): unknown {
  if (error instanceof DirectoryLockedError)
    return new AppError(
      'conflict',
      'Another process is importing this folder to the same place. Try again when it is done.',
    )
  const cause = error instanceof AppError ? error.cause : error
  const problem = knownFileProblem(cause)
  if (problem === undefined) return error
  return new AppError(
    'unavailable',
    `The folder ${directory}, which keeps the state of imports, cannot be used: ${problem}. Set XDG_CACHE_HOME to a folder that can be written to.`,
    { cause },
  )
}

function journalName(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 24)
}

interface JournalLine {
  path?: string
  id?: string
  hash?: string
  key?: string
}

function readJournalLines(path: string) {
  const entries = new Map<string, JournalEntry>()
  const pending = new Map<string, string>()
  for (const line of readText(path).split('\n')) {
    const { path: page, id, hash, key } = parseJournalLine(line)
    if (page === undefined) continue
    if (key !== undefined) {
      pending.set(page, key)
      continue
    }
    pending.delete(page)
    if (id === undefined || hash === undefined) entries.delete(page)
    else entries.set(page, { id, hash })
  }
  return { entries, pending }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns an empty line for invalid JSON: a kill can truncate the last line. */
function parseJournalLine(line: string): JournalLine {
  try {
    return JSON.parse(line) as JournalLine
  } catch {
    return {}
  }
}
