import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { OriginError } from '../connector.ts'

/** Returns the real path of a folder of this machine; fails unless it is in a folder that the operator allows. */
export async function resolveAllowedFolder(path: string, allowedFolders: readonly string[]): Promise<string> {
  const resolved = await realpath(path).catch(() => undefined)
  for (const folder of allowedFolders) {
    const allowed = await realpath(folder).catch(() => undefined)
    if (resolved === undefined || allowed === undefined) continue
    if (resolved === allowed || resolved.startsWith(allowed.endsWith(sep) ? allowed : allowed + sep)) return resolved
  }
  // The same words whether it exists or not: the message must not tell what is on the machine.
  throw new OriginError(
    `${path} is not a folder that this server can read. Ask the operator to list it in SYNC_FOLDERS.`,
  )
}
