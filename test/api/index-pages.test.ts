import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentFixture, createTestApp, type TestApp } from '../support/test-app.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  key = (await service.person('acme', 'ada', { role: 'admin' })).key
  await service.dataSource('acme', 'handbook')
})
afterAll(() => service.close())

async function index(id: string, title: string, content: string) {
  const item = contentFixture({ rootId: 'handbook', id, title, content })
  expect((await service.call(key, 'POST', '/v1/ask/index', item)).status).toBe(200)
}

async function foundTitles(query: string): Promise<string[]> {
  const { body } = await service.call(key, 'POST', '/v1/search', { query })
  return body.hits.map((hit: { title: string }) => hit.title)
}

test('a page ranks above an index page that lists its title', async () => {
  const names = ['How to set up a 1-1 channel', 'How to book a room', 'How to claim expenses', 'How to get a laptop']
  const links = (targets: string[]) => targets.map((name) => `- [${name}](/${name.replaceAll(' ', '-')})`).join('\n')
  await index('index', 'How to', links(names))
  await index('index-2', 'How to set up things', `Start here:\n\n${links(names)}`)
  await index(
    'page',
    'How to set up a 1-1 channel',
    'Your manager and you share a private channel for notes, goals and feedback. Create it in the chat app with both names, ' +
      'invite nobody else, and pin the agenda. Write down what you want to talk about before each meeting.',
  )
  for (const question of ['How to set up a 1-1 channel', 'How do I set up a 1-1 channel?', 'set up 1-1 channel'])
    expect((await foundTitles(question))[0]).toBe('How to set up a 1-1 channel')
  expect(await foundTitles('How do I book a room?')).toContain('How to')
})

test('the contents of a page, listed at its top, are not found', async () => {
  await index(
    'contents',
    'Travel',
    '- [Booking zeppelins](#a)\n- [Packing](#b)\n\n## Booking {#a}\n\nAsk the office to book trips.\n\n## Packing {#b}\n\nPack light.',
  )
  const { body } = await service.call(key, 'POST', '/v1/search', { query: 'zeppelins' })
  expect(body.hits).toEqual([])
})
