import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTemporaryDirectory } from '../../storage/temporary-directory.ts'

/** Files with secrets for a program that reads them from nowhere else; gone with `remove`. */
export interface PrivateFiles {
  write(name: string, content: string): Promise<string>
  remove(): Promise<void>
}

/** Creates a folder that only this account can enter, in memory where the system has a file system for that. */
export async function createPrivateFiles(): Promise<PrivateFiles> {
  const directory = await createTemporaryDirectory(existsSync('/dev/shm') ? '/dev/shm' : undefined)
  return {
    async write(name, content) {
      const path = join(directory.path, name)
      await writeFile(path, content, { mode: 0o600 })
      return path
    },
    remove: directory.remove,
  }
}
