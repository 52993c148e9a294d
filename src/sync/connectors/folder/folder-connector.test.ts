import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import type { ConnectorDeps, OriginChange } from '../../connector.ts'
import { folderConnector } from './folder-connector.ts'

vi.mock('./walk-folder.ts', () => ({
  async *walkFolder(_root: string, { onUnreadable }: { onUnreadable: (folder: string) => void }) {
    for (let number = 1; number <= 2500; number++) {
      if (number === 1500) onUnreadable('locked')
      yield { path: `${number}.md`, sizeBytes: 1, modifiedMs: 0, changedMs: 0 }
    }
  },
}))

test('a folder that cannot be read is tried again by the next attempt', async () => {
  const deps = { allowedFolders: [tmpdir()], maxFileBytes: 1000, signal: new AbortController().signal }
  const reader = await folderConnector.connect({ path: tmpdir() }, deps as unknown as ConnectorDeps)
  const changes: OriginChange[] = []
  const listing = async () => {
    for await (const change of reader.changes(undefined)) changes.push(change)
  }
  await expect(listing()).rejects.toThrow('locked cannot be read')
  const checkpoints = changes.flatMap((change) => (change.kind === 'checkpoint' ? [change.cursor] : []))
  expect(checkpoints).toEqual([expect.stringMatching(/^\d+ \d+ 1000\.md$/)])
})
