import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
let folder: string
let counter = 0

beforeAll(async () => {
  terminal = await createTestTerminal()
})
afterAll(() => terminal.close())

beforeEach(async () => {
  folder = join(terminal.directory, `wiki-${++counter}`)
  await terminal.lorewell(
    'apply',
    terminal.writeFile(
      'acme.yaml',
      `
organization: { id: acme }
users: [{ email: ada@acme.test, role: admin }]
notes: [{ id: wiki, title: Wiki, audience: [everyone] }, { id: other, title: Other }]
dataSources: [{ id: files, name: Files, writers: [] }]`,
    ),
  )
})
afterEach(() => terminal.deleteOrganizations())

const write = (name: string, text: string) => terminal.writeFile(`wiki-${counter}/${name}`, text)
const remove = (name: string) => rmSync(join(folder, name), { recursive: true })
const importUnder = (...options: string[]) =>
  terminal.lorewell('import', folder, '--under', 'wiki', '--json', ...options)
const importRoot = (...options: string[]) =>
  terminal.lorewell('import', folder, '--root', 'files', '--json', ...options)
const summary = (created: number, changed: number, unchanged: number, removed = 0) => ({
  ...{ created, changed, unchanged, removed, failed: 0, errors: [], skipped: [] },
})

interface DocumentRow {
  id: string
  title: string
  parent: string | null
  content: string
  updated_at: Date
}

async function documents(condition: string): Promise<DocumentRow[]> {
  const query = `select d.id, d.title, p.title as parent, d.content, d.updated_at, d.url
    from document d left join document p on p.key = d.parent_key where d.${condition} order by d.title`
  return (await sql.raw<DocumentRow>(query).execute(terminal.database.unrestricted)).rows
}

const tree = async () => (await documents('root_id is null')).map(({ title, parent }) => [title, parent])

test('a folder becomes a tree of notes, and a second run changes nothing', async () => {
  write('people/index.md', '---\ntitle: People\ndate: 2026-05-01\n---\nWho we are.')
  write('people/parental_leave.md', 'Sixteen weeks.')
  write('money/travel.html', '<html><head><title>Travel</title></head><body><p>Second class.</p></body></html>')
  write('top.md', '# The top\n\nText.')
  expect((await importUnder()).json).toEqual(summary(5, 0, 0))
  expect(await tree()).toEqual([
    ['Money', 'Wiki'],
    ['Other', null],
    ['Parental leave', 'People'],
    ['People', 'Wiki'],
    ['The top', 'Wiki'],
    ['Travel', 'Money'],
    ['Wiki', null],
  ])
  const people = (await documents("title = 'People'"))[0]
  expect(people).toMatchObject({ content: 'Who we are.', updated_at: new Date('2026-05-01T00:00:00Z') })
  expect((await importUnder()).json).toEqual(summary(0, 0, 5))
})

test('only changed files are updated, not files with a new modification time', async () => {
  write('a.md', 'One.')
  write('b.md', 'Two.')
  await importUnder()
  const before = await documents("title = 'B'")
  write('a.md', 'One and a half.')
  utimesSync(join(folder, 'b.md'), new Date(), new Date('2030-01-01'))
  expect((await importUnder()).json).toEqual(summary(0, 1, 1))
  expect(await documents("title = 'B'")).toEqual(before)
})

test('what somebody has written in a note since stays until its file changes, and is then an earlier version', async () => {
  write('a.md', 'One.')
  write('b.md', 'Two.')
  await importUnder()
  await sql`
    update document set content = 'By Ada.', content_hash = 'x', edited_by = (select id from member)
    where title = 'A'`.execute(terminal.database.unrestricted)
  const contentOfA = async () => (await documents("title = 'A'"))[0]?.content
  expect((await importUnder()).json).toEqual(summary(0, 0, 2))
  expect(await contentOfA()).toBe('By Ada.')
  write('a.md', 'One and a half.')
  expect((await importUnder()).json).toEqual(summary(0, 1, 1))
  expect(await contentOfA()).toBe('One and a half.')
  const { rows } = await sql`select content from document_version`.execute(terminal.database.unrestricted)
  expect(rows).toEqual([{ content: 'By Ada.' }])
})

