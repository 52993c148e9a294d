import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { AppError } from '../errors.ts'

export interface BackupHead {
  format: 'lorewell-backup'
  version: 1
  at: string
  engine: 'pglite' | 'postgres'
  /** The schema that the rows are of. */
  migrations: string[]
}

export type BackupLine =
  | { head: BackupHead }
  | { table: string; columns: string[] }
  | { rows: unknown[] }
  | { end: { tables: number; rows: number } }

/**
 * A backup is one gzipped file of JSON lines: a head, for each table its name and its rows, an end with the counts.
 * After each line stands a tab and the SHA-256 of all lines so far and this one: a file that was changed, cut short or
 * put together from two does not check out.
 */
export function createChecksumChain() {
  let last = ''
  return {
    appendChecksum(text: string): string {
      last = chainedChecksum(last, text)
      return `${text}\t${last}\n`
    },
    verifyLine(line: string): string {
      const tab = line.lastIndexOf('\t')
      const text = line.slice(0, tab)
      last = chainedChecksum(last, text)
      if (tab === -1 || line.slice(tab + 1) !== last)
        throw damagedBackupError('a line does not match its checksum')
      return text
    },
  }
}

function chainedChecksum(last: string, text: string): string {
  return createHash('sha256').update(last).update(text).digest('hex')
}

/** The lines of a backup, each checked before it is given. */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  const file = createReadStream(path)
  const plain = createGunzip()
  file.once('error', (cause) =>
    plain.destroy(new AppError('validation', `${path} cannot be read: ${cause.message}`, { cause })),
  )
  file.pipe(plain)
  const lines = createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })
  const seal = createChecksumChain()
  let isFirst = true
  let hasEnd = false
  try {
    for await (const line of lines) {
      const parsed = JSON.parse(seal.verifyLine(line)) as BackupLine
      if (isFirst && !isHead(parsed)) throw damagedBackupError('it does not begin like one')
      isFirst = false
      hasEnd = 'end' in parsed
      yield parsed
    }
  } catch (error) {
    throw error instanceof AppError ? error : damagedBackupError((error as Error).message, error)
  } finally {
    file.destroy()
    plain.destroy()
  }
  if (!hasEnd) throw damagedBackupError('its end is missing')
}

/** Reads a backup from beginning to end without doing anything with it. */
export async function checkBackup(path: string): Promise<{ head: BackupHead; tables: number; rows: number }> {
  let head: BackupHead | undefined
  let counted = { tables: 0, rows: 0 }
  for await (const line of readBackup(path)) {
    if ('head' in line) head = line.head
    else if ('table' in line) counted = { ...counted, tables: counted.tables + 1 }
    else if ('rows' in line) counted = { ...counted, rows: counted.rows + line.rows.length }
    else if (line.end.rows !== counted.rows || line.end.tables !== counted.tables)
      throw damagedBackupError('it holds another number of rows than it says')
  }
  if (!head) throw damagedBackupError('it is empty')
  return { head, ...counted }
}

function isHead(line: BackupLine): boolean {
  return 'head' in line && line.head.format === 'lorewell-backup' && line.head.version === 1
}

function damagedBackupError(reason: string, cause?: unknown): AppError {
  return new AppError(
    'validation',
    `This is not a whole backup of Lorewell: ${reason}. Nothing was changed; take another copy of the file, or an older backup.`,
    { cause },
  )
}
