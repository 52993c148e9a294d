import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal({ SYNC_FOLDERS: realpathSync(tmpdir()) })
})
afterEach(() => terminal.deleteOrganizations())
afterAll(() => terminal.close())

const counts = (created: number, changed: number, unchanged: number) => ({ created, changed, unchanged })
const apply = (connections: string, env: Record<string, string> = {}) =>
  terminal.runWith(
    [
      'apply',
      terminal.writeFile(
        'acme.yaml',
        `organization: { id: acme }
dataSources: [{ id: files }, { id: news, audience: [] }]
connections:
${connections}`,
      ),
    ],
    { env: { ...terminal.env, ...env } },
  )
const news = (fields = '') =>
  `  - { id: news, kind: feed, name: News, dataSource: news, settings: { url: "https://news.test/feed" }, secrets: { authorization: { env: NEWS_KEY } }${fields} }`
const find = (id: string) => terminal.app.sync.connections.find({ organizationId: 'acme', id })
const readSecrets = (id: string) => terminal.app.sync.connections.readSecrets({ organizationId: 'acme', id })
const countJobs = async () =>
  (await sql`select from job where kind = 'sync' and state = 'waiting'`.execute(terminal.database.unrestricted)).rows
    .length

test('connections are created with their secrets; again nothing changes and no run starts', async () => {
  const first = await apply(news(), { NEWS_KEY: 'Bearer one' })
  expect(first.json.connections).toEqual(counts(1, 0, 0))
  expect(await find('news')).toMatchObject({
    rootId: 'news',
    everyMinutes: 60,
    state: 'waiting',
    settings: { url: 'https://news.test/feed' },
  })
  expect(await readSecrets('news')).toEqual({ authorization: 'Bearer one' })
  await sql`update connection set state = 'idle', cursor = 'here'`.execute(terminal.database.unrestricted)
  const second = await apply(news(), { NEWS_KEY: 'Bearer one' })
  expect(second.json.connections).toEqual(counts(0, 0, 1))
  expect(await find('news')).toMatchObject({ state: 'idle', cursor: 'here' })
  const { rows } = await sql`select c::text as row from connection c`.execute(terminal.database.unrestricted)
  const shown = [first.stdout, first.stderr, second.stdout, second.stderr, JSON.stringify(rows)]
  for (const text of shown) expect(text).not.toContain('Bearer one')
})

test('another schedule or name starts no run; another secret does; other settings list everything again', async () => {
  await apply(news(), { NEWS_KEY: 'one' })
  const settle = () =>
    sql`update connection set state = 'idle', cursor = 'here'`.execute(terminal.database.unrestricted)
  await settle()
  const renamed = await apply(news(', everyMinutes: null').replace('name: News', 'name: " Other "'), {
    NEWS_KEY: 'one',
  })
  expect(renamed.json.connections).toEqual(counts(0, 1, 0))
  expect(await find('news')).toMatchObject({ name: 'Other', everyMinutes: null, state: 'idle', nextRunAt: null })
  expect(await countJobs()).toBe(0)
  const rekeyed = await apply(news(', everyMinutes: null'), { NEWS_KEY: 'two' })
  expect(rekeyed.json.connections).toEqual(counts(0, 1, 0))
  expect(await find('news')).toMatchObject({ state: 'waiting', cursor: 'here' })
  expect([await readSecrets('news'), await countJobs()]).toEqual([{ authorization: 'two' }, 1])
  await settle()
  await apply(news().replace('/feed', '/other'), { NEWS_KEY: 'two' })
  expect(await find('news')).toMatchObject({ state: 'waiting', cursor: null })
})

test('a secret can be a file beside the organization file', async () => {
  terminal.writeFile('secrets/news', 'Bearer from a file\n')
  const { json } = await apply(news().replace('env: NEWS_KEY', 'file: secrets/news'))
  expect(json.connections).toEqual(counts(1, 0, 0))
  expect(await readSecrets('news')).toEqual({ authorization: 'Bearer from a file' })
})

