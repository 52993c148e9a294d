import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseListWalks, createMemoryListWalks, type ListWalks } from '../src/library/list-walks.ts'
import { type ScratchDatabase, scratchDatabase } from './scratch-database.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.close())

const end = (id: string) => ({ updatedAt: new Date('2026-11-01T00:00:00Z'), id })
let people = 0
const newWalker = () => ({ organizationId: 'acme', memberId: `m${++people}`, rootId: 'tickets' })

describe.each<[string, (now: () => number) => ListWalks]>([
  ['in the process', (now) => createMemoryListWalks({ now })],
  ['in the database', (now) => createDatabaseListWalks({ database: scratch.database, now })],
])('walks through a list, remembered %s', (_place, create) => {
  test('go on where the page before ended, for that person, list and page size alone', async () => {
    const walks = create(Date.now)
    const walker = newWalker()
    await walks.remember(walker, 20, 0, end('a'))
    await walks.remember(walker, 20, 1, end('b'))
    expect(await walks.startOf(walker, 20, 1)).toEqual(end('a'))
    expect(await walks.startOf(walker, 20, 2)).toEqual(end('b'))
    expect(await walks.startOf(walker, 20, 3)).toBeUndefined()
    expect(await walks.startOf(walker, 10, 1)).toBeUndefined()
    expect(await walks.startOf({ ...walker, rootId: 'other' }, 20, 1)).toBeUndefined()
    expect(await walks.startOf(newWalker(), 20, 1)).toBeUndefined()
  })

  test('begin anew at the first page, and when their caller writes', async () => {
    const walks = create(Date.now)
    const walker = newWalker()
    await walks.remember(walker, 20, 0, end('a'))
    await walks.remember(walker, 20, 1, end('b'))
    expect(await walks.startOf(walker, 20, 0)).toBeUndefined()
    await walks.remember(walker, 20, 0, end('c'))
    expect(await walks.startOf(walker, 20, 1)).toEqual(end('c'))
    expect(await walks.startOf(walker, 20, 2)).toBeUndefined()
    await walks.forget(walker)
    expect(await walks.startOf(walker, 20, 1)).toBeUndefined()
  })

  test('are over after a minute without a request, and keep the last pages only', async () => {
    let time = Date.now()
    const walks = create(() => time)
    const walker = newWalker()
    for (let page = 0; page < 12; page++) await walks.remember(walker, 20, page, end(`p${page}`))
    expect(await walks.startOf(walker, 20, 2)).toBeUndefined()
    expect(await walks.startOf(walker, 20, 9)).toEqual(end('p8'))
    time += 60_001
    expect(await walks.startOf(walker, 20, 12)).toBeUndefined()
  })
})

test('what one node remembers, another one knows', async () => {
  const walker = newWalker()
  const [one, other] = [1, 2].map(() =>
    createDatabaseListWalks({ database: scratch.database, now: Date.now }),
  ) as [ListWalks, ListWalks]
  await one.remember(walker, 20, 0, end('a'))
  expect(await other.startOf(walker, 20, 1)).toEqual(end('a'))
  await other.forget(walker)
  expect(await one.startOf(walker, 20, 1)).toBeUndefined()
})
