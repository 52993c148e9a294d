import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let zoe: Person
let clock = Date.parse('2026-11-10T08:00:00.000Z')
const untouchedIds = Array.from({ length: 120 }, (_, index) => `kept-${String(index).padStart(3, '0')}`)

beforeAll(async () => {
  scratch = await createTestApp({ now: () => new Date(clock) })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  zoe = await scratch.person('acme', 'zoe')
  await scratch.note('acme', { id: 'root', audience: [`user:${ada.email}`, `user:${zoe.email}`] })
  for (const [index, id] of untouchedIds.entries()) {
    // Every third is Ada's alone; several share a moment and a position.
    await scratch.app.notes.upsert('acme', {
      id,
      title: id,
      content: '',
      type: 'markdown',
      url: `https://notes.test/${id}`,
      parentId: 'root',
      audience: index % 3 === 0 ? [`user:${ada.id}`] : undefined,
      updatedAt: new Date(clock),
      position: Math.floor(index / 7),
    })
  }
  // Edited in groups at one moment, so that the order within a group is by id alone.
  for (const [index, id] of untouchedIds.entries()) {
    await scratch.database.unrestricted
      .updateTable('document')
      .set({ edited_at: new Date(clock + Math.floor(index / 9) * 1000) })
      .where('id', '=', id)
      .execute()
  }
})
afterAll(() => scratch.close())

interface Page {
  notes: { id: string; lastEditedAt: string }[]
  total: number
  hasNextPage: boolean
  nextCursor: string | null
}

const page = async (person: Person, query: Record<string, string>): Promise<Page> => {
  const answer = await scratch.call(person.key, 'GET', `/v1/notes?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const readAllPages = async (
  person: Person,
  query: Record<string, string>,
  between: (page: number) => Promise<void>,
) => {
  const ids: string[] = []
  let cursor: string | null = null
  for (let number = 0; ; number += 1) {
    const got: Page = await page(person, { ...query, ...(cursor !== null && { cursor }) })
    expect(got.hasNextPage).toBe(got.nextCursor !== null)
    expect(got.notes.length).toBeLessThanOrEqual(50)
    ids.push(...got.notes.map((note) => note.id))
    if (got.nextCursor === null) return ids
    cursor = got.nextCursor
    await between(number)
  }
}
const noChange = async () => {}

test.each(['lastEditedAt_DESC', 'lastEditedAt_ASC', 'listPosition_DESC', 'listPosition_ASC'])(
  'a walk by %s gives every note once, in order, and only those that are seen',
  async (orderBy) => {
    const query = { parentNoteId: 'root', orderBy }
    const inOrder = orderBy.endsWith('ASC') ? untouchedIds : untouchedIds.toReversed()
    expect(await readAllPages(ada, query, noChange)).toEqual(inOrder)
    const ofZoe = inOrder.filter((id) => Number(id.slice(5)) % 3 !== 0)
    expect(await readAllPages(zoe, query, noChange)).toEqual(ofZoe)
    expect((await page(zoe, query)).total).toBe(ofZoe.length)
  },
)

test.each(['lastEditedAt_DESC', 'lastEditedAt_ASC', 'listPosition_DESC', 'listPosition_ASC'])(
  'while others make, edit, move and delete notes, a walk by %s neither repeats nor loses one that nobody touched',
  async (orderBy) => {
    const busy = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const made = await scratch.call(zoe.key, 'POST', '/v1/notes', { title: 'Busy', parentNoteId: 'root' })
        return made.body.id as string
      }),
    )
    const ids = await readAllPages(ada, { parentNoteId: 'root', orderBy }, async (number) => {
      clock += 60_000
      await scratch.call(zoe.key, 'POST', '/v1/notes', { title: 'Newcomer', parentNoteId: 'root' })
      await scratch.call(zoe.key, 'PUT', `/v1/notes/${busy[number]}`, { title: 'Edited' })
      await scratch.call(zoe.key, 'PUT', `/v1/notes/${busy[number + 2]}`, { parentNoteId: null })
      await scratch.call(zoe.key, 'DELETE', `/v1/notes/${busy[number + 3]}`)
    })
    const kept = ids.filter((id) => id.startsWith('kept-'))
    expect([...kept].sort()).toEqual(untouchedIds)
  },
)

test('a cursor survives the deletion of the note it came from', async () => {
  const query = { parentNoteId: 'root', orderBy: 'listPosition_ASC' }
  const first = await page(ada, query)
  const last = first.notes.at(-1)?.id as string
  await scratch.call(ada.key, 'DELETE', `/v1/notes/${last}`)
  const second = await page(ada, { ...query, cursor: first.nextCursor as string })
  expect(second.notes[0]?.id).toBe(untouchedIds[50])
  expect(second.total).toBe(first.total - 1)
})

test('a cursor tells nothing of notes that the caller does not see', async () => {
  const { nextCursor, notes } = await page(zoe, { parentNoteId: 'root', orderBy: 'listPosition_ASC' })
  const text = Buffer.from(nextCursor as string, 'base64url').toString()
  expect(text.match(/kept-\d+/g)).toEqual([notes.at(-1)?.id])
})

test('anything else than a cursor of the same order is refused, never answered with a wrong page', async () => {
  const byPosition = (await page(ada, { orderBy: 'listPosition_ASC' })).nextCursor as string
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const bad = [
    'x',
    '%%%',
    `${byPosition}=`,
    `${byPosition} `,
    byPosition.slice(0, -3),
    encode('lastEditedAt_DESC'),
    encode(['lastEditedAt_DESC', '2026-11-10T08:00:00Z']),
    encode(['lastEditedAt_DESC', 'soon', 'x']),
    encode(['lastEditedAt_DESC', 5, 'x']),
    encode(['lastEditedAt_DESC', '2026-11-10T08:00:00Z', 'x', 'y']),
    encode(['lastEditedAt_DESC', '2026-11-10T08:00:00Z', 'x\u0000']),
    encode(['lastEditedAt_ASC', '2026-11-10T08:00:00Z', 'x']),
    Buffer.from([0xff, 0xfe, 0xfd]).toString('base64url'),
    byPosition,
  ]
  for (const cursor of bad) {
    const refused = await scratch.call(ada.key, 'GET', `/v1/notes?${new URLSearchParams({ cursor })}`)
    expect([cursor, refused.status]).toEqual([cursor, 422])
    expect(Object.keys(refused.body.details)).toEqual(['cursor'])
  }
  const huge = encode(['listPosition_ASC', 2 ** 40, 'x'])
  expect((await scratch.call(ada.key, 'GET', `/v1/notes?orderBy=listPosition_ASC&cursor=${huge}`)).status).toBe(422)
  expect((await scratch.call(ada.key, 'GET', '/v1/notes?orderBy=title_ASC')).status).toBe(422)
})
