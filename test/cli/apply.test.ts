import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal()
})
afterEach(() => terminal.deleteOrganizations())
afterAll(() => terminal.close())

const acme = `
organization: { id: acme, name: Acme, askEnabled: true }
users:
  - { id: ada, email: Ada@Acme.test, name: Ada, role: admin, password: correct horse, apiKey: lw_0123456789abcdef }
  - { email: bob@acme.test }
groups:
  - { id: eng, name: Engineering, members: [ada@acme.test] }
notes:
  - { id: oncall, parent: eng, title: On call, content: "Ada is on call.", updatedAt: 2026-11-01T09:00:00Z }
  - { id: eng, title: Engineering, content: "# How we work", audience: ["group:Engineering"] }
  - { title: For all of us, content: Hello. }
dataSources:
  - { id: tickets, name: Tickets, writers: ["user:ada@acme.test"] }
assistants:
  - { id: helper, name: Helper, scope: { notes: [eng], dataSources: [tickets] }, digest: { days: 3 } }
`

const counts = (created: number, changed: number, unchanged: number) => ({ created, changed, unchanged })

/** Returns the rows of a query. */
async function rows<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(terminal.database.unrestricted)).rows
}

test('applying a file creates everything in it, and applying it again changes nothing', async () => {
  const path = terminal.writeFile('acme.yaml', acme)
  const first = await terminal.lorewell('apply', path)
  expect(first.code).toBe(0)
  expect(first.json).toEqual({
    organization: 'acme',
    users: counts(2, 0, 0),
    groups: counts(1, 0, 0),
    notes: counts(3, 0, 0),
    dataSources: counts(1, 0, 0),
    connections: counts(0, 0, 0),
    assistants: counts(1, 0, 0),
  })
  const second = await terminal.lorewell('apply', path)
  expect(second.stdout.split('\n')).toHaveLength(2)
  expect(second.json).toEqual({
    organization: 'acme',
    users: counts(0, 0, 2),
    groups: counts(0, 0, 1),
    notes: counts(0, 0, 3),
    dataSources: counts(0, 0, 1),
    connections: counts(0, 0, 0),
    assistants: counts(0, 0, 1),
  })
  expect(
    await rows("select id, url, updated_at from document where id in ('oncall', 'for-all-of-us') order by id"),
  ).toEqual([
    { id: 'for-all-of-us', url: null, updated_at: expect.any(Date) },
    { id: 'oncall', url: null, updated_at: new Date('2026-11-01T09:00:00Z') },
  ])
  expect(await rows('select id, email, role, name from member order by email')).toEqual([
    { id: 'ada', email: 'ada@acme.test', role: 'admin', name: 'Ada' },
    { id: expect.any(String), email: 'bob@acme.test', role: 'member', name: 'bob' },
  ])
})

test('a link for the first admin is printed while no admin can sign in', async () => {
  const path = terminal.writeFile(
    'link.yaml',
    acme.replace(', password: correct horse, apiKey: lw_0123456789abcdef', ''),
  )
  const printed = (stderr: string) => /ada@acme\.test:\n {2}(http:\S+\/reset-password\/\S{43})\n/.exec(stderr)?.[1]
  const first = await terminal.lorewell('apply', path)
  expect(first.stdout.split('\n')).toHaveLength(2)
  expect(printed(first.stderr)).toBeDefined()
  expect(await rows("select action, via from audit_event where action = 'createPasswordLink'")).toEqual([
    { action: 'createPasswordLink', via: 'terminal' },
  ])
  expect(printed((await terminal.lorewell('apply', path)).stderr)).toBeDefined()
  for (const way of ['password: correct horse', 'apiKey: lw_0123456789abcdef']) {
    const file = terminal.writeFile(
      'way.yaml',
      acme.replace('password: correct horse, apiKey: lw_0123456789abcdef', way),
    )
    expect((await terminal.lorewell('apply', file)).stderr).not.toContain('reset-password')
    await terminal.deleteOrganizations()
  }
})

