import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What an import wrote: the id of each page, and a hash of what was sent. */
export interface JournalEntry {
  id: string
  hash: string
}

export interface Journal {
  readonly entries: ReadonlyMap<string, JournalEntry>
  /** Pages that were being made when a run ended, each with the key that it was made under. */
  readonly pending: ReadonlyMap<string, string>
  /** To be called before a note is made whose id only the answer tells: the answer may never come. */
  markPending(path: string, key: string): void
  record(path: string, entry: JournalEntry): void
  forget(path: string): void
  /** Writes the file anew, without what later lines made void. */
  compact(): void
}

/**
 * Remembers, beside the store and not inside the imported folder, which page became which note. It is what tells "this
 * file vanished" from "somebody wrote this note here", and after a kill what is done already: each line is appended as
 * soon as its page is written. Where it is lost, pages are compared or sent again and nothing is ever removed.
 */
export function openJournal(directory: string, names: readonly string[]): Journal {
  const name = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 24)
  const path = join(directory, `${name}.jsonl`)
  const { entries, begun: pending } = readJournalLines(path)
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
      const told = [...entries].map(([page, entry]) => ({ path: page, ...entry }))
      const open = [...pending].map(([page, key]) => ({ path: page, key }))
      const lines = [...told, ...open].map((line) => `${JSON.stringify(line)}\n`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(`${path}.new`, lines.join(''))
      renameSync(`${path}.new`, path)
    },
  }
}

interface JournalLine {
  path?: string
  id?: string
  hash?: string
  key?: string
}

function readJournalLines(path: string) {
  const entries = new Map<string, JournalEntry>()
  const begun = new Map<string, string>()
  for (const line of readText(path).split('\n')) {
    const { path: page, id, hash, key } = parseJournalLine(line)
    if (page === undefined) continue
    if (key !== undefined) {
      begun.set(page, key)
      continue
    }
    begun.delete(page)
    if (id === undefined || hash === undefined) entries.delete(page)
    else entries.set(page, { id, hash })
  }
  return { entries, begun }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A kill can cut the last line short. */
function parseJournalLine(line: string): JournalLine {
  try {
    return JSON.parse(line) as JournalLine
  } catch {
    return {}
  }
}
