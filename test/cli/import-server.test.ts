import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { type CliResult, createTempFolder, runCli } from '../support/test-terminal.ts'

let service: TestApp
let key: string
const scratch = createTempFolder()
const requests: string[] = []
/** Requests that are processed, but whose responses get lost. */
let droppedResponses: RegExp | undefined

beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  key = (await service.person('acme', 'ada', { role: 'admin' })).key
  await service.dataSource('acme', 'files')
  await service.note('acme', { id: 'wiki', title: 'Wiki' })
})
afterAll(async () => {
  scratch.remove()
  await service.close()
})

/** Sends the requests of the command to the service in this process. */
const fetch: typeof globalThis.fetch = async (input, init = {}) => {
  const { pathname, search } = new URL(String(input))
  requests.push(`${init.method} ${pathname}`)
  const { authorization, ...headers } = init.headers as Record<string, string>
  const reply = await service.call(
    authorization?.replace('Bearer ', ''),
    init.method as 'GET',
    pathname + search,
    init.body ?? undefined,
    headers,
  )
  if (droppedResponses?.test(`${init.method} ${pathname}`)) throw new TypeError('fetch failed')
  return new Response(reply.status === 204 ? null : reply.text, {
    status: reply.status,
    headers: { 'content-type': 'application/json' },
  })
}

function runImport(folder: string, ...options: string[]): Promise<CliResult> {
  requests.length = 0
  const server = ['--server', 'http://lorewell.test', '--key', key, '--json']
  const env = { XDG_CACHE_HOME: join(scratch.directory, 'cache') }
  return runCli(['import', join(scratch.directory, folder), ...options, ...server], { fetch, env })
}

const writes = () => requests.filter((request) => !request.startsWith('GET '))
const summary = (created: number, changed: number, unchanged: number, removed = 0) => ({
  ...{ created, changed, unchanged, removed, failed: 0, errors: [], skipped: [] },
})

test('files go to a data source over HTTP; again only changed files', async () => {
  const toFiles = (...options: string[]) => runImport('files', '--root', 'files', ...options)
  scratch.writeFile('files/a.md', 'One.')
  scratch.writeFile('files/b.md', 'Two.')
  expect((await toFiles()).json).toEqual(summary(2, 0, 0))
  expect((await toFiles()).json).toEqual(summary(0, 0, 2))
  expect(writes()).toEqual([])
  scratch.writeFile('files/a.md', 'One and a half.')
  rmSync(join(scratch.directory, 'files/b.md'))
  expect((await toFiles('--prune')).json).toEqual(summary(0, 1, 0, 1))
  expect(writes().sort()).toEqual(['DELETE /v1/ask/index', 'POST /v1/ask/index'])
  const { body } = await service.call(key, 'GET', '/v1/ask/index?rootId=files')
  expect(body.hits.map((hit: { title: string }) => hit.title)).toEqual(['A'])
})

test('items that were removed on the server are sent again', async () => {
  scratch.writeFile('again/c.md', 'Three.')
  const toFiles = () => runImport('again', '--root', 'files')
  await toFiles()
  const { body } = await service.call(key, 'GET', '/v1/ask/index?rootId=files')
  for (const { id } of body.hits) await service.call(key, 'DELETE', `/v1/ask/index?rootId=files&id=${id}`)
  expect((await toFiles()).json).toEqual(summary(1, 0, 0))
})

test('files become notes over HTTP, with links that lead to each other', async () => {
  const toWiki = (...options: string[]) => runImport('wiki', '--under', 'wiki', ...options)
  scratch.writeFile('wiki/people/index.md', 'See [leave](leave.md).')
  scratch.writeFile('wiki/people/leave.md', 'Back to [people](index.md).')
  expect((await toWiki()).json).toEqual(summary(2, 0, 0))
  const children = async (id: string) => (await service.call(key, 'GET', `/v1/notes/${id}/children`)).body.notes
  const [people] = await children('wiki')
  const [leave] = await children(people.id)
  const contentOf = async (id: string) => (await service.call(key, 'GET', `/v1/notes/${id}`)).body.content
  expect(await contentOf(people.id)).toBe(`See [leave](/notes/${leave.id}).`)
  expect(await contentOf(leave.id)).toBe(`Back to [people](/notes/${people.id}).`)
  expect((await toWiki()).json).toEqual(summary(0, 0, 2))
  expect(writes()).toEqual([])
  scratch.writeFile('wiki/people/leave.md', 'Sixteen weeks.')
  scratch.writeFile('wiki/top.md', 'Top.')
  expect((await toWiki()).json).toEqual(summary(1, 1, 1))
  rmSync(join(scratch.directory, 'wiki/people'), { recursive: true })
  expect((await toWiki('--prune')).json).toEqual(summary(0, 0, 1, 2))
  expect((await children('wiki')).map((note: { title: string }) => note.title)).toEqual(['Top'])
})

test('a note whose creation got no response is not created twice, and notes of other people stay', async () => {
  await service.note('acme', { id: 'garden', title: 'Garden' })
  await service.note('acme', { id: 'theirs', title: 'Trees', parent: 'garden', content: 'Ours.' })
  scratch.writeFile('garden/trees.md', 'Apple.')
  scratch.writeFile('garden/beds.md', 'Kale, see [trees](trees.md).')
  const toGarden = () => runImport('garden', '--under', 'garden')
  droppedResponses = /^POST \/v1\/notes$/
  expect((await toGarden()).json).toMatchObject({ created: 0, failed: 2 })
  droppedResponses = undefined
  expect((await toGarden()).json).toEqual(summary(2, 0, 0))
  const { body } = await service.call(key, 'GET', '/v1/notes/garden/children')
  expect(body.notes.map((note: { title: string }) => note.title).sort()).toEqual(['Beds', 'Trees', 'Trees'])
  expect((await service.call(key, 'GET', '/v1/notes/theirs')).body.content).toBe('Ours.')
  expect((await toGarden()).json).toEqual(summary(0, 0, 2))
  expect(writes()).toEqual([])
})

test('of two imports of a folder at once, one is refused: no note is created twice', async () => {
  scratch.writeFile('twice/a.md', 'One.')
  scratch.writeFile('twice/b.md', 'Two.')
  await service.note('acme', { id: 'place', title: 'Place' })
  const results = await Promise.all([1, 2].map(() => runImport('twice', '--under', 'place')))
  expect(results.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(results.map(({ stderr }) => stderr).join('')).toContain('Another process is importing this folder')
  expect((await service.call(key, 'GET', '/v1/notes/place/children')).body.total).toBe(2)
  expect(JSON.parse((await runImport('twice', '--under', 'place')).stdout)).toEqual(summary(0, 0, 2))
})

test('an item that the server refuses is reported with its file and does not stop the others', async () => {
  scratch.writeFile('bad/good.md', 'Fine.')
  scratch.writeFile('bad/long.md', `---\nurl: ${'x'.repeat(3000)}\n---\nText.`)
  const { code, json } = await runImport('bad', '--root', 'files')
  expect(code).toBe(1)
  expect(json).toMatchObject({ created: 1, failed: 1, errors: [{ file: 'long.md' }] })
})

test('a data source that the key cannot see ends the command', async () => {
  scratch.writeFile('nowhere/a.md', 'One.')
  const { code, stdout } = await runImport('nowhere', '--root', 'zzz')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
})
