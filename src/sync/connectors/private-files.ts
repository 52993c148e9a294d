import { existsSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files with secrets for a program that reads them from nowhere else; gone with `remove`. */
export interface PrivateFiles {
  write(name: string, content: string): Promise<string>
  remove(): Promise<void>
}

/** Creates a folder that only this account can enter, in memory where the system has a file system for that. */
export async function createPrivateFiles(): Promise<PrivateFiles> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  await removeOrphans(parent)
  const directory = await mkdtemp(join(parent, `lorewell-${machine}-${process.pid}-${startedAt}-`))
  return {
    async write(name, content) {
      const path = join(directory, name)
      await writeFile(path, content, { mode: 0o600 })
      return path
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

const startedAt = Math.round(performance.timeOrigin)
/** Containers can share the file system but number their processes on their own. */
const machine = processNamespace()

/** Removes the folders of processes that were killed. */
async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, where, pid, start] = /^lorewell-(\w+)-(\d+)-(\d+)-/.exec(name) ?? []
    if (where !== machine || pid === undefined) continue
    const isOwn = Number(pid) === process.pid
    if (isOwn ? start === String(startedAt) : isRunning(Number(pid))) continue
    // Another account's cannot be removed.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')
  } catch {
    return 'host'
  }
}
