import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contentScopes, scopes } from '../../src/contract/scopes.ts'
import { createMembers } from '../../src/identity/members.ts'
import { createOrganizations } from '../../src/identity/organizations.ts'
import { createRequestAuthenticator } from '../../src/identity/request-authenticator.ts'
import { hashSecret } from '../../src/identity/secrets.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { knownMigrations } from '../../src/storage/migrate.ts'
import { createRestoreTarget } from '../support/restore-target.ts'

const lastOfVersion01 = '0023-listing-by-index.sql'

test('a store of version 0.1 opens; its API keys keep every scope, its tokens those for content', async () => {
  const { settings, remove } = await createRestoreTarget()
  const now = () => new Date()
  const newId = () => randomUUID()
  const member = { organizationId: 'acme', email: 'ada@acme.test', name: 'Ada', role: 'admin' } as const

  const old = await openDatabase(settings, {
    migrations: knownMigrations().filter((name) => name <= lastOfVersion01),
  })
  await createOrganizations({ database: old, newId }).create({ id: 'acme', name: 'Acme' })
  const { id: memberId } = await createMembers({ database: old, newId, now }).create(member)
  const key = 'lw_a-key-of-version-0.1'
  const token = 'a-token-of-version-0.1'
  await sql`
    insert into api_key (org_id, id, member_id, name, hash, hint)
    values ('acme', 'key', ${memberId}, 'Test', ${hashSecret(key)}, 'lw_…')`.execute(old.unrestricted)
  await sql`
    insert into oauth_record (kind, id_hash, payload, org_id, member_id, expires_at)
    values ('AccessToken', ${hashSecret(token)}, '{"scope": "api"}', 'acme', ${memberId}, now() + interval '1 hour')`.execute(
    old.unrestricted,
  )
  await old.close()

  const database = await openDatabase(settings)
  const { authenticate } = createRequestAuthenticator({ database, now })
  const { email } = member
  expect(await authenticate({ 'x-api-key': key })).toMatchObject({ memberId, email, credential: { scopes } })
  expect(await authenticate({ authorization: `Bearer ${token}` })).toMatchObject({
    memberId,
    credential: { kind: 'token', scopes: contentScopes },
  })
  await database.close()
  await remove()
})

test('computed addresses of notes are dropped; chosen ones and those of items stay', async () => {
  const { settings, remove } = await createRestoreTarget()
  const old = await openDatabase(settings, { migrations: knownMigrations().filter((name) => name < '0030') })
  await createOrganizations({ database: old, newId: () => randomUUID() }).create({ id: 'acme', name: 'Acme' })
  const documents = [
    { id: 'plain', url: 'http://127.0.0.1:3000/notes/plain' },
    { id: 'Größe & mehr/1', url: `https://lore.example/notes/${encodeURIComponent('Größe & mehr/1')}` },
    { id: 'port', url: 'http://[::1]:3000/notes/port' },
    { id: 'other', url: 'https://wiki.example/notes/another' },
    { id: 'deep', url: 'https://wiki.example/space/notes/deep' },
    { id: 'query', url: 'https://wiki.example/notes/query?version=2' },
    { id: '100%', url: 'https://wiki.example/notes/100%' },
    { id: 'T-1', url: 'https://tickets.example/notes/T-1', root: 'tickets' },
  ]
  await sql`
    with audience as (insert into audience (org_id) values ('acme') returning id)
    insert into data_source (org_id, id, name, audience_id, writer_audience_id)
    select 'acme', 'tickets', 'Tickets', id, id from audience`.execute(old.unrestricted)
  for (const { id, url, root } of documents) {
    await sql`
      insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
      select 'acme', ${root ?? null}, ${id}, ${id}, ${url}, '', 'markdown', 'x', audience_id, now() from data_source`.execute(
      old.unrestricted,
    )
  }
  await old.close()

  const database = await openDatabase(settings)
  const { rows } = await sql<{ id: string; url: string | null }>`select id, url from document`.execute(
    database.unrestricted,
  )
  const stored = new Map(rows.map((row) => [row.id, row.url]))
  const computed = ['plain', 'Größe & mehr/1', 'port']
  for (const { id, url } of documents) expect([id, stored.get(id)]).toEqual([id, computed.includes(id) ? null : url])
  await database.close()
  await remove()
})

