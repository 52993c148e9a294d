import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let ada: Person
let bob: Person
let at = new Date('2026-11-10T09:00:00Z')

beforeAll(async () => {
  service = await createTestApp({ now: () => at, config: { versionsKept: 3 } })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin', groups: ['Core'] })
  bob = await service.person('acme', 'bob')
  await service.dataSource('acme', 'tickets')
})
afterAll(() => service.close())
beforeEach(() => {
  at = new Date('2026-11-10T09:00:00Z')
})

async function createNote(markdown: string): Promise<string> {
  const { body } = await service.call(ada.key, 'POST', '/v1/notes', {
    title: 'On call',
    markdown,
    audience: ['everyone'],
  })
  return body.id
}

async function updateNote(id: string, change: object, person = ada): Promise<void> {
  at = new Date(at.getTime() + 60_000)
  expect((await service.call(person.key, 'PUT', `/v1/notes/${id}`, change)).status).toBe(200)
}

const listVersions = async (
  person: Person,
  id: string,
): Promise<{ id: string; writtenBy?: { userId: string; name: string } }[]> =>
  (await service.call(person.key, 'GET', `/v1/notes/${id}/versions`)).body.versions

async function readStoredVersions(id: string): Promise<{ content: string; plain: string }[]> {
  const { rows } = await sql<{ content: string; plain: string }>`
    select v.content, v.plain from document_version v
    join document d on d.org_id = v.org_id and d.key = v.document_key
    where d.org_id = 'acme' and d.id = ${id} order by v.id`.execute(service.database.unrestricted)
  return rows
}

