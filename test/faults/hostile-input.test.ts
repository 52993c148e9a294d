import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type Reply, type TestApp } from '../support/test-app.ts'

/** A few of ours, always run. The large public collections are run too where ADVERSARIAL_DIR names their folder. */
const hostileStrings = [
  '',
  'undefined',
  'null',
  '\\',
  '\u0000',
  '\ud83d',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(50),
  '\u202etest\u202c',
  'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤',
  "'; drop table document; --",
  '<script>alert(1)</script>',
  '$' + '{7*7} {{7*7}} %s %n',
  '../../../etc/passwd',
  'a'.repeat(3000),
  '١٢٣',
  '\uffff\ufffe',
  '\u001b[31mred',
]
const malformedBodies = [
  '',
  ' ',
  'null',
  'true',
  '"text"',
  '[]',
  '{}',
  '{"a":1,}',
  '{"a":1e999}',
  '{"rootId":"tickets","rootId":"tickets"}',
  '['.repeat(100_000),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '{"a":'.repeat(20_000),
  '\ufeff{}',
  '{"\ud800":1}',
  'NaN',
  '{"constructor":{"prototype":{"x":1}}}',
]

describe('bad input', () => {
  let service: TestApp
  let ada: Person
  beforeAll(async () => {
    service = await createTestApp()
    await service.organization('acme')
    ada = await service.person('acme', 'ada')
    await service.dataSource('acme', 'tickets')
  })
  afterAll(() => service.close())

  const documented = (reply: Reply, allowed: number[]) => {
    expect(allowed, reply.text).toContain(reply.status)
    if (reply.status >= 400) expect(Object.keys(reply.body)).toEqual(expect.arrayContaining(['message', 'id']))
  }

  /** Stored and given back unchanged, or refused with the field's name. */
  async function sendAs(field: 'title' | 'id' | 'url' | 'content', text: string): Promise<void> {
    const id = field === 'id' ? text : 'naughty'
    const reply = await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ id, [field]: text }))
    documented(reply, [200, 422])
    if (reply.status === 422) {
      expect(Object.keys(reply.body.details)).toEqual([field])
      return
    }
    const stored = await service.database.unrestricted
      .selectFrom('document')
      .select(['id', 'title', 'url', 'content'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored[field]).toBe(text)
    if (field !== 'content') {
      const list = await service.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets')
      expect(list.body.hits.find((hit: { id: string }) => hit.id === id)[field]).toBe(text)
    }
    await service.call(ada.key, 'DELETE', '/v1/ask/index', { rootId: 'tickets', id })
  }

  async function sendBody(body: string | Buffer): Promise<void> {
    for (const [method, path, allowed] of [
      ['POST', '/v1/ask/index', [200, 404, 422]],
      ['DELETE', '/v1/ask/index', [200, 404, 422]],
      ['POST', '/v1/ask', [200, 400, 404]],
    ] as const) {
      documented(await service.call(ada.key, method, path, body, { 'content-type': 'application/json' }), [...allowed])
    }
  }

  test('our own strings as title, id, url and content', async () => {
    for (const text of hostileStrings)
      for (const field of ['title', 'id', 'url', 'content'] as const) await sendAs(field, text)
  })

  test('our own strings as a question and as ids', async () => {
    for (const text of hostileStrings) {
      for (const fields of [
        { question: text },
        { question: 'x', parentId: text },
        { question: 'x', assistantId: text },
      ]) {
        documented(await service.call(ada.key, 'POST', '/v1/ask', fields), [200, 400, 404])
      }
      documented(
        await service.call(ada.key, 'GET', `/v1/ask/index?rootId=${encodeURIComponent(text.toWellFormed())}`),
        [404, 422],
      )
      documented(
        await service.call(ada.key, 'GET', `/v1/ask/digest/${encodeURIComponent(text.toWellFormed())}`),
        [400, 404],
      )
    }
  })

  test('our own bodies', async () => {
    for (const body of malformedBodies) await sendBody(body)
  })

  const collections = process.env.ADVERSARIAL_DIR
  if (collections && existsSync(collections)) {
    test('every file of the JSON parsing collection as a body', async () => {
      const files = filesBelow(join(collections, 'jsontestsuite')).filter((file) => file.endsWith('.json'))
      expect(files.length).toBeGreaterThan(100)
      for (const file of files) await sendBody(readFileSync(file))
    }, 600_000)

    test('every string of the naughty strings as title, id, url and content', async () => {
      const file = filesBelow(join(collections, 'blns')).find((name) => name.endsWith('blns.json')) as string
      const strings = JSON.parse(readFileSync(file, 'utf8')) as string[]
      expect(strings.length).toBeGreaterThan(100)
      for (const text of strings)
        for (const field of ['title', 'id', 'url', 'content'] as const) await sendAs(field, text)
    }, 600_000)
  }
})

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
