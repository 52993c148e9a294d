import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'
import { createZip } from '../support/zip-archive.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal()
  const organization = {
    organization: { id: 'acme', name: 'Acme' },
    users: [{ email: 'ada@acme.test', name: 'Ada', role: 'admin' }],
    notes: [{ id: 'top', title: 'Top', content: '' }],
  }
  await terminal.lorewell('apply', terminal.writeFile('acme.yaml', JSON.stringify(organization)))
})
afterAll(() => terminal?.close())

async function notes() {
  const rows = await terminal.database.unrestricted
    .selectFrom('document')
    .leftJoin('document as parent', 'parent.key', 'document.parent_key')
    .select(['document.id', 'document.title', 'document.content', 'document.updated_at'])
    .select(['document.position', 'parent.title as parent'])
    .where('document.id', '<>', 'top')
    .execute()
  return new Map(rows.map((row) => [row.title, row]))
}

const hash = (digit: string) => digit.repeat(32)

it('a Notion zip keeps its tree, titles and links; again it changes nothing; --prune removes missing pages', async () => {
  const path = join(terminal.directory, 'Export.zip')
  const pages = [
    {
      name: `Team ${hash('a')}.md`,
      text: `# Team\n\nSee [Leave](Team%20${hash('a')}/Leave%20${hash('b')}.md).`,
    },
    { name: `Team ${hash('a')}/Leave ${hash('b')}.md`, text: '# Leave\n\nThirty days.' },
    { name: `Team ${hash('a')}/Hours ${hash('c')}.html`, text: '<title>Hours</title><p>Nine to five.</p>' },
  ]
  writeFileSync(path, createZip(pages))
  const first = await terminal.lorewell('import', path, '--under', 'top', '--json')
  expect(first.stderr).toBe('')
  expect(first.json).toMatchObject({ created: 3, failed: 0 })
  const stored = await notes()
  expect([...stored.keys()].sort()).toEqual(['Hours', 'Leave', 'Team'])
  expect(stored.get('Leave')?.parent).toBe('Team')
  expect(stored.get('Team')?.content).toContain(`/notes/${encodeURIComponent(stored.get('Leave')?.id ?? '')}`)

  expect((await terminal.lorewell('import', path, '--under', 'top', '--json')).json).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 3,
  })
  writeFileSync(path, createZip(pages.slice(0, 2)))
  const pruned = await terminal.lorewell('import', path, '--under', 'top', '--prune', '--json')
  expect(pruned.json).toMatchObject({ removed: 1, unchanged: 2 })
  expect((await notes()).has('Hours')).toBe(false)
})

it('an Obsidian vault keeps its links by name, without its settings', async () => {
  terminal.writeFile('vault/.obsidian/workspace.md', '# Not a note')
  terminal.writeFile('vault/Rota.md', 'On Friday [[Ada Lovelace|Ada]] is on call, see [[Places/Berlin]].')
  terminal.writeFile('vault/People/Ada Lovelace.md', 'Ada is an engineer.')
  terminal.writeFile('vault/Places/Berlin.md', 'A city.')
  const ran = await terminal.lorewell('import', join(terminal.directory, 'vault'), '--under', 'top', '--json')
  expect(ran.json).toMatchObject({ failed: 0 })
  const stored = await notes()
  expect(stored.has('Not a note')).toBe(false)
  const link = (title: string) => `/notes/${encodeURIComponent(stored.get(title)?.id ?? '')}`
  expect(stored.get('Rota')?.content).toMatch(/On Friday \[Ada\]\(/)
  expect(stored.get('Rota')?.content).toContain(link('Ada Lovelace'))
  expect(stored.get('Rota')?.content).toContain(link('Berlin'))
})

const confluence = fileURLToPath(new URL('../confluence-export/', import.meta.url))

it('a Confluence space keeps its tree, titles, dates and links, without its frame', async () => {
  const path = join(terminal.directory, 'Space.zip')
  const names = readdirSync(confluence, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  writeFileSync(
    path,
    createZip(names.map((name) => ({ name: `ACME/${name}`, text: readFileSync(join(confluence, name), 'utf8') }))),
  )
  const ran = await terminal.lorewell('import', path, '--under', 'top', '--json')
  expect(ran.stderr).toBe('ACME/attachments: Skipped. Attachments of Confluence are not imported.\n')
  expect(ran.json).toMatchObject({ created: 6, failed: 0 })
  const stored = await notes()
  const parents = ['Acme Handbook', 'Home', 'On call', 'Zürich: Regeln & Zeiten', 'Leave', 'Left out'].map(
    (title) => stored.get(title)?.parent,
  )
  expect(parents).toEqual(['Top', 'Acme Handbook', 'Home', 'On call', 'Home', 'Leave'])
  expect(stored.get('On call')?.position).toBeLessThan(stored.get('Leave')?.position as number)
  const dates = ['Home', 'On call', 'Zürich: Regeln & Zeiten', 'Leave'].map((title) =>
    stored.get(title)?.updated_at.toISOString().slice(0, 10),
  )
  expect(dates).toEqual(['2026-10-05', '2026-11-01', '2026-10-20', '2026-09-20'])
  const link = (title: string) => `/notes/${encodeURIComponent(stored.get(title)?.id ?? '')}`
  const home = stored.get('Home')?.content
  const onCall = stored.get('On call')?.content
  expect(home).toContain(`<a href="${link('On call')}">`)
  expect(home).toContain(`<a href="${link('Zürich: Regeln & Zeiten')}">`)
  expect(onCall).toContain(`<a href="${link('Zürich: Regeln & Zeiten')}#times">`)
  expect(onCall).toContain('<code class="language-bash">pager --wake ada &amp;&amp; echo awake</code>')
  expect(onCall).toContain('<blockquote><p class="title">Mind the pager</p>')
  expect(onCall).toContain('<input type="checkbox" checked disabled>')
  for (const { content } of stored.values()) {
    expect(content).not.toMatch(/Document generated|Attachments:|toc-macro|Available Pages|somebody attached/)
  }
})

it('a folder of that space under another note: again nothing changes, --prune removes missing pages', async () => {
  const folder = join(terminal.directory, 'space')
  cpSync(confluence, folder, { recursive: true })
  const under = (await notes()).get('Acme Handbook')?.id as string
  const run = (...options: string[]) => terminal.lorewell('import', folder, '--under', under, '--json', ...options)
  expect((await run()).json).toMatchObject({ created: 5, failed: 0 })
  expect((await run()).json).toMatchObject({ created: 0, changed: 0, unchanged: 5 })
  for (const name of ['Leave_10004.html', 'Left-out_10005.html']) rmSync(join(folder, name))
  expect((await run('--prune')).json).toMatchObject({ removed: 2, unchanged: 3, failed: 0 })
})

it('an archive with a name that leads out of it is refused, and nothing is imported', async () => {
  const before = (await notes()).size
  const path = join(terminal.directory, 'evil.zip')
  writeFileSync(
    path,
    createZip([
      { name: 'fine.md', text: '# Fine' },
      { name: '../../evil.md', text: '# Evil' },
    ]),
  )
  const ran = await terminal.lorewell('import', path, '--under', 'top')
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain('leads out of it')
  expect((await notes()).size).toBe(before)
})
