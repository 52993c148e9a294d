import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DirectoryLockedError, lockDirectory } from './directory-lock.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lorewell-locked-'))
  // Not a database directory, so that opening it fails.
  await mkdir(join(dataDir, 'pg'))
  await writeFile(join(dataDir, 'pg', 'letter.txt'), 'mine')
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('a directory is locked from the start, and released although its database could not be opened', async () => {
  const store = await startEmbeddedDatabase(dataDir)
  await expect(startEmbeddedDatabase(dataDir)).rejects.toThrow(DirectoryLockedError)
  await expect(store.server).rejects.toThrow(/could not be opened: it is not empty.*letter\.txt/)
  await expect(lockDirectory(dataDir)).rejects.toThrow(DirectoryLockedError)
  await store.close()
  const lock = await lockDirectory(dataDir)
  await lock.release()
})
