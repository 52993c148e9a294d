import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { AppError } from '../errors.ts'
import { fileProblem } from '../file-problem.ts'
import { splitStream } from '../split-stream.ts'
import type { EncryptedServerKeys } from './server-keys.ts'

export interface BackupHead {
  format: 'lorewell-backup'
  version: 1
  at: string
  engine: 'pglite' | 'postgres'
  /** The migrations applied to the store: the schema of the rows. */
  migrations: string[]
  /** Absent where the backup was made without a passphrase: the restored service makes new keys. */
  serverKeys?: EncryptedServerKeys
}

export type BackupLine =
  | { head: BackupHead }
  | { table: string; columns: string[] }
  | { rows: unknown[] }
  | { end: { tables: number; rows: number } }

/**
 * Creates a checksum chain for one backup file. A backup is a gzipped file of JSON lines: a head, the name and rows of
 * each table, and an end with the counts. Each line ends with a tab and the SHA-256 of all lines up to it, so a file that
 * was changed, truncated or merged from two fails the check.
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
      if (tab === -1 || line.slice(tab + 1) !== last) throw damagedBackupError('a line does not match its checksum')
      return text
    },
  }
}

function chainedChecksum(last: string, text: string): string {
  return createHash('sha256').update(last).update(text).digest('hex')
}

/** Yields the lines of a backup, each after its checksum was verified. */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  const file = createReadStream(path)
  const plain = createGunzip()
  file.once('error', (cause) =>
    plain.destroy(new AppError('validation', `${path} cannot be read: ${fileProblem(cause)}`, { cause })),
  )
  file.pipe(plain)
  const checksums = createChecksumChain()
  let isFirst = true
  let hasEnd = false
  try {
    for await (const line of splitStream(plain)) {
      const parsed = JSON.parse(checksums.verifyLine(line.toString())) as BackupLine
      if (isFirst && !isHead(parsed)) throw damagedBackupError('it has no valid header')
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

/** Verifies a whole backup file and returns its head and counts. */
export async function checkBackup(path: string): Promise<{ head: BackupHead; tables: number; rows: number }> {
  let head: BackupHead | undefined
  let counts = { tables: 0, rows: 0 }
  for await (const line of readBackup(path)) {
    if ('head' in line) head = line.head
    else if ('table' in line) counts = { ...counts, tables: counts.tables + 1 }
    else if ('rows' in line) counts = { ...counts, rows: counts.rows + line.rows.length }
    else if (line.end.rows !== counts.rows || line.end.tables !== counts.tables)
      throw damagedBackupError('its number of rows is not the recorded one')
  }
  if (!head) throw damagedBackupError('it is empty')
  return { head, ...counts }
}

function isHead(line: BackupLine): boolean {
  return 'head' in line && line.head.format === 'lorewell-backup' && line.head.version === 1
}

function damagedBackupError(reason: string, cause?: unknown): AppError {
  return new AppError(
    'validation',
    `This is not a complete Lorewell backup: ${reason}. Nothing was changed. Use another copy of the file or an older backup.`,
    { cause },
  )
}
