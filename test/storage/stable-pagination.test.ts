import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDatabaseStablePagination,
  createMemoryStablePagination,
  type StablePagination,
} from '../../src/content/sources/stable-pagination.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let scratch: TestDatabase
beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterAll(() => scratch.close())

const pageEnd = (id: string) => ({ updatedAt: new Date('2026-11-01T00:00:00Z'), id })
let readerCount = 0
const newReader = () => ({ organizationId: 'acme', memberId: `m${++readerCount}`, rootId: 'tickets' })

describe.each<[string, (now: () => number) => StablePagination]>([
  ['in the process', (now) => createMemoryStablePagination({ now })],
  ['in the database', (now) => createDatabaseStablePagination({ database: scratch.database, now })],
])('walks through a list, remembered %s', (_place, create) => {
  test('go on where the page before ended, for that person, list and page size alone', async () => {
    const walks = create(Date.now)
    const walker = newReader()
    await walks.saveBoundary(walker, 20, 0, pageEnd('a'))
    await walks.saveBoundary(walker, 20, 1, pageEnd('b'))
    expect(await walks.findBoundary(walker, 20, 1)).toEqual(pageEnd('a'))
    expect(await walks.findBoundary(walker, 20, 2)).toEqual(pageEnd('b'))
    expect(await walks.findBoundary(walker, 20, 3)).toBeUndefined()
    expect(await walks.findBoundary(walker, 10, 1)).toBeUndefined()
    expect(await walks.findBoundary({ ...walker, rootId: 'other' }, 20, 1)).toBeUndefined()
    expect(await walks.findBoundary(newReader(), 20, 1)).toBeUndefined()
  })

  test('begin anew at the first page, and when their caller writes', async () => {
    const walks = create(Date.now)
    const walker = newReader()
    await walks.saveBoundary(walker, 20, 0, pageEnd('a'))
    await walks.saveBoundary(walker, 20, 1, pageEnd('b'))
    expect(await walks.findBoundary(walker, 20, 0)).toBeUndefined()
    await walks.saveBoundary(walker, 20, 0, pageEnd('c'))
    expect(await walks.findBoundary(walker, 20, 1)).toEqual(pageEnd('c'))
    expect(await walks.findBoundary(walker, 20, 2)).toBeUndefined()
    await walks.reset(walker)
    expect(await walks.findBoundary(walker, 20, 1)).toBeUndefined()
  })

  test('are over after a minute without a request, and keep the last pages only', async () => {
    let time = Date.now()
    const walks = create(() => time)
    const walker = newReader()
    for (let page = 0; page < 12; page++) await walks.saveBoundary(walker, 20, page, pageEnd(`p${page}`))
    expect(await walks.findBoundary(walker, 20, 2)).toBeUndefined()
    expect(await walks.findBoundary(walker, 20, 9)).toEqual(pageEnd('p8'))
    time += 60_001
    expect(await walks.findBoundary(walker, 20, 12)).toBeUndefined()
  })
})

test('what one node remembers, another one knows', async () => {
  const walker = newReader()
  const [one, other] = [1, 2].map(() =>
    createDatabaseStablePagination({ database: scratch.database, now: Date.now }),
  ) as [StablePagination, StablePagination]
  await one.saveBoundary(walker, 20, 0, pageEnd('a'))
  expect(await other.findBoundary(walker, 20, 1)).toEqual(pageEnd('a'))
  await other.reset(walker)
  expect(await one.findBoundary(walker, 20, 1)).toBeUndefined()
})
