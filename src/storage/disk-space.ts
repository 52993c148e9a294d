import { statfs } from 'node:fs/promises'
import { diskFullError } from './storage-error.ts'

/**
 * PostgreSQL stops if it cannot create its next WAL segment (16 MB). The reserve keeps reads and deletes possible on a
 * full disk.
 */
const reservedDiskBytes = 48 * 1024 * 1024

/** Throws if less than the reserve is free. */
export async function checkDiskSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < reservedDiskBytes) throw diskFullError()
}
