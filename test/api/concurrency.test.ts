import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, nodeCount, type Person, type TestApp } from '../support/test-app.ts'

describe('many at once', () => {
  let service: TestApp
  let ada: Person
  let bob: Person
  beforeAll(async () => {
    service = await createTestApp()
    await service.organization('acme')
    ada = await service.person('acme', 'ada')
    bob = await service.person('acme', 'bob')
    for (const root of ['tickets', 'busy']) await service.dataSource('acme', root)
  })
  afterAll(() => service.close())

  test('500 parallel writes of one item leave one item: the one acknowledged last, with its own passages', async () => {
    const acknowledged: number[] = []
    await Promise.all(
      Array.from({ length: nodeCount ? 90 : 500 }, async (_, index) => {
        const reply = await service.call(
          (index % 2 ? ada : bob).key,
          'POST',
          '/v1/ask/index',
          contentFixture({
            title: `Version ${index}`,
            content: `The code word of this version is falcon${index}.`,
          }),
        )
        expect(reply.status).toBe(200)
        acknowledged.push(index)
      }),
    )
    const list = await service.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets')
    // Of answers that are under way from several nodes at once, nobody can say which was sent last.
    const last = nodeCount ? Number(list.body.hits[0].title.slice(8)) : acknowledged.at(-1)
    expect(list.body.hits.map((hit: { title: string }) => hit.title)).toEqual([`Version ${last}`])
    const passages = await service.database.unrestricted.selectFrom('chunk').select('body').execute()
    expect(passages.map((passage) => passage.body)).toEqual([`The code word of this version is falcon${last}.`])
  })

  test('pages taken while others write never repeat or lose an item that nobody touched', async () => {
    const untouched = Array.from({ length: 60 }, (_, index) => `keep-${String(index).padStart(2, '0')}`)
    for (const [index, id] of untouched.entries()) await put(ada, id, new Date(Date.UTC(2026, 5, 1, 0, index)))
    for (let index = 0; index < 20; index++) await put(ada, `gone-${index}`, new Date(Date.UTC(2026, 6, 1, 0, index)))

    const seen: string[] = []
    let pages = 1
    for (let page = 0; page < pages; page++) {
      const reply = await service.call(ada.key, 'GET', `/v1/ask/index?rootId=busy&page=${page}&hitsPerPage=7`)
      expect(reply.body.page).toBe(page)
      pages = reply.body.nbPages
      seen.push(...reply.body.hits.map((hit: { id: string }) => hit.id))
      // In front of what comes next: something new; behind and before it: something gone.
      await put(bob, `new-${page}`, new Date(Date.UTC(2026, 7, 1, 0, page)))
      await put(bob, `old-${page}`, new Date(Date.UTC(2026, 3, 1, 0, page)))
      for (const id of [`gone-${page * 2}`, `gone-${page * 2 + 1}`]) {
        await service.call(bob.key, 'DELETE', '/v1/ask/index', { rootId: 'busy', id })
      }
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => id.startsWith('keep-'))).toEqual([...untouched].reverse())
  })

  test('the number of pages is right at every step, whether something was written since the last one or not', async () => {
    await service.dataSource('acme', 'counted')
    const left = new Set<string>()
    const add = async (id: string, day: number) => {
      await put(bob, id, new Date(Date.UTC(2026, 3, day)), 'counted')
    }
    for (let index = 1; index <= 30; index++) {
      await add(`i${index}`, index)
      left.add(`i${index}`)
    }
    const remove = (id: string) => service.call(bob.key, 'DELETE', '/v1/ask/index', { rootId: 'counted', id })
    const given: string[] = []
    for (let page = 0; left.size > 0; page++) {
      const { body } = await service.call(ada.key, 'GET', `/v1/ask/index?rootId=counted&page=${page}&hitsPerPage=4`)
      expect(body.nbPages).toBe(page + Math.ceil(left.size / 4))
      expect(body.hits).toHaveLength(Math.min(4, left.size))
      for (const { id } of body.hits as { id: string }[]) {
        given.push(id)
        left.delete(id)
      }
      if (page === 1) await remove(given[0] as string)
      if (page === 3) {
        // Five that come yet, and two that do not.
        for (let index = 1; index <= 5; index++) await remove(`i${index}`)
        for (let index = 1; index <= 5; index++) left.delete(`i${index}`)
        await add('late-1', 40)
        await add('late-2', 41)
      }
    }
    expect(given).toEqual(Array.from({ length: 25 }, (_, index) => `i${30 - index}`))
  })

  test("one's own writes are seen where they belong, whatever page was read before", async () => {
    await service.dataSource('acme', 'own')
    for (let index = 0; index < 6; index++) await put(ada, `i${index}`, new Date(Date.UTC(2026, 1, 1, 0, index)), 'own')
    const page = async (number: number) =>
      (await service.call(ada.key, 'GET', `/v1/ask/index?rootId=own&page=${number}&hitsPerPage=2`)).body.hits.map(
        (hit: { id: string }) => hit.id,
      )
    expect([await page(0), await page(1)]).toEqual([
      ['i5', 'i4'],
      ['i3', 'i2'],
    ])
    await put(ada, 'i9', new Date(Date.UTC(2026, 2, 1)), 'own')
    expect(await page(1)).toEqual(['i4', 'i3'])
  })

  async function put(person: Person, id: string, updatedAt: Date, rootId = 'busy'): Promise<void> {
    const reply = await service.call(
      person.key,
      'POST',
      '/v1/ask/index',
      contentFixture({ rootId, id, title: id, updatedAt: updatedAt.toISOString() }),
    )
    expect(reply.status, reply.text).toBe(200)
  }
})
