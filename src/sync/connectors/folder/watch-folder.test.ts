import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { createPathFilter } from '../path-filter.ts'
import { watchFolder } from './watch-folder.ts'

/** Watches a new folder that `prepare` fills before. */
async function watched({ maxFolders = 100, prepare = async (_root: string): Promise<unknown> => undefined } = {}) {
  const root = join(await temporaryFolder(), 'root')
  await mkdir(root)
  await prepare(root)
  const changes = createQueue<string>()
  const failures = createQueue<Error>()
  const watch = await watchFolder(root, {
    ...{ isIncluded: createPathFilter({}), onChange: changes.push, onError: failures.push, maxFolders },
  })
  onTestFinished(() => watch.close())
  return { root, watch, nextChange: changes.next, nextFailure: failures.next }
}

/** Hands out values in order; waits for the next one if there is none. */
function createQueue<T>() {
  const values: T[] = []
  let wake = () => {}
  return {
    push(value: T): void {
      values.push(value)
      wake()
    },
    async next(): Promise<T> {
      while (values.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return values.shift() as T
    },
  }
}

describe('a watched folder', () => {
  it.each([
    ['a new document', (root: string) => writeFile(join(root, 'b.md'), 'x'), 'b.md'],
    ['a changed document', (root: string) => writeFile(join(root, 'a.md'), 'Two'), 'a.md'],
    ['a renamed document', (root: string) => rename(join(root, 'a.md'), join(root, 'b.md')), 'a.md'],
    ['a removed document', (root: string) => rm(join(root, 'a.md')), 'a.md'],
    ['a document in a subfolder', (root: string) => writeFile(join(root, 'sub/deep/c.md'), 'x'), 'sub/deep/c.md'],
    ['a removed folder', (root: string) => rename(join(root, 'sub'), join(root, '.trash')), 'sub'],
  ])('reports %s', async (_what, work, path) => {
    const { root, nextChange } = await watched({
      async prepare(root) {
        await writeFile(join(root, 'a.md'), 'One')
        await mkdir(join(root, 'sub/deep'), { recursive: true })
      },
    })
    await work(root)
    expect(await nextChange()).toBe(path)
  })

  it('ignores hidden files and files that are not read', async () => {
    const { root, nextChange } = await watched()
    for (const name of ['.hidden.md', 'picture.png', 'server.log', 'a.md']) await writeFile(join(root, name), 'x')
    expect(await nextChange()).toBe('a.md')
  })

  it('reports a new folder, and after a refresh the documents in it', async () => {
    const { root, watch, nextChange } = await watched()
    await mkdir(join(root, 'new'))
    expect(await nextChange()).toBe('new')
    await watch.refresh()
    await writeFile(join(root, 'new/a.md'), 'x')
    expect(await nextChange()).toBe('new/a.md')
  })

  it('watches a folder that takes the place of another', async () => {
    const { root, watch, nextChange } = await watched({
      prepare: (root) => mkdir(join(root, 'sub/deep'), { recursive: true }),
    })
    await rename(join(root, 'sub'), join(root, 'moved'))
    await mkdir(join(root, 'sub/deep'), { recursive: true })
    const path = 'sub/deep/a.md'
    // Events of the move can come first.
    for (let reported = await nextChange(); reported !== path; reported = await nextChange()) {
      await watch.refresh()
      await writeFile(join(root, path), reported)
    }
  })

  it('says so when it is moved or removed', async () => {
    const { root, nextFailure } = await watched()
    await rename(root, `${root}-moved`)
    expect((await nextFailure()).message).toBe('The folder was moved or removed.')
  })

  it('with too many folders is refused', async () => {
    const prepare = async (root: string) => {
      for (const name of ['a', 'b', 'c']) await mkdir(join(root, name))
    }
    await expect(watched({ maxFolders: 3, prepare })).rejects.toThrow('more than 3 folders')
  })
})
