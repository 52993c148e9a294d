import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TmpfsDisk {
  directory: string
  /** Leaves so much room, whatever there was. */
  fillExcept(bytes: number): void
  /** All of its room again. */
  freeSpace(): void
  remove(): void
}

/** A disk of its own in memory, for tests that fill it. Undefined where the system does not let us have one. */
export function mountTmpfsDisk(megabytes: number): TmpfsDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'lorewell-disk-'))
  const mount = (...argv: string[]) => spawnSync('mount', argv).status === 0
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory)) {
    rmSync(directory, { recursive: true })
    return undefined
  }
  const filler = join(directory, 'filler')
  const free = () => {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  }
  return {
    directory,
    fillExcept(bytes) {
      rmSync(filler, { force: true })
      writeFileSync(filler, Buffer.alloc(Math.max(0, free() - bytes)))
    },
    freeSpace: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', [directory])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