test('connections that the file leaves out stay', async () => {
  await apply(news(), { NEWS_KEY: 'one' })
  expect((await apply('  []')).json.connections).toEqual(counts(0, 0, 0))
  expect(await find('news')).toBeDefined()
})

test('a connection of the file runs with lorewell sync, and its items are found', async () => {
  const path = join(realpathSync(terminal.directory), 'shared')
  mkdirSync(path)
  terminal.writeFile('shared/gate.md', 'The gate opens at seven.')
  await apply(`  - { kind: folder, name: Our Files, dataSource: files, settings: { path: ${JSON.stringify(path)} } }`)
  const { code, stdout } = await terminal.lorewell('sync', 'our-files')
  expect([code, stdout]).toEqual([0, 'Our Files: done; 1 listed, 1 added, 0 changed, 0 removed\n'])
})

test('all problems are reported at once, without secrets, and nothing is written', async () => {
  const { code, stderr } = await apply(
    `  - { id: a, kind: feed, name: A, dataSource: news, settings: { url: ftp, authorization: p4ssword }, secrets: { token: { env: NEWS_KEY } } }
  - { id: b, kind: feed, name: B, dataSource: news, settings: { url: ftp, colour: red }, secrets: { authorization: { env: BAD_KEY } } }
  - { id: c, kind: fax, name: C, dataSource: nowhere, secrets: { token: { env: MISSING_KEY } } }
  - { id: d, kind: fax, name: D, dataSource: files, everyMinutes: 0 }
  - { id: e, kind: fax, name: E, dataSource: files }
  - { id: f, kind: feed, name: F, dataSource: files, secrets: { authorization: p4ssword } }
  - { id: g, kind: feed, name: G, dataSource: files, secrets: { authorization: { file: nowhere } } }`,
    { NEWS_KEY: 'p4ssword', BAD_KEY: 'p4ss\u0007word' },
  )
  expect(code).toBe(1)
  const problems = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('connections'))
  expect(problems).toEqual([
    'connections[3].everyMinutes: must be at least 1',
    'connections[5].secrets.authorization: must be fields with values',
    'connections[1].dataSource: connections[0] has the same',
    'connections[6].dataSource: connections[4] has the same',
    'connections[2].dataSource: there is no data source nowhere',
    'connections[0].settings.authorization: is a secret: name its variable or file in secrets instead',
    'connections[0].secrets.token: is not a secret of the kind feed',
    'connections[1].settings.url: must be an address that begins with https:// or http://',
    'connections[1].secrets.authorization: must have no control characters',
    'connections[1].secrets.authorization: must be the value of a header',
    'connections[1].settings.colour: is not a known field',
    'connections[2].secrets.token: the environment variable MISSING_KEY is not set',
    expect.stringMatching(/^connections\[4\]\.kind: must be one of folder, /),
    `connections[6].secrets.authorization: the file ${join(terminal.directory, 'nowhere')} cannot be read: check its path and permissions`,
  ])
  expect(stderr).not.toMatch(/p4ss/)
  expect((await sql`select id from organization`.execute(terminal.database.unrestricted)).rows).toEqual([])
})

test('kind and data source of a connection cannot change, and a data source has one connection', async () => {
  await apply(news(), { NEWS_KEY: 'one' })
  const path = realpathSync(terminal.directory)
  const moved = await apply(
    `  - { id: news, kind: folder, name: News, dataSource: files, settings: { path: ${path} } }`,
  )
  expect(moved.stderr).toContain('connections[0].kind: news is of the kind feed, which cannot be changed')
  expect(moved.stderr).toContain('connections[0].dataSource: news has news, which cannot be changed')
  const second = await apply(
    `  - { id: more, kind: folder, name: News, dataSource: news, settings: { path: ${path} } }`,
  )
  expect(second.stderr).toContain('connections[0].dataSource: the connection news has it already')
})
