import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createInMemoryIndexes, type InMemoryIndexes } from '../../src/search/in-memory-indexes.ts'
import { deleteExpiredChanges } from '../../src/search/sync/change-log.ts'
import { createRandomEmbedder } from '../support/random-embedder.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const embedder = createRandomEmbedder('test-drawn', 24)
const directory = join(mkdtempSync(join(tmpdir(), 'lorewell-image-')), 'images')
const files = ['vectors.image', 'words.image'] as const

let service: TestApp
let ada: Person
let ben: Person
let spaceId: number
let rejected: string[] = []

beforeAll(async () => {
  service = await createTestApp({ embedder })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  ben = await service.person('acme', 'ben')
  await service.dataSource('acme', 'tickets')
  await service.dataSource('acme', 'secret', [`user:${ada.email}`])
  const { rows } = await sql<{ id: number }>`select id from embedding_space where is_current`.execute(
    service.database.unrestricted,
  )
  spaceId = rows[0]?.id as number
  for (let n = 0; n < 12; n++)
    await index(`T-${n}`, `The harbour has the berth quay${n} for one ferry.`, n % 3 === 0 ? 'secret' : 'tickets')
})
beforeEach(() => {
  rmSync(directory, { recursive: true, force: true })
  rejected = []
})
afterAll(async () => {
  rmSync(join(directory, '..'), { recursive: true, force: true })
  await service.close()
})

async function index(id: string, content: string, rootId = 'tickets'): Promise<void> {
  const reply = await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ rootId, id, title: id, content }))
  expect(reply.status, reply.text).toBe(200)
}
const remove = (id: string) => service.call(ada.key, 'DELETE', `/v1/ask/index?rootId=tickets&id=${id}`)

/** The indexes of a server that starts on the store; not loaded yet. */
async function openIndexes({
  now = () => new Date(),
  words = 2 ** 30,
}: {
  now?: () => Date
  words?: number
} = {}): Promise<InMemoryIndexes> {
  const indexes = createInMemoryIndexes({
    ...{ database: service.database, spaceId, maxBytes: { vectors: 2 ** 30, words } },
    ...{ imageDirectory: directory, minImageBytes: 1, now },
    onError: (error) => expect(error).toBeUndefined(),
    onTooLarge: () => {},
    onImageRejected: (reason) => void rejected.push(String(reason)),
  })
  await indexes.enableImages()
  return indexes
}
async function startIndexes(options?: Parameters<typeof openIndexes>[0]): Promise<InMemoryIndexes> {
  const indexes = await openIndexes(options)
  await indexes.load()
  return indexes
}
const writeImages = async () => (await startIndexes()).close()
const imageOf = (file: (typeof files)[number]) => readFileSync(join(directory, file))
/** Tells whether the image of the words has one, in either of the encodings that strings have there. */
const hasWord = (word: string) =>
  (['latin1', 'utf16le'] as const).some((encoding) => imageOf('words.image').includes(Buffer.from(word, encoding)))

/** What each person finds by words and by meaning, with similarities and terms. */
async function found({ vector, lexical }: InMemoryIndexes): Promise<unknown> {
  const byPerson = []
  for (const person of [ada, ben]) {
    const caller = await service.caller(person)
    const all = { documentKeys: undefined, limit: 1000, depth: 1000 }
    const near = await (await vector?.current())?.nearest(caller, { ...all, vector: embedder.vectorOf('ferry') })
    const searcher = await lexical?.current()
    const terms = ['harbour', 'berth', 'quay3', 'quay4', 'ferri']
    const worded = await searcher?.search(caller, { ...all, terms, visibleShare: async () => undefined })
    const read = await searcher?.readWithAdjacent(caller, near?.hits ?? [])
    byPerson.push({
      near: near?.hits,
      worded: worded?.hits,
      weights: [...(worded?.statistics.weights ?? [])].sort(),
      lengths: read?.map(({ chunkKey, ordinal, terms }) => `${chunkKey} ${ordinal} ${terms.length}`).sort(),
    })
  }
  return byPerson
}
/** What indexes that were read from the database find. */
async function foundWithoutImage(): Promise<unknown> {
  const indexes = createInMemoryIndexes({
    ...{ database: service.database, spaceId, maxBytes: { vectors: 2 ** 30, words: 2 ** 30 } },
    ...{ now: () => new Date(), onError: (error: unknown) => expect(error).toBeUndefined(), onTooLarge: () => {} },
  })
  await indexes.load()
  const result = await found(indexes)
  await indexes.close()
  return result
}

test('a start from images finds what one from the database does, with all changes since', async () => {
  await writeImages()
  expect(readdirSync(directory).sort()).toEqual([...files])
  for (const file of files) expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o077).toBe(0)
  await index('T-late', 'The harbour has a late berth quay99 for one ferry.')
  await index('T-4', 'The harbour has a changed berth for two ferries.')
  await remove('T-5')
  const indexes = await startIndexes()
  const result = await found(indexes)
  await indexes.close()
  expect(rejected).toEqual([])
  expect(result).toEqual(await foundWithoutImage())
})