test('a second organization in the store is announced, and other commands name both', async () => {
  const first = await terminal.lorewell('apply', terminal.writeFile('a.yaml', 'organization: { id: a1b2, name: Acme }'))
  expect(first).toMatchObject({ code: 0, stderr: '' })
  const path = terminal.writeFile('b.yaml', 'organization: { id: brew, name: Brew }')
  const second = await terminal.lorewell('apply', path)
  expect(second).toMatchObject({ code: 0, json: { organization: 'brew' } })
  expect(second.stderr).toContain('brew is a new organization beside a1b2 (Acme): other commands now need --org.')
  expect((await terminal.lorewell('apply', path)).stderr).toBe('')
  const { code, stderr } = await terminal.lorewell('ask', 'Who is on call?')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'There are several organizations. Choose one by its id with --org: a1b2 (Acme), brew (Brew).\n',
  })
})

test('different values are updated, and entries that the file leaves out stay', async () => {
  await terminal.lorewell('apply', terminal.writeFile('acme.yaml', acme))
  const changed = await terminal.lorewell(
    'apply',
    terminal.writeFile(
      'less.json',
      JSON.stringify({
        organization: { id: 'acme', name: 'Acme' },
        users: [
          {
            email: 'ada@acme.test',
            name: 'Ada',
            role: 'admin',
            password: 'another horse',
            apiKey: 'lw_fedcba9876543210',
          },
        ],
        groups: [{ id: 'eng', name: 'Builders', members: ['bob@acme.test'] }],
        notes: [{ id: 'oncall', title: 'On call', content: 'Bob is on call.', parent: 'for-all-of-us' }],
      }),
    ),
  )
  expect(changed.json).toEqual({
    organization: 'acme',
    users: counts(0, 1, 0),
    groups: counts(0, 1, 0),
    notes: counts(0, 1, 0),
    dataSources: counts(0, 0, 0),
    connections: counts(0, 0, 0),
    assistants: counts(0, 0, 0),
  })
  expect(await rows('select id from document order by id')).toEqual([
    { id: 'eng' },
    { id: 'for-all-of-us' },
    { id: 'oncall' },
  ])
  expect(await rows('select hint, revoked_at is null as valid from api_key order by hint')).toEqual([
    { hint: 'lw_…3210', valid: true },
    { hint: 'lw_…cdef', valid: false },
  ])
})

test('names that the file leaves out stay as they are', async () => {
  const path = terminal.writeFile('acme.yaml', acme)
  await terminal.lorewell('apply', path)
  const users = [{ email: 'ada@acme.test', role: 'admin' }]
  const unnamed = terminal.writeFile('unnamed.json', JSON.stringify({ organization: { id: 'acme' }, users }))
  expect((await terminal.lorewell('apply', unnamed)).json).toMatchObject({ users: counts(0, 0, 1) })
  expect(await rows('select name from organization union all select name from member order by name')).toEqual([
    { name: 'Acme' },
    { name: 'Ada' },
    { name: 'bob' },
  ])
})

test('apiKeyScopes limit the key; without them it has every scope of its user', async () => {
  const apply = (fields: string) =>
    terminal.lorewell(
      'apply',
      terminal.writeFile('keys.yaml', `organization: {id: acme}\nusers: [{email: ada@acme.test, ${fields}}]`),
    )
  const stored = () => rows('select scopes, revoked_at is null as valid from api_key')
  await apply('apiKey: lw_0123456789abcdef')
  expect(await stored()).toEqual([{ scopes: null, valid: true }])
  const narrowed = await apply('apiKey: lw_0123456789abcdef, apiKeyScopes: [ask, content:read]')
  expect(narrowed.json).toMatchObject({ users: counts(0, 1, 0) })
  expect(await stored()).toEqual([{ scopes: ['ask', 'content:read'], valid: true }])
  const again = await apply('apiKey: lw_0123456789abcdef, apiKeyScopes: [content:read, ask]')
  expect(again.json).toMatchObject({ users: counts(0, 0, 1) })
  const unknown = await apply('apiKey: lw_0123456789abcdef, apiKeyScopes: [everything]')
  expect(unknown.stderr).toContain('users[0].apiKeyScopes[0]: must be one of ask, content:read')
  expect((await apply('apiKeyScopes: [ask]')).stderr).toContain('users[0].apiKeyScopes: needs an apiKey')
})

test('a note without a date keeps its own while its text is unchanged, even if it moves', async () => {
  await terminal.lorewell(
    'apply',
    terminal.writeFile('a.yaml', 'organization: {id: a}\nnotes: [{id: x, title: X}, {id: y, title: Y}]'),
  )
  const dateOfX = () => rows<{ updated_at: Date }>("select updated_at from document where id = 'x'")
  const before = await dateOfX()
  await terminal.lorewell(
    'apply',
    terminal.writeFile('a.yaml', 'organization: {id: a}\nnotes: [{id: x, title: X, parent: y}]'),
  )
  expect(await dateOfX()).toEqual(before)
})

