import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DirectoryLock, DirectoryLockedError, lockDirectory } from './directory-lock.ts'

let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'lorewell-lock-'))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

test('of processes that start at once after a killed one, exactly one holds the lock', async () => {
  for (let round = 0; round < 10; round += 1) {
    const directory = join(scratch, `${round}`)
    mkdirSync(directory)
    await leaveLockOfKilledProcess(directory)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => lockDirectory(directory)))
    const held = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(held).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DirectoryLockedError)
    await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid}`)
    await (held[0] as DirectoryLock).release()
    expect(readdirSync(directory)).toEqual([])
  }
})

test.skipIf(process.platform !== 'linux')(
  'a directory with a long path is locked in itself, whatever TMPDIR is',
  async () => {
    const directory = join(scratch, 'd'.repeat(200))
    const lock = await lockDirectory(directory)
    const before = process.env.TMPDIR
    process.env.TMPDIR = scratch
    try {
      await expect(lockDirectory(directory)).rejects.toThrow(DirectoryLockedError)
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
    await lock.release()
    await (await lockDirectory(directory)).release()
  },
)

/** Leaves the socket of an earlier version that was killed: nobody listens on it. */
async function leaveLockOfKilledProcess(directory: string): Promise<void> {
  const path = join(directory, '.lock')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  renameSync(path, `${path}.kept`)
  await new Promise((resolve) => server.close(resolve))
  renameSync(`${path}.kept`, path)
}
