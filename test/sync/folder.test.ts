import { mkdir, mkdtemp, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectorDeps, OriginChange, OriginContent, OriginItem } from '../../src/sync/connector.ts'
import { folderConnector } from '../../src/sync/connectors/folder/folder-connector.ts'

const createFolder = async () => realpath(await mkdtemp(join(tmpdir(), 'lorewell-folder-')))

describe('a folder', () => {
  let root: string
  let outside: string
  beforeAll(async () => {
    root = await createFolder()
    outside = await createFolder()
    await mkdir(join(root, 'sub/deep'), { recursive: true })
    for (const name of ['a.md', 'sub/b.txt', 'sub/deep/c.html', 'z.md', '.hidden.md', 'picture.png'])
      await writeFile(join(root, name), `Text of ${name}`)
    await writeFile(join(outside, 'secret.md'), 'secret')
    await symlink(join(outside, 'secret.md'), join(root, 'link-out.md'))
    await symlink(outside, join(root, 'folder-out'))
    await symlink(join(root, 'a.md'), join(root, 'link-in.md'))
  })
  afterAll(async () => {
    await rm(root, { recursive: true })
    await rm(outside, { recursive: true })
  })
  const deps = () =>
    ({ allowedFolders: [root], maxFileBytes: 1000, signal: new AbortController().signal }) as unknown as ConnectorDeps
  const list = async (after?: string) => {
    const reader = await folderConnector.connect({ path: root }, deps())
    const items: OriginItem[] = []
    for await (const change of reader.changes(after)) if (change.kind === 'item') items.push(change)
    return items
  }

  test('lists documents in order, without hidden files and without links that lead out', async () => {
    expect((await list()).map(({ id }) => id)).toEqual(['a.md', 'link-in.md', 'sub/b.txt', 'sub/deep/c.html', 'z.md'])
  })

  // macOS and Windows have no such names.
  test.runIf(process.platform === 'linux')('names files and folders whose names are not UTF-8', async () => {
    const latin1 = (name: string) => Buffer.from(join(root, name), 'latin1')
    await writeFile(latin1('caf\u00e9.md'), 'Text')
    await writeFile(latin1('caf\u00e9.png'), 'A picture')
    await writeFile(join(root, 'whole \ufffd.md'), 'Text')
    await mkdir(latin1('m\u00e4rz'))
    await writeFile(latin1('m\u00e4rz/a.md'), 'Text')
    const problem = { type: 'skipped', reason: 'Its name is not UTF-8, so it cannot be read. Rename it.' }
    const found = (await list()).filter(({ id }) => id.includes('\ufffd'))
    const contents = await Promise.all(found.map(async (item) => [item.id, await item.read()]))
    for (const name of ['caf\u00e9.md', 'caf\u00e9.png', 'm\u00e4rz']) await rm(latin1(name), { recursive: true })
    await rm(join(root, 'whole \ufffd.md'))
    expect(contents).toEqual([
      ['caf\ufffd.md', problem],
      ['m\ufffdrz', problem],
      ['whole \ufffd.md', expect.objectContaining({ type: 'file' })],
    ])
  })

  test('continues after a file', async () => {
    const { dev, ino } = await stat(root)
    expect((await list(`${dev} ${ino} sub/b.txt`)).map(({ id }) => id)).toEqual(['sub/deep/c.html', 'z.md'])
  })

  test.each(['1 2 sub/b.txt', 'sub/b.txt'])(
    'begins again at a checkpoint of another drive (%s), and removes nothing',
    async (cursor) => {
      const reader = await folderConnector.connect({ path: root }, deps())
      const changes: OriginChange[] = []
      for await (const change of reader.changes(cursor)) changes.push(change)
      expect(changes.filter(({ kind }) => kind === 'item')).toHaveLength(5)
      expect(changes.at(-1)).toEqual({ kind: 'end', isComplete: false })
    },
  )

  test('a file that became a link out of the folder is not read', async () => {
    const path = join(root, 'swap.md')
    await writeFile(path, 'harmless')
    const item = (await list()).find(({ id }) => id === 'swap.md')!
    await rm(path)
    await symlink(join(outside, 'secret.md'), path)
    const content: OriginContent = await item.read()
    expect(content).toEqual({ type: 'skipped', reason: 'It is a link that leads out of the folder.' })
    await rm(path)
  })

  test('a drive that is taken away in the middle of a listing is no complete one', async () => {
    const drive = join(root, 'drive')
    await mkdir(drive)
    for (const name of ['a.md', 'b.md', 'c.md']) await writeFile(join(drive, name), name)
    const reader = await folderConnector.connect({ path: drive }, deps())
    const kinds: string[] = []
    const listing = async () => {
      for await (const { kind } of reader.changes(undefined)) {
        if (kinds.push(kind) === 1) await rename(drive, `${drive}.away`).then(() => mkdir(drive))
      }
    }
    await expect(listing()).rejects.toThrow('Check that its drive is mounted')
    expect(kinds).not.toContain('end')
    for (const path of [drive, `${drive}.away`]) await rm(path, { recursive: true })
  })

  test('a folder that the operator has not listed is refused, whether it exists or not', async () => {
    for (const path of [outside, `${root}-else`, `${root}/../${outside.split('/').pop()}`, '/etc'])
      await expect(folderConnector.connect({ path }, deps())).rejects.toThrow('SYNC_FOLDERS')
  })
})