test('notes of missing files stay until --prune removes them; notes that people wrote stay', async () => {
  write('gone/index.md', 'Gone.')
  write('gone/child.md', 'Gone too.')
  write('shared/child.md', 'Gone as well.')
  write('stays.md', 'Here.')
  await importUnder()
  const shared = (await documents("title = 'Shared'"))[0]
  await terminal.lorewell(
    'apply',
    terminal.writeFile(
      'more.yaml',
      `organization: {id: acme}\nnotes: [{id: mine, title: Mine, parent: ${shared?.id}}]`,
    ),
  )
  remove('gone')
  remove('shared')
  expect((await importUnder()).json).toEqual(summary(0, 0, 1))
  expect((await importUnder('--prune')).json).toEqual(summary(0, 0, 1, 3))
  expect((await tree()).map(([title]) => title)).toEqual(['Mine', 'Other', 'Shared', 'Stays', 'Wiki'])
})

test('--prune without an earlier run of this folder removes nothing', async () => {
  write('a.md', 'One.')
  await importUnder('--prune')
  expect((await tree()).map(([title]) => title)).toEqual(['A', 'Other', 'Wiki'])
})

test('--prune keeps the pages of files and folders that cannot be read now', async () => {
  write('solo/index.md', 'Alone in its folder.')
  write('far/deep.md', 'Far away.')
  write('gone.md', 'Gone.')
  const imports = [importUnder, importRoot]
  for (const run of imports) expect((await run()).json).toMatchObject({ failed: 0 })
  const pages = () => documents("title in ('Alone in its folder.', 'Solo', 'Deep', 'Far')")
  const before = await pages()
  writeFileSync(join(folder, 'solo/index.md'), Buffer.from([0xff, 0xfe, 0xfd]))
  remove('far')
  symlinkSync(terminal.directory, join(folder, 'far'))
  remove('gone.md')
  for (const run of imports) {
    const { json } = await run('--prune')
    expect(json).toMatchObject({ removed: 1, failed: 2 })
    expect((json.errors as { file: string }[]).map(({ file }) => file)).toEqual(['far', 'solo/index.md'])
  }
  expect(await pages()).toEqual(before)
})

test('links between files lead to the notes', async () => {
  write('people/index.md', 'See [leave](leave.md#sick), [the top](../top.md) and [the web](https://example.com/).')
  write('people/leave.md', '---\nid: leave\n---\nBack to [people](./) or [people](index.md).')
  write('top.md', '[People](people/)')
  await importUnder()
  const [people] = await documents("title = 'People'")
  const [top] = await documents("title = 'Top'")
  expect(people?.content).toBe(
    `See [leave](/notes/leave#sick), [the top](/notes/${top?.id}) and [the web](https://example.com/).`,
  )
  expect((await documents("id = 'leave'"))[0]?.content).toBe(
    `Back to [people](/notes/${people?.id}) or [people](/notes/${people?.id}).`,
  )
})

test('a note keeps the audience that people set', async () => {
  write('a.md', 'One.')
  await importUnder()
  const [note] = await documents("title = 'A'")
  await terminal.lorewell(
    'apply',
    terminal.writeFile(
      'share.yaml',
      `organization: {id: acme}\nnotes: [{id: ${note?.id}, title: A, parent: wiki, content: One., audience: ["user:ada@acme.test"]}]`,
    ),
  )
  write('a.md', 'Two.')
  expect((await importUnder()).json).toEqual(summary(0, 1, 0))
  const { rows } = await sql<{ principal: string }>`
    select p.principal from document d join audience_principal p on p.audience_id = d.audience_id
    where d.title = 'A'`.execute(terminal.database.unrestricted)
  expect(rows).toEqual([{ principal: expect.stringMatching(/^user:/) }])
})