test('a tree can be turned upside down', async () => {
  await terminal.lorewell(
    'apply',
    terminal.writeFile('a.yaml', 'organization: {id: a}\nnotes: [{id: x, title: X}, {id: y, title: Y, parent: x}]'),
  )
  const { json, code } = await terminal.lorewell(
    'apply',
    terminal.writeFile('a.yaml', 'organization: {id: a}\nnotes: [{id: x, title: X, parent: y}, {id: y, title: Y}]'),
  )
  expect({ code, notes: json.notes }).toEqual({ code: 0, notes: counts(0, 2, 0) })
})

test('all problems are reported at once with their location, and nothing is written', async () => {
  const path = terminal.writeFile(
    'bad.yaml',
    `
organization: { id: acme, nmae: Acme }
users:
  - { email: ada@acme.test, role: boss, password: "1234567", apiKey: short }
  - { email: bob@acme.test, apiKey: lw_0123456789abcdef }
  - { email: BOB@acme.test, apiKey: lw_0123456789abcdef }
groups:
  - { name: Engineering, members: [ada@acme.test, eve@acme.test] }
notes:
  - { id: a, title: A, parent: circle }
  - { id: circle, title: B, parent: a }
  - { id: c, title: C, parent: nowhere, audience: ["group:Nobody", everybody] }
  - { id: c2, title: C, audience: ["group:Nobody", "user:eve@acme.test", everyone] }
  - { id: b, title: Again, updatedAt: 2026-11-01 }
  - { id: d, url: "javascript:alert(1)", title: D }
  - { id: c2, title: Twice }
dataSources: { id: tickets }
assistants:
  - { id: helper, name: Helper, scope: { notes: [zzz], dataSources: [tickets] }, digest: { days: 0 } }
  - { id: owl, name: Owl, scope: { notes: [zzz, a], dataSources: [tickets] } }
colour: red
`,
  )
  const { code, stdout, stderr } = await terminal.lorewell('apply', path)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const [head, ...problems] = stderr.trimEnd().split('\n')
  expect(head).toBe(`There are ${problems.length} problems in the organization file; nothing was changed:`)
  expect(problems.map((line) => line.trim())).toEqual([
    'colour: is not a known field (known: organization, users, groups, notes, notesFrom, dataSources, connections, assistants)',
    'organization.nmae: is not a known field',
    'users[0].role: must be admin, member or viewer',
    'users[0].password: must have at least 8 characters',
    'users[0].apiKey: must have at least 16 characters',
    'notes[2].audience[1]: must be everyone, user:EMAIL or group:NAME',
    'notes[4].updatedAt: must be an ISO 8601 date-time with offset or Z',
    'notes[5].url: must not be an address that runs code',
    'dataSources: must be a list',
    'assistants[0].digest.days: must be at least 1',
    'users[2].email: users[1] has the same',
    'users[2].apiKey: users[1] has the same key',
    'notes[6].id: notes[3] has the same',
    'groups[0].members[1]: there is no user eve@acme.test',
    'notes[3].audience[0]: there is no group Nobody',
    'notes[3].audience[1]: there is no user eve@acme.test',
    'assistants[1].scope.notes[0]: there is no note zzz',
    'assistants[1].scope.dataSources[0]: there is no data source tickets',
    ...[0, 1].map((index) => `notes[${index}].parent: the note is its own ancestor`),
  ])
  expect(await rows('select id from organization')).toEqual([])
})

test('a key of another user is refused, and nothing of the file is written', async () => {
  await terminal.lorewell('apply', terminal.writeFile('acme.yaml', acme))
  const other = 'organization: {id: other}\nusers: [{email: eve@other.test, apiKey: lw_0123456789abcdef}]'
  const { code, stderr } = await terminal.lorewell('apply', terminal.writeFile('other.yaml', other))
  expect(code).toBe(1)
  expect(stderr).toContain('users[0].apiKey: This API key is already in use')
  expect(await rows('select id from organization')).toEqual([{ id: 'acme' }])
})