test('the first search waits for images on the embedded store only, and has all changes since', async () => {
  await writeImages()
  await index('T-first', 'The harbour has a first berth quay98 for one ferry.')
  const indexes = await openIndexes()
  const isEmbedded = service.database.engine === 'pglite'
  expect((await indexes.lexical?.current()) !== undefined).toBe(isEmbedded)
  expect(await indexes.restore()).toBe(true)
  const result = await found(indexes)
  await indexes.close()
  expect(result).toEqual(await foundWithoutImage())
})

test('without images no search waits', async () => {
  const indexes = await openIndexes()
  const restored = indexes.restore()
  expect(await indexes.lexical?.current()).toBeUndefined()
  expect(await restored).toBe(false)
  await indexes.close()
})

test('an image is read, not the database', async () => {
  await writeImages()
  const before = imageOf('words.image')
  await (await startIndexes()).close()
  expect(rejected).toEqual([])
  // An index that is read from the database gets a new image.
  expect(imageOf('words.image').equals(before)).toBe(true)
})

test('an image has nothing of a document that was deleted, once the index knows of it', async () => {
  await index('T-gone', 'The password of the lighthouse is zebrafish.')
  const indexes = await startIndexes()
  await indexes.lexical?.maintain()
  await indexes.vector?.maintain()
  expect(hasWord('zebrafish')).toBe(true)
  await remove('T-gone')
  await indexes.lexical?.maintain()
  await indexes.vector?.maintain()
  for (const file of files) expect(existsSync(join(directory, file)), file).toBe(false)
  await indexes.close()
  // Written again at the end, from an index whose memory still has the word.
  expect(hasWord('quay3')).toBe(true)
  expect(hasWord('zebrafish')).toBe(false)
})

test('a deletion while no server runs is gone from the images with the next start', async () => {
  await index('T-gone', 'The password of the lighthouse is zebrafish.')
  await writeImages()
  await remove('T-gone')
  const indexes = await startIndexes()
  expect(existsSync(join(directory, 'words.image')) && hasWord('zebrafish')).toBe(false)
  await indexes.close()
})

test.each([
  ['cut off', (path: string) => truncateSync(path, statSync(path).size - 20)],
  [
    'changed in one byte',
    (path: string) => {
      const bytes = readFileSync(path)
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] as number) ^ 1
      writeFileSync(path, bytes)
    },
  ],
  ['empty', (path: string) => truncateSync(path, 0)],
  ['something else', (path: string) => writeFileSync(path, Buffer.alloc(100_000, 'x'))],
])('an image that is %s is not used, and the index is right', async (_, damage) => {
  await writeImages()
  for (const file of files) damage(join(directory, file))
  const indexes = await startIndexes()
  expect(rejected).toHaveLength(2)
  const result = await found(indexes)
  await indexes.close()
  expect(result).toEqual(await foundWithoutImage())
})

test('an image of a state that the database has lost, or knows only from a copy, is not used', async () => {
  const { unrestricted } = service.database
  const isImage = sql`name like 'memory-image %'`
  await writeImages()
  // As another transaction stores the row when a backup is restored.
  await sql`update service_value set updated_at = now() where ${isImage}`.execute(unrestricted)
  await (await startIndexes()).close()
  expect(rejected).toHaveLength(2)
  rejected = []
  await (await startIndexes()).close()
  expect(rejected).toEqual([])
  // As an older copy of the data, which has no such row, is put in the place of the store.
  await sql`delete from service_value where ${isImage}`.execute(unrestricted)
  const indexes = await startIndexes()
  expect(rejected).toHaveLength(2)
  expect(await found(indexes)).toEqual(await foundWithoutImage())
  await indexes.close()
})

test('an image is not used when changes since may have been deleted from the log', async () => {
  const longAgo = new Date(Date.now() - 40 * 3600_000)
  await (await startIndexes({ now: () => longAgo })).close()
  await (await startIndexes({ now: () => longAgo })).close()
  expect(rejected).toEqual([])
  await deleteExpiredChanges(service.database)
  await (await startIndexes()).close()
  expect(rejected).toHaveLength(2)
  await sql`delete from service_value where name = 'change-log-trimmed'`.execute(service.database.unrestricted)
})

test('an index that is switched off or too large leaves no image behind', async () => {
  await writeImages()
  await (await startIndexes({ words: 0 })).close()
  expect(readdirSync(directory)).toEqual(['vectors.image'])
  await writeImages()
  await (await startIndexes({ words: 1 })).close()
  expect(readdirSync(directory)).toEqual(['vectors.image'])
})