test('the page of a folder keeps its text, id and links while its own file cannot be read', async () => {
  write('team/index.md', '---\nid: our-team\n---\nWho we are.')
  write('team/page.md', 'See [us](index.md).')
  write('Plans.md', 'What we plan.')
  write('Plans/Autumn.md', 'Leaves.')
  write('lone/index.md', 'Alone in its folder.')
  await importUnder()
  const before = await documents('root_id is null')
  writeFileSync(join(folder, 'team/index.md'), Buffer.from([0xff, 0xfe, 0xfd]))
  for (const name of ['Plans.md', 'lone/index.md']) {
    remove(name)
    symlinkSync('/etc/hostname', join(folder, name))
  }
  const { json } = await importUnder('--prune')
  expect(json).toMatchObject({ created: 0, changed: 0, removed: 0, failed: 3 })
  expect(await documents('root_id is null')).toEqual(before)
  remove('Plans.md')
  expect((await importUnder()).json).toMatchObject({ changed: 1, failed: 2 })
  expect((await documents("title = 'Plans'"))[0]?.content).toBe('')
})

test('--prune removes nothing for a folder without any page, as of a drive that is not mounted', async () => {
  write('a.md', 'One.')
  await importUnder()
  remove('a.md')
  const { code, json } = await importUnder('--prune')
  expect(code).toBe(1)
  expect(json).toMatchObject({ removed: 0, failed: 1 })
  expect(json.errors[0].message).toContain('has no pages')
  expect((await tree()).map(([title]) => title)).toContain('A')
})

test('a file that cannot be read is reported and does not stop the others', async () => {
  write('good.md', 'Fine.')
  write('bad.md', 'Not \u0000 text.')
  write('section/index.md', '---\ntitle: [broken\n---\n')
  write('section/page.md', 'Fine.')
  write('taken.md', '---\nid: other\n---\nText.')
  write('twice.md', '---\nid: same\n---\nText.')
  write('twice2.md', '---\nid: same\n---\nText.')
  symlinkSync('/etc/hostname', join(folder, 'link.md'))
  const { code, json, stderr } = await importUnder()
  expect(code).toBe(1)
  expect(json).toMatchObject({ created: 4, failed: 5 })
  expect(json.errors.map(({ file }: { file: string }) => file)).toEqual([
    'bad.md',
    'link.md',
    'section/index.md',
    'taken.md',
    'twice2.md',
  ])
  expect(stderr).toContain('link.md: is a link that leads out of the folder')
  expect(stderr).toContain('taken.md: has the id other, which a note elsewhere has')
  expect(await tree()).toEqual([
    ['Good', 'Wiki'],
    ['Other', null],
    ['Page', 'Section'],
    ['Section', 'Wiki'],
    ['Twice', 'Wiki'],
    ['Wiki', null],
  ])
})

test('with --root files become items of a data source, folders do not', async () => {
  write('people/index.md', '---\nid: people\ndate: 2026-05-01\n---\nSee [leave](leave.md).')
  write('people/leave.md', 'Sixteen weeks.')
  write('bad.md', '---\nid: "no good"\n---\n')
  const first = await importRoot('--url-base', 'https://wiki.test/docs/')
  expect(first.json).toMatchObject({ created: 2, failed: 1 })
  expect(first.stderr).toContain('bad.md: has the id "no good", which must contain only letters')
  expect(await documents("root_id = 'files'")).toEqual([
    {
      id: expect.stringMatching(/^people-leave-[0-9a-f]{10}$/),
      title: 'Leave',
      parent: null,
      content: 'Sixteen weeks.',
      updated_at: expect.any(Date),
      url: 'https://wiki.test/docs/people/leave.md',
    },
    {
      id: 'people',
      title: 'People',
      parent: null,
      content: 'See [leave](https://wiki.test/docs/people/leave.md).',
      updated_at: new Date('2026-05-01T00:00:00Z'),
      url: 'https://wiki.test/docs/people/index.md',
    },
  ])
  remove('bad.md')
  remove('people/leave.md')
  expect((await importRoot('--url-base', 'https://wiki.test/docs/', '--prune')).json).toEqual(summary(0, 1, 0, 1))
})

test.each([
  ['a note', ['--under', 'zzz'], 'There is no note zzz in acme'],
  ['a data source', ['--root', 'zzz'], 'There is no data source zzz in acme'],
])('%s that does not exist is an error', async (_what, where, message) => {
  write('a.md', 'One.')
  const { code, stderr } = await terminal.lorewell('import', folder, ...where)
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})