test('a changed id is refused', async () => {
  await terminal.lorewell('apply', terminal.writeFile('acme.yaml', acme))
  const { stderr } = await terminal.lorewell(
    'apply',
    terminal.writeFile(
      'ids.yaml',
      `organization: {id: acme}
users: [{id: adele, email: ada@acme.test}, {id: ada, email: adele@acme.test}]
groups: [{id: builders, name: Engineering}]`,
    ),
  )
  expect(stderr).toContain('users[0].id: ada@acme.test has the id ada already')
  expect(stderr).toContain('users[1].id: is the id of ada@acme.test already')
  expect(stderr).toContain('groups[0].id: Engineering has the id eng already')
})

test.each([
  ['that is not YAML', 'bad.yaml', 'users: [', 'is not YAML'],
  ['that is not JSON', 'bad.json', '{"users":', 'is not JSON'],
  ['that is a list', 'bad.yaml', '- a', 'is not an organization file'],
  ['without an organization', 'bad.yaml', 'users: []', 'organization.id: needs an id or a name'],
  [
    'whose folder of notes is missing',
    'bad.yaml',
    'organization: {id: a}\nnotesFrom: nowhere',
    'notesFrom: the folder nowhere',
  ],
])('a file %s is refused', async (_what, name, text, message) => {
  const { code, stderr } = await terminal.lorewell('apply', terminal.writeFile(name, text))
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})

test('notes can be files in a folder, and problems name the file', async () => {
  const path = terminal.writeFile('org.yaml', 'organization: {id: a}\nnotesFrom: pages')
  terminal.writeFile(
    'pages/one.md',
    '---\nid: one\ntitle: One\nparent: two\nupdatedAt: 2026-11-01T09:00:00Z\n---\n\nText.\n\n',
  )
  terminal.writeFile(
    'pages/deep/two.md',
    '---\nid: two\ntitle: Two\nupdatedAt: 2026-11-01T09:00:00Z\ncolour: red\n---\n',
  )
  terminal.writeFile('pages/three.md', 'No front matter')
  const failed = await terminal.lorewell('apply', path)
  expect(failed.stderr.split('\n').map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      'pages/deep/two.md.colour: is not a known field',
      'pages/three.md.id: is required',
      'pages/three.md.title: is required',
      'pages/three.md.updatedAt: is required',
    ]),
  )
  terminal.writeFile('pages/deep/two.md', '---\nid: two\ntitle: Two\nupdatedAt: 2026-11-01T09:00:00Z\n---\n')
  terminal.writeFile('pages/three.md', '---\nid: three\ntitle: Three\nupdatedAt: 2026-11-01T09:00:00Z\n---\n')
  expect((await terminal.lorewell('apply', path)).json.notes).toEqual(counts(3, 0, 0))
  expect(await rows("select content from document where id = 'one'")).toEqual([{ content: 'Text.' }])
})

test('the sample company has 45 notes, each with the audience of its page', async () => {
  const sample = fileURLToPath(new URL('../../sample/handbook.yaml', import.meta.url))
  const { code, json } = await terminal.lorewell('apply', sample)
  expect(code).toBe(0)
  expect(json).toMatchObject({
    organization: 'larkwain',
    users: { created: 14 },
    groups: { created: 3 },
    notes: { created: 45 },
    assistants: { created: 3 },
  })
  const shown = await rows<{ audience: string; ids: string[] }>(`
    select audience, array_agg(id order by id) as ids from (
      select d.id, string_agg(coalesce(t.name, p.principal), '+' order by coalesce(t.name, p.principal)) as audience
      from document d
      join audience_principal p on p.org_id = d.org_id and p.audience_id = d.audience_id
      left join team t on t.org_id = d.org_id and p.principal = 'group:' || t.id
      group by d.id) notes
    where audience <> 'everyone' group by audience order by audience`)
  expect(shown).toEqual([
    { audience: 'Engineering', ids: ['fledge-outage', 'pelican-lock', 'postmortems'] },
    { audience: 'Finance', ids: ['budget-2027', 'finance-only', 'runway'] },
    { audience: 'Finance+People', ids: ['headcount-2027'] },
    { audience: 'People', ids: ['pay-review', 'people-only', 'salary-bands'] },
  ])
})

test('a file that does not exist, or is a directory, is named with the reason', async () => {
  for (const [path, reason] of [
    [join(terminal.directory, 'missing.yaml'), 'there is no such file or directory'],
    [terminal.directory, 'it is a directory'],
  ] as const) {
    const { code, stderr } = await terminal.lorewell('apply', path)
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${path} cannot be read: ${reason}\n` })
  }
})
