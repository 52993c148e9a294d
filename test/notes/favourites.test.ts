import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

describe('favourite notes', () => {
  let app: TestApp
  let ada: Person
  let ben: Person
  let vera: Person
  let organization: string

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    organization = await app.newOrganization()
    ada = await app.person(organization, 'ada', { role: 'admin' })
    ben = await app.person(organization, 'ben')
    vera = await app.person(organization, 'vera', { role: 'viewer' })
    await app.note(organization, { id: 'gate', title: 'Gates', content: 'At seven.' })
    await app.note(organization, { id: 'crane', title: 'Cranes', content: 'Four tons.' })
    await app.note(organization, {
      id: 'pay',
      title: 'Salaries',
      content: 'Secret.',
      audience: [`user:${ada.email}`, `user:${ben.email}`],
    })
  })

  const add = (person: Person, id: string) => app.call(person.key, 'PUT', `/v1/me/favourites/${id}`)
  const remove = (person: Person, id: string) => app.call(person.key, 'DELETE', `/v1/me/favourites/${id}`)
  const list = async (person: Person) => {
    const { status, body } = await app.call(person.key, 'GET', '/v1/me/favourites')
    expect(status).toBe(200)
    expect(body.total).toBe(body.notes.length)
    return body.notes.map(({ id }: { id: string }) => id).sort()
  }
  const countRows = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from favourite_note where org_id = ${organization}`.execute(
      app.database.unrestricted,
    )
    return rows[0]?.count
  }

  test('are added and removed, each as often as one likes', async () => {
    expect((await add(vera, 'gate')).status).toBe(204)
    expect((await add(vera, 'gate')).status).toBe(204)
    await add(vera, 'crane')
    expect(await list(vera)).toEqual(['crane', 'gate'])
    expect((await remove(vera, 'gate')).status).toBe(204)
    expect((await remove(vera, 'gate')).status).toBe(204)
    expect(await list(vera)).toEqual(['crane'])
  })

  test('are of one person: nobody else, admins included, lists or removes them', async () => {
    await add(ben, 'gate')
    expect(await list(ada)).toEqual([])
    expect((await remove(ada, 'gate')).status).toBe(204)
    expect(await list(ben)).toEqual(['gate'])
  })

  test('a hidden note can’t be added, and answers as one that does not exist', async () => {
    const hidden = await add(vera, 'pay')
    const missing = await add(vera, 'nowhere')
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect(hidden.body).toEqual(missing.body)
    expect(await countRows()).toBe(0)
    expect((await remove(vera, 'pay')).status).toBe((await remove(vera, 'nowhere')).status)
  })

  test('a note that is no longer shared disappears from list and count, and comes back with access', async () => {
    await add(ben, 'pay')
    const share = (audience: string[]) => app.call(ada.key, 'PUT', '/v1/notes/pay/audience', { audience })
    await share([`user:${ada.email}`])
    expect(await list(ben)).toEqual([])
    await share([`user:${ada.email}`, `user:${ben.email}`])
    expect(await list(ben)).toEqual(['pay'])
  })

  test('row-level security shows the reading role the rows of its member only', async () => {
    await add(ben, 'gate')
    const rowsSeenBy = async (person: Person) => {
      const { rows } = await app.database.readAs(await app.caller(person), (store) =>
        sql`select * from favourite_note`.execute(store),
      )
      return rows.length
    }
    expect([await rowsSeenBy(ben), await rowsSeenBy(ada)]).toEqual([1, 0])
  })

  test('a deleted note is no favourite any more, also when it is restored', async () => {
    await add(ben, 'gate')
    await app.call(ada.key, 'DELETE', '/v1/notes/gate')
    expect([await list(ben), await countRows()]).toEqual([[], 0])
    const { body } = await app.call(ada.key, 'GET', '/v1/trash')
    await app.call(ada.key, 'POST', `/v1/trash/${body.branches[0].id}/restore`)
    expect(await list(ben)).toEqual([])
  })

  test('the favourites of a person go with the person', async () => {
    await add(ben, 'gate')
    await add(ada, 'gate')
    await app.call(ada.key, 'DELETE', `/v1/members/${ben.id}`)
    expect(await countRows()).toBe(1)
  })

  test('edits, moves and archiving keep a favourite', async () => {
    await add(ben, 'gate')
    await app.call(ada.key, 'PUT', '/v1/notes/gate', { title: 'New gates', markdown: 'At eight.' })
    await app.call(ada.key, 'PUT', '/v1/notes/gate/parent', { parentNoteId: 'crane' })
    await app.call(ada.key, 'PUT', '/v1/notes/gate/archived', { archived: true })
    expect(await list(ben)).toEqual(['gate'])
  })

  test('more than a page is listed by cursors', async () => {
    for (let number = 0; number < 52; number += 1) {
      await app.note(organization, { id: `n${number}`, title: `Note ${number}`, content: '' })
      await add(ben, `n${number}`)
    }
    const first = await app.call(ben.key, 'GET', '/v1/me/favourites')
    expect([first.body.notes.length, first.body.total, first.body.hasNextPage]).toEqual([50, 52, true])
    const next = await app.call(ben.key, 'GET', `/v1/me/favourites?cursor=${encodeURIComponent(first.body.nextCursor)}`)
    const ids = [...first.body.notes, ...next.body.notes].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(52)
  })
})