async function countVersions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from document_version`.execute(
    service.database.unrestricted,
  )
  return rows[0]?.count ?? 0
}

describe('versions of a note', () => {
  test('a changed text leaves the one before, with its dates, newest first', async () => {
    const id = await createNote('The *platform* team.')
    await updateNote(id, { markdown: 'The web team.' })
    await updateNote(id, { title: 'Rota' })
    const versions = await listVersions(bob, id)
    expect(versions).toEqual([
      {
        id: expect.any(String),
        title: 'On call',
        writtenAt: '2026-11-10T09:01:00.000Z',
        replacedAt: '2026-11-10T09:02:00.000Z',
        writtenBy: { userId: ada.id, name: 'ada' },
      },
      {
        id: expect.any(String),
        title: 'On call',
        writtenAt: '2026-11-10T09:00:00.000Z',
        replacedAt: '2026-11-10T09:01:00.000Z',
        writtenBy: { userId: ada.id, name: 'ada' },
      },
    ])
    const path = `/v1/notes/${id}/versions/${versions[1]?.id}`
    expect((await service.call(bob.key, 'GET', path)).body.content).toBe('The *platform* team.')
    expect((await service.call(bob.key, 'GET', `${path}?format=html`)).body.content).toContain('<em>platform</em>')
    expect((await readStoredVersions(id))[0]?.plain).toBe('The platform team.')
  })

  test('a text that stood for long is kept while somebody types, whose every pause is saved', async () => {
    const other = await createTestApp({ now: () => at, config: { versionsKept: 5 } })
    await other.organization('acme')
    const [dora, eli] = [await other.person('acme', 'dora'), await other.person('acme', 'eli')]
    const fields = { title: 'Rules', markdown: 'First rules.', audience: ['everyone'] }
    const { id } = (await other.call(dora.key, 'POST', '/v1/notes', fields)).body
    const write = async (markdown: string, secondsLater: number) => {
      at = new Date(at.getTime() + secondsLater * 1000)
      await other.call(eli.key, 'PUT', `/v1/notes/${id}`, { markdown })
    }
    const texts = async () => {
      const { versions } = (await other.call(dora.key, 'GET', `/v1/notes/${id}/versions`)).body
      const read = (version: { id: string }) => other.call(dora.key, 'GET', `/v1/notes/${id}/versions/${version.id}`)
      return Promise.all(versions.map(async (version: { id: string }) => (await read(version)).body.content))
    }
    await write('Second rules.', 86_400)
    await write('Draft 0', 86_400)
    for (let pause = 1; pause <= 9; pause += 1) await write(`Draft ${pause}`, 2)
    expect(await texts()).toEqual(['Draft 8', 'Draft 7', 'Draft 6', 'Second rules.', 'First rules.'])
    for (let day = 1; day <= 3; day += 1) await write(`Day ${day}`, 86_400)
    expect(await texts()).toEqual(['Day 2', 'Day 1', 'Draft 9', 'Second rules.', 'First rules.'])
    await write('Day 4', 86_400)
    expect(await texts()).toEqual(['Day 3', 'Day 2', 'Day 1', 'Draft 9', 'Second rules.'])
    await other.close()
  })

  test('each has the person who wrote it, none after an import, also when it comes back from the trash', async () => {
    const id = await createNote('By ada.')
    await updateNote(id, { markdown: 'By bob.' }, bob)
    await service.note('acme', { id, title: 'On call', content: 'By an import.' })
    await updateNote(id, { markdown: 'By ada again.' })
    const authors = async () => (await listVersions(ada, id)).map(({ writtenBy }) => writtenBy?.name)
    expect(await authors()).toEqual([undefined, 'bob', 'ada'])
    await service.call(ada.key, 'DELETE', `/v1/notes/${id}`)
    const { branches } = (await service.call(ada.key, 'GET', '/v1/trash')).body
    const branch = branches.find(({ note }: { note: { id: string } }) => note.id === id)
    expect((await service.call(ada.key, 'PUT', `/v1/trash/${branch.id}/restore`)).status).toBe(200)
    expect(await authors()).toEqual([undefined, 'bob', 'ada'])
  })

  test('no version becomes that of another person who is given the id of its author', async () => {
    const cleo = await service.person('acme', 'cleo')
    const [kept, trashed] = [await createNote('Kept.'), await createNote('Deleted.')]
    for (const id of [kept, trashed]) {
      await updateNote(id, { markdown: 'By cleo.' }, cleo)
      await updateNote(id, { markdown: 'By ada.' })
    }
    await service.call(ada.key, 'DELETE', `/v1/notes/${trashed}`)
    expect((await service.call(ada.key, 'DELETE', `/v1/members/${cleo.id}`)).status).toBe(204)
    expect((await listVersions(ada, kept))[0]).not.toHaveProperty('writtenBy')
    const { rows } = await sql`
      select 1 from trashed_version where version->>'written_by' = ${cleo.id}
      union all select 1 from document_version where written_by = ${cleo.id}`.execute(service.database.unrestricted)
    expect(rows).toEqual([])
  })

  test('a write that changes nothing, a move and a review leave no version', async () => {
    const id = await createNote('Same.')
    await updateNote(id, { markdown: 'Same.' })
    await updateNote(id, { title: 'On call' })
    await updateNote(id, { parentNoteId: await createNote('A parent.') })
    await service.call(ada.key, 'PUT', `/v1/notes/${id}/verify`, { until: null })
    expect(await listVersions(ada, id)).toEqual([])
  })

  test('no more than the setting says are kept, the last ones', async () => {
    const id = await createNote('Text 0.')
    for (let round = 1; round <= 6; round++) await updateNote(id, { markdown: `Text ${round}.` })
    expect((await readStoredVersions(id)).map((row) => row.content)).toEqual(['Text 3.', 'Text 4.', 'Text 5.'])
  })

  test('an archived note keeps what it said, too', async () => {
    const id = await createNote('In use.')
    await service.call(ada.key, 'PUT', `/v1/notes/${id}/archived`, { archived: true })
    await updateNote(id, { markdown: 'On the shelf.' })
    expect(await readStoredVersions(id)).toEqual([{ content: 'In use.', plain: 'In use.' }])
  })

  test('who may not see the note sees no version, and neither does who may not see it any more', async () => {
    const id = await createNote('The password is swordfish.')
    await updateNote(id, { markdown: 'No password here.' })
    const [version] = await listVersions(bob, id)
    await service.call(ada.key, 'PUT', `/v1/notes/${id}/audience`, { audience: ['group:Core'] })
    for (const path of [`/v1/notes/${id}/versions`, `/v1/notes/${id}/versions/${version?.id}`]) {
      const refused = await service.call(bob.key, 'GET', path)
      expect(refused.status).toBe(404)
      expect(refused.text).not.toContain('swordfish')
      expect((await service.call(ada.key, 'GET', path)).status).toBe(200)
    }
    const bare = await service.database.readAs({ organizationId: 'acme', memberId: bob.id }, (store) =>
      sql`select * from document_version where content like '%swordfish%'`.execute(store),
    )
    expect(bare.rows).toEqual([])
  })

  test('a version belongs to its note: under another one it is not found', async () => {
    const [one, other] = [await createNote('One.'), await createNote('Other.')]
    await updateNote(one, { markdown: 'One more.' })
    const [version] = await listVersions(ada, one)
    for (const path of [
      `/v1/notes/${other}/versions/${version?.id}`,
      `/v1/notes/${one}/versions/x`,
      `/v1/notes/${one}/versions/0`,
    ])
      expect((await service.call(ada.key, 'GET', path)).status).toBe(404)
  })

  test('a deletion removes them all', async () => {
    const before = await countVersions()
    const id = await createNote('Before.')
    await updateNote(id, { markdown: 'After.' })
    expect(await countVersions()).toBe(before + 1)
    await service.call(ada.key, 'DELETE', `/v1/notes/${id}`)
    expect(await countVersions()).toBe(before)
  })
})

describe('versions of an item', () => {
  test('are kept when its title or content changes, not when its date does, and go with it', async () => {
    const before = await countVersions()
    const index = (fields: object) =>
      service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ id: 'door', ...fields }))
    await index({})
    await index({ updatedAt: '2026-11-09T00:00:00Z', url: 'https://example.com/2' })
    expect(await readStoredVersions('door')).toEqual([])
    await index({ content: 'The front door opens at eight.' })
    await index({ content: 'The front door opens at eight.', title: 'Doors' })
    expect((await readStoredVersions('door')).map((row) => row.plain)).toEqual([
      'The front door opens at seven.',
      'The front door opens at eight.',
    ])
    await service.call(ada.key, 'DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'door' })
    expect(await countVersions()).toBe(before)
  })
})

test('of a permanently deleted note neither name nor words stay in the store', async () => {
  const id = await createNote('Zanzibar is the code word.')
  await updateNote(id, { title: 'Zanzibar', markdown: 'Zanzibar it is.' })
  await service.call(ada.key, 'DELETE', `/v1/notes/${id}`)
  const { branches } = (await service.call(ada.key, 'GET', '/v1/trash')).body
  const branch = branches.find(({ note }: { note: { title: string } }) => note.title === 'Zanzibar')
  await service.call(ada.key, 'DELETE', `/v1/trash/${branch.id}`)
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(service.database.unrestricted)
  for (const { table } of rows) {
    const found = await sql`
      select 1 from ${sql.table(table)} t where t::text ilike '%zanzibar%'`.execute(service.database.unrestricted)
    expect([table, found.rows.length]).toEqual([table, 0])
  }
})