test('a folder that does not exist is an error', async () => {
  const { code, stderr } = await importUnder()
  expect(code).toBe(1)
  expect(stderr).toContain('cannot be read')
})

const readers = async (title: string) => {
  const query = `select array(
      select coalesce('user:' || m.email, 'group:' || t.name, p.principal) from audience_principal p
      left join member m on m.org_id = p.org_id and p.principal = 'user:' || m.id
      left join team t on t.org_id = p.org_id and p.principal = 'group:' || t.id
      where p.org_id = d.org_id and p.audience_id = d.audience_id order by 1
    ) as readers from document d where d.title = '${title}'`
  return (await sql.raw<{ readers: string[] }>(query).execute(terminal.database.unrestricted)).rows[0]?.readers
}

test('without a target, notes are at the top level and private to the acting member', async () => {
  write('drafts/plan.md', 'The plan.')
  const run = await terminal.lorewell('import', folder, '--json')
  expect(run.json).toEqual(summary(2, 0, 0))
  expect(run.stderr).toContain('private to ada@acme.test')
  expect(await tree()).toContainEqual(['Drafts', null])
  for (const title of ['Drafts', 'Plan']) expect(await readers(title)).toEqual(['user:ada@acme.test'])
  expect((await terminal.lorewell('import', folder, '--json')).json).toEqual(summary(0, 0, 2))
})

test('--visible-to names the readers of new notes, and later runs leave them as they are', async () => {
  write('drafts/plan.md', 'The plan.')
  await terminal.lorewell('import', folder, '--visible-to', 'everyone')
  for (const title of ['Drafts', 'Plan']) expect(await readers(title)).toEqual(['everyone'])
  write('drafts/plan.md', 'The new plan.')
  expect((await terminal.lorewell('import', folder, '--visible-to', 'user:ada@acme.test', '--json')).json).toEqual(
    summary(0, 1, 1),
  )
  expect(await readers('Plan')).toEqual(['everyone'])
  await importUnder('--visible-to', 'private', '--as', 'ada@acme.test')
  expect((await documents("title = 'Drafts'")).map(({ parent }) => parent).sort()).toEqual(['Wiki', null])
})

test('below a note, imported notes are for its readers', async () => {
  write('plan.md', 'The plan.')
  await importUnder()
  expect(await readers('Plan')).toEqual(['everyone'])
})

test('an import at the top level leaves a note where people moved it, for the same readers', async () => {
  write('plan.md', 'The plan.')
  await terminal.lorewell('import', folder, '--visible-to', 'everyone')
  const [plan] = await documents("title = 'Plan'")
  await sql`update document set parent_key = (select key from document where id = 'other'), own_audience_id = null
    where id = ${plan?.id}`.execute(terminal.database.unrestricted)
  write('plan.md', 'The new plan.')
  await terminal.lorewell('import', folder, '--visible-to', 'everyone')
  expect((await documents("title = 'Plan'"))[0]).toMatchObject({ parent: 'Other', content: 'The new plan.' })
})

test('at the top level, an id that another note has is refused', async () => {
  write('plan.md', '---\nid: other\n---\nThe plan.')
  const run = await terminal.lorewell('import', folder, '--visible-to', 'everyone', '--json')
  expect(run.json).toMatchObject({ failed: 1, errors: [{ message: expect.stringContaining('another note has') }] })
})

test('pictures and other files that are not imported are named with the reason, and are no failure', async () => {
  write('guide.md', 'How to.')
  write('img/logo.png', 'not a picture')
  write('tool.exe', 'binary')
  const ran = await importUnder()
  expect(ran.code).toBe(0)
  expect(ran.json).toEqual({
    ...summary(1, 0, 0),
    skipped: [
      { file: 'img/logo.png', message: 'Pictures are not imported.' },
      { file: 'tool.exe', message: 'Files of this kind cannot be imported.' },
    ],
  })
  expect(ran.stderr).toContain('img/logo.png: Skipped. Pictures are not imported.\n')
})
