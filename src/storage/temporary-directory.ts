import { readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryDirectory {
  path: string
  remove(): Promise<void>
}

/** Creates a folder that only this account can enter, and removes those that killed processes left in the same place. */
export async function createTemporaryDirectory(parent = tmpdir()): Promise<TemporaryDirectory> {
  await removeOrphans(parent)
  const path = await mkdtemp(join(parent, `lorewell-${machine}-${process.pid}-${startedAt}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

const startedAt = Math.round(performance.timeOrigin)
/** Containers can share the file system but number their processes on their own. */
const machine = processNamespace()

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
