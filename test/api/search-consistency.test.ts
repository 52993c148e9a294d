import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Config } from '../../src/config.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const subjects = ['harbour', 'orchard', 'workshop', 'library', 'kitchen', 'garden', 'stable', 'mill']
const things = ['opening hours', 'keys', 'repairs', 'visitors', 'rules']

/** A direction for each subject, so that what is near in meaning is known. */
const embedder = {
  name: 'test-subjects',
  dimensions: 16,
  language: 'en',
  embed: async (texts: string[]) =>
    texts.map((text) => {
      const vector = new Float32Array(16).fill(0.01)
      for (const [index, subject] of subjects.entries()) if (text.includes(subject)) vector[index] = 1
      return vector
    }),
  close: async () => {},
}

const questions = ['Who has the keys of the harbour?', 'orchard visitors', 'rules for the old mill']
/** Vectors that were written before there were twelve bits of each number. */
const withOldCodes = 'some codes with their first bits alone'
const memoryConfigs: Record<string, Partial<Config>> = {
  'all of it in memory': {},
  'words in memory, vectors in the database': { vectorMemoryBytes: 0 },
  'vectors in memory, words in the database': { wordMemoryBytes: 0 },
  'nothing in memory': { vectorMemoryBytes: 0, wordMemoryBytes: 0 },
  [`all of it in memory, ${withOldCodes}`]: {},
  [`nothing in memory, ${withOldCodes}`]: { vectorMemoryBytes: 0, wordMemoryBytes: 0 },
}

const resultsByConfig = new Map<string, string[][]>()
const services: TestApp[] = []
beforeAll(async () => {
  for (const [name, config] of Object.entries(memoryConfigs)) {
    const service = await createTestApp({ embedder, config })
    services.push(service)
    resultsByConfig.set(name, await searchAll(service, name.includes(withOldCodes)))
  }
}, 120_000)
afterAll(async () => {
  for (const service of services) await service.close()
})

async function searchAll(service: TestApp, hasOldCodes: boolean): Promise<string[][]> {
  await service.organization('acme')
  const ada = await service.person('acme', 'ada', { role: 'admin' })
  const ben = await service.person('acme', 'ben')
  await service.dataSource('acme', 'tickets')
  await service.dataSource('acme', 'secret', [`user:${ada.email}`])
  const items = ['tickets', 'secret'].flatMap((rootId) =>
    subjects.map((subject) => {
      const text = things.map(
        (thing) => `# ${thing}\n\nThe ${thing} of the ${subject} are written down in the ${rootId}.\n\n`,
      )
      return contentFixture({
        ...{ rootId, id: `${rootId}-${subject}` },
        ...{ title: `About the ${subject}`, content: text.join('') },
      })
    }),
  )
  await service.call(ada.key, 'POST', '/v1/ask/index/batch', { items })
  if (hasOldCodes) await truncateCodes(service)
  await service.app.inMemoryIndexes.load()
  const hits = async (person: Person, asked: object) => {
    const { body } = await service.call(person.key, 'POST', '/v1/search', { limit: 50, ...asked })
    return body.hits.map(({ id }: { id: string }) => id)
  }
  const searches: string[][] = []
  for (const query of questions) {
    for (const person of [ada, ben]) searches.push(await hits(person, { query }))
    searches.push(await hits(ada, { query, rootId: 'tickets' }))
  }
  return searches
}

async function truncateCodes({ database }: TestApp): Promise<void> {
  const { numAffectedRows } = await sql`
    update chunk_vector set code = substring(code from 1 for ${embedder.dimensions})
    where chunk_key % 2 = 0 and octet_length(code) > ${embedder.dimensions}`.execute(database.unrestricted)
  expect(Number(numAffectedRows)).toBeGreaterThan(4)
}

test.each(Object.keys(memoryConfigs))('%s finds the same, for each person and scope', (name) => {
  const own = resultsByConfig.get(name) ?? []
  const other = resultsByConfig.get('nothing in memory') ?? []
  // Of the two that say the same either may be first.
  const best = (searches: string[][]) => searches.map((ids) => ids[0]?.split('-')[1])
  expect(best(own)).toEqual(best(other))
  expect(own.map((ids) => ids.toSorted())).toEqual(other.map((ids) => ids.toSorted()))
})

test('what is withheld or out of scope is found by none of them', () => {
  for (const searches of resultsByConfig.values()) {
    const [ada, ben, scoped] = searches as [string[], string[], string[]]
    expect(ada).toContain('secret-harbour')
    expect(ben[0]).toBe('tickets-harbour')
    expect(ben.filter((id) => id.startsWith('secret'))).toEqual([])
    expect(scoped.filter((id) => id.startsWith('secret'))).toEqual([])
  }
})

test('while the embedding model fails, searches answer by words and the failure is logged once per streak', async () => {
  let isDown = false
  const service = await createTestApp({
    embedder: {
      ...embedder,
      embed: async (texts) => {
        if (isDown) throw new Error('the model is down')
        return embedder.embed(texts)
      },
    },
  })
  services.push(service)
  await service.organization('acme')
  const ada = await service.person('acme', 'ada')
  await service.note('acme', { id: 'keys', content: 'The keys of the harbour hang in the office.' })
  const warn = vi.spyOn(service.app.log, 'warn')
  const search = async () => {
    const reply = await service.call(ada.key, 'POST', '/v1/search', { query: 'harbour keys' })
    expect(reply.body.hits.map((hit: { id: string }) => hit.id)).toEqual(['keys'])
  }
  const failures = () =>
    warn.mock.calls.filter(([, message]) => String(message).startsWith('the embedding model failed'))

  await search()
  expect(failures()).toEqual([])
  isDown = true
  await search()
  await search()
  expect(failures()).toEqual([[{ err: new Error('the model is down') }, expect.any(String)]])
  isDown = false
  await search()
  isDown = true
  await search()
  expect(failures()).toHaveLength(2)
})