test('questions of a store without conversations stay as they were, in none', async () => {
  const { settings, remove } = await createRestoreTarget()
  const old = await openDatabase(settings, { migrations: knownMigrations().filter((name) => name < '0032') })
  const newId = () => randomUUID()
  await createOrganizations({ database: old, newId }).create({ id: 'acme', name: 'Acme' })
  const { id: memberId } = await createMembers({ database: old, newId, now: () => new Date() }).create({
    organizationId: 'acme',
    email: 'ada@acme.test',
    name: 'Ada',
    role: 'member',
  })
  await sql`
    insert into question (org_id, id, member_id, asked_at, channel, question, outcome, answer, sources)
    values ('acme', 'q', ${memberId}, now(), 'app', 'When?', 'answered', 'At seven.', '[]')`.execute(old.unrestricted)
  await old.close()

  const database = await openDatabase(settings)
  const { rows } = await sql`
    select q.question, q.answer, q.thread_id, (select count(*) from thread) threads from question q`.execute(
    database.unrestricted,
  )
  expect(rows).toEqual([{ question: 'When?', answer: 'At seven.', thread_id: null, threads: 0 }])
  await database.close()
  await remove()
})

test('notes of a store without lists of editors stay open to everyone who can see them', async () => {
  const { settings, remove } = await createRestoreTarget()
  const old = await openDatabase(settings, { migrations: knownMigrations().filter((name) => name < '0043') })
  const newId = () => randomUUID()
  await createOrganizations({ database: old, newId }).create({ id: 'acme', name: 'Acme' })
  const members = createMembers({ database: old, newId, now: () => new Date() })
  const create = async (name: string, role: 'admin' | 'member' | 'viewer') =>
    (await members.create({ organizationId: 'acme', email: `${name}@acme.test`, name, role })).id
  const [ada, ben, vic] = [await create('ada', 'admin'), await create('ben', 'member'), await create('vic', 'viewer')]
  await sql`
    with audience as (insert into audience (org_id) values ('acme') returning id),
      readers as (insert into audience_principal (org_id, audience_id, principal)
        select 'acme', id, unnest(array['user:' || ${ben}::text, 'user:' || ${vic}::text]) from audience)
    insert into document (org_id, id, title, content, content_type, content_hash, audience_id, own_audience_id, updated_at,
      review_state)
    select 'acme', 'note', 'Note', 'Text.', 'markdown', 'x', id, id, now(), 'Verified' from audience`.execute(
    old.unrestricted,
  )
  await old.close()

  const database = await openDatabase(settings)
  const { rows } = await sql`
    select own_editors, editors, verified_by, can_edit(org_id, ${ada}, audience_id, editors) as ada,
      can_edit(org_id, ${ben}, audience_id, editors) as ben, can_edit(org_id, ${vic}, audience_id, editors) as vic
    from document`.execute(database.unrestricted)
  // An admin whom the note is not shared with could not edit it before either.
  expect(rows).toEqual([{ own_editors: null, editors: null, verified_by: null, ada: false, ben: true, vic: false }])
  await database.close()
  await remove()
})

test('groups whose names differ only in how accents are encoded keep their members, and get names that differ', async () => {
  const { settings, remove } = await createRestoreTarget()
  const old = await openDatabase(settings, { migrations: knownMigrations().filter((name) => name < '0051') })
  await createOrganizations({ database: old, newId: () => randomUUID() }).create({ id: 'acme', name: 'Acme' })
  const decomposed = (name: string) => name.normalize('NFD')
  const groups = { a: decomposed('Café'), b: 'Café'.normalize('NFC'), c: decomposed('Räume'), d: 'Plain' }
  for (const [id, name] of Object.entries(groups))
    await sql`insert into team (org_id, id, name) values ('acme', ${id}, ${name})`.execute(old.unrestricted)
  await old.close()

  const database = await openDatabase(settings)
  const { rows } = await sql<{ name: string }>`select name from team order by id`.execute(database.unrestricted)
  expect(rows.map(({ name }) => name)).toEqual(
    ['Café (a)', 'Café', 'Räume', 'Plain'].map((name) => name.normalize('NFC')),
  )
  await database.close()
  await remove()
})
