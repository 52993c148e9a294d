import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files with secrets for a program that reads them from nowhere else; gone with `remove`. */
export interface PrivateFiles {
  write(name: string, content: string): Promise<string>
  remove(): Promise<void>
}

/** Creates a folder that only this account can enter, in memory where the system has a file system for that. */
export async function createPrivateFiles(): Promise<PrivateFiles> {
  const directory = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lorewell-'))
  return {
    async write(name, content) {
      const path = join(directory, name)
      await writeFile(path, content, { mode: 0o600 })
      return path
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
