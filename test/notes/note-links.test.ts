import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let ben: Person

beforeAll(async () => {
  scratch = await createTestApp({ config: { publicUrl: 'https://lore.example' } })
  await scratch.organization('acme')
  await scratch.organization('other')
  ada = await scratch.person('acme', 'ada', { groups: ['Crew'] })
  ben = await scratch.person('acme', 'ben')
  const crewOnly = { audience: ['group:Crew'] }
  await scratch.note('acme', { id: 'gate', title: 'Gate', content: 'See [myself](/notes/gate).' })
  await scratch.note('acme', { id: 'relative', title: 'Relative', content: 'See [the gate](/notes/gate#hours).' })
  await scratch.note('acme', {
    id: 'absolute',
    title: 'Absolute',
    content: 'See https://lore.example/notes/gate?x=1 now',
  })
  await scratch.note('acme', {
    id: 'other-site',
    title: 'Other site',
    content:
      'See https://wiki.example/notes/gate, [x](https://lore.example.evil.test/notes/gate), <https://u@lore.example/notes/gate>',
  })
  await scratch.note('acme', {
    id: 'both-sites',
    title: 'Both sites',
    content: '[theirs](https://wiki.example/notes/gate), [ours](http://LORE.example/notes/gate)',
  })
  await scratch.note('acme', { id: 'hidden', title: 'Marmalade', content: '[gate](/notes/gate)', ...crewOnly })
  await scratch.note('acme', {
    id: 'plain',
    title: 'Plain',
    content: 'The path /notes/gate is no link; [x](/notes/gate2).',
  })
  await scratch.note('acme', { id: 'secret', title: 'Secret', content: 'Nothing.', ...crewOnly })
  await scratch.note('acme', { id: 'to-secret', title: 'To secret', content: '[s](/notes/secret)' })
  await scratch.note('acme', { id: 'a b/ü', title: 'Odd id', content: '' })
  await scratch.note('acme', { id: 'to-odd', title: 'To odd', content: `[o](/notes/${encodeURIComponent('a b/ü')})` })
  await scratch.note('other', { id: 'foreign', title: 'Foreign', content: '[gate](/notes/gate)' })
})
afterAll(() => scratch.close())

const linking = async (id: string, { key } = ada) => {
  const { status, body } = await scratch.call(key, 'GET', `/v1/notes?linksTo=${encodeURIComponent(id)}`)
  expect(status).toBe(200)
  return body as { notes: { id: string; title: string }[]; total: number }
}
const idsOf = ({ notes }: { notes: { id: string }[] }) => notes.map(({ id }) => id).sort()

describe('notes that link to a note', () => {
  test('are found by relative links and those to this host, without the note itself, other sites, plain paths and longer ids', async () => {
    const found = await linking('gate')
    expect(idsOf(found)).toEqual(['absolute', 'both-sites', 'hidden', 'relative'])
    expect(found.total).toBe(4)
    expect(idsOf(await linking('a b/ü'))).toEqual(['to-odd'])
  })

  test('that the caller cannot see are neither listed nor counted', async () => {
    const found = await linking('gate', ben)
    expect(idsOf(found)).toEqual(['absolute', 'both-sites', 'relative'])
    expect(found.total).toBe(3)
    expect(JSON.stringify(found)).not.toMatch(/marmalade/i)
  })

  test('a hidden target and one that does not exist answer alike, but for notes that the caller can read anyway', async () => {
    expect(idsOf(await linking('secret', ben))).toEqual(['to-secret'])
    expect(await linking('no-such-note', ben)).toEqual({ notes: [], total: 0, hasNextPage: false, nextCursor: null })
  })

  test('follow edits, and leave with the trash', async () => {
    const { body: note } = await scratch.call(ada.key, 'POST', '/v1/notes', {
      title: 'New',
      markdown: '[g](/notes/plain)',
    })
    expect(idsOf(await linking('plain'))).toEqual([note.id])
    await scratch.call(ada.key, 'DELETE', `/v1/notes/${note.id}`)
    expect(idsOf(await linking('plain'))).toEqual([])
    const { body: trash } = await scratch.call(ada.key, 'GET', '/v1/trash')
    await scratch.call(ada.key, 'PUT', `/v1/trash/${trash.branches[0].id}/restore`)
    expect(idsOf(await linking('plain'))).toEqual([note.id])
    await scratch.call(ada.key, 'PUT', `/v1/notes/${note.id}`, { markdown: 'No link.' })
    expect(idsOf(await linking('plain'))).toEqual([])
  })

  test('are looked up in an index', async () => {
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where indexname = 'document_linked_note_ids'`.execute(
      scratch.database.unrestricted,
    )
    expect(rows[0]?.indexdef).toContain('gin')
  })

  test('a very long address in a text is no reason to refuse the note', async () => {
    const { status } = await scratch.call(ada.key, 'POST', '/v1/notes', {
      title: 'Long',
      markdown: `[x](/notes/${'界'.repeat(50_000)})`,
    })
    expect(status).toBe(200)
  })
})

describe('templates', () => {
  const templates = async ({ key } = ada) =>
    idsOf((await scratch.call(key, 'GET', '/v1/notes?templatesOnly=true')).body)

  test('are marked by people who can write, listed for those who can see them, and unmarked', async () => {
    expect(await templates()).toEqual([])
    const before = (await scratch.call(ada.key, 'GET', '/v1/notes/secret')).body
    const marked = await scratch.call(ada.key, 'PUT', '/v1/notes/secret', { isTemplate: true })
    expect(marked).toMatchObject({ status: 200, body: { isTemplate: true, lastEditedAt: before.lastEditedAt } })
    await scratch.call(ada.key, 'PUT', '/v1/notes/plain', { isTemplate: true })
    expect(await templates()).toEqual(['plain', 'secret'])
    expect(await templates(ben)).toEqual(['plain'])
    const { body } = await scratch.call(ada.key, 'PUT', '/v1/notes/secret', { isTemplate: false })
    expect(body).not.toHaveProperty('isTemplate')
    expect(await templates()).toEqual(['plain'])
  })

  test('cannot be marked by viewers, nor by people who cannot see the note', async () => {
    const rita = await scratch.person('acme', 'rita', { role: 'viewer' })
    expect((await scratch.call(rita.key, 'PUT', '/v1/notes/plain', { isTemplate: false })).status).toBe(403)
    expect((await scratch.call(ben.key, 'PUT', '/v1/notes/secret', { isTemplate: true })).status).toBe(404)
    expect((await scratch.call(ada.key, 'PUT', '/v1/notes/plain', { isTemplate: 'yes' })).status).toBe(422)
    expect(await templates()).toEqual(['plain'])
  })

  test('stay templates in the trash and after', async () => {
    await scratch.call(ada.key, 'DELETE', '/v1/notes/plain')
    expect(await templates()).toEqual([])
    const { body: trash } = await scratch.call(ada.key, 'GET', '/v1/trash')
    await scratch.call(ada.key, 'PUT', `/v1/trash/${trash.branches[0].id}/restore`)
    expect(await templates()).toEqual(['plain'])
  })
})
