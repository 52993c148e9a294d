import { statfs } from 'node:fs/promises'
import { diskFull } from './store-failure.ts'

/**
 * PostgreSQL stops when there is no room for the next file of its log (16 MB): so much is kept back for what must still be
 * possible on a full disk, such as reading and deleting.
 */
const reserveBytes = 48 * 1024 * 1024

/** Refuses where writing more would use up the reserve. */
export async function checkRoom(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < reserveBytes) throw diskFull()
}
