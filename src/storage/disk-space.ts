import { statfs } from 'node:fs/promises'
import { diskFullError } from './storage-error.ts'

/**
 * PostgreSQL stops when there is no room for the next file of its log (16 MB): so much is kept back for what must still be
 * possible on a full disk, such as reading and deleting.
 */
const reservedDiskBytes = 48 * 1024 * 1024

/** Refuses where writing more would use up the reserve. */
export async function checkDiskSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < reservedDiskBytes) throw diskFullError()
}
