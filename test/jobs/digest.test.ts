import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeLlm } from '../support/fake-llm.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let llm: Awaited<ReturnType<typeof startFakeLlm>>
let withModel: TestApp
let at: Date
const monday = new Date('2026-11-02T09:00:00Z')
const daysLater = (days: number) => new Date(monday.getTime() + days * 24 * 3600_000)

beforeAll(async () => {
  at = monday
  llm = await startFakeLlm()
  service = await createTestApp({ now: () => at })
  withModel = await createTestApp({
    now: () => at,
    config: { llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } },
  })
})
afterAll(async () => {
  await service.close()
  await withModel.close()
  await llm.close()
})

let org: string
let ada: Person
let bob: Person
async function createFreshOrganization(place: TestApp) {
  at = monday
  org = await place.newOrganization()
  ada = await place.person(org, 'ada', { role: 'admin', groups: ['Core'] })
  bob = await place.person(org, 'bob')
  await place.assistant(org, 'helper')
}
beforeEach(() => createFreshOrganization(service))

const digestOf = async (person: Person, assistant = 'helper', place = service): Promise<string> => {
  const reply = await place.call(person.key, 'GET', `/v1/ask/digest/${assistant}`)
  expect(reply.status).toBe(200)
  return reply.body
}

const note = (fields: Parameters<TestApp['note']>[1], place = service) => place.note(org, { updatedAt: at, ...fields })

describe('a digest', () => {
  test('says that a new note has no text yet, and doesn’t quote the title of one that became empty', async () => {
    await note({ id: 'leave', title: 'Leave', content: 'Everyone has 28 days of holiday.' })
    at = daysLater(8)
    await note({ id: 'draft', title: 'Travel  policy', content: '' })
    await note({ id: 'leave', title: 'Leave', content: '' })
    const digest = await digestOf(ada)
    expect(digest).toContain('- **Travel policy** (new, no text yet) [')
    expect(digest).toContain('- **Leave** (no longer says): Everyone has 28 days of holiday. [')
    expect(digest).not.toContain('(added)')
  })

  test('tells what is new by the sentence that says most, by topic, with a numbered link', async () => {
    await note({ id: 'eng', title: 'Engineering', content: 'How we build.' })
    await note({ id: 'people', title: 'People', content: 'Who we are.' })
    at = daysLater(8)
    await note({
      id: 'oncall',
      parent: 'eng',
      title: 'On call',
      content: '# On call\n\nThe platform team is on call at the weekend, and the platform team carries the phone.',
    })
    await note({
      id: 'leave',
      parent: 'people',
      title: 'Leave',
      content: 'Leave is 25 days in a whole year.',
    })
    expect(await digestOf(ada)).toBe(`## Engineering
- **On call** (new): The platform team is on call at the weekend, and the platform team carries the phone. [1]

## People
- **Leave** (new): Leave is 25 days in a whole year. [2]

[1]: <https://notes.test/oncall>
[2]: <https://notes.test/leave>`)
  })

  test('tells what is different from before the period, however often it was edited within', async () => {
    await note({
      id: 'leave',
      title: 'Leave',
      content: 'Everyone rests. Leave is 25 days a year. Ask Marit.',
    })
    at = daysLater(8)
    await note({
      id: 'leave',
      title: 'Leave',
      content: 'Everyone rests. Leave is 26 days a year. Ask Marit.',
    })
    at = daysLater(9)
    await note({ id: 'leave', title: 'Leave', content: 'Everyone rests. Leave is 27 days a year.' })
    expect(await digestOf(ada)).toBe(`## Other
- **Leave** (changed): Leave is 27 days a year. _Before: Leave is 25 days a year._ [1]
- **Leave** (no longer says): Ask Marit. [1]

[1]: <https://notes.test/leave>`)
  })

  test('tells a new name, and nothing of what only looks otherwise', async () => {
    await note({ id: 'a', title: 'Old name', content: 'It stays as it is.' })
    await note({ id: 'b', title: 'Plain', content: 'This is so.\n\nThat is not.' })
    at = daysLater(8)
    await note({ id: 'a', title: 'New name', content: 'It stays as it is.' })
    await note({ id: 'b', title: 'Plain', content: '# Plain\n\n*This* is so. That **is** not.' })
    const digest = await digestOf(ada)
    expect(digest).toContain('**New name** (renamed): _Before: Old name_ [1]')
    expect(digest).not.toContain('Plain')
  })

  test('names what was archived, and only counts what was deleted', async () => {
    await note({ id: 'shelf', title: 'Shelved page', content: 'Once of use.' })
    await note({ id: 'gone', title: 'Zanzibar', content: 'The code word is xylophone.' })
    await service.dataSource(org, 'tickets')
    await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ title: 'Quetzal', content: 'Feathers.' }))
    at = daysLater(8)
    await service.call(ada.key, 'PUT', '/v1/notes/shelf/archived', { archived: true })
    await service.call(ada.key, 'DELETE', '/v1/notes/gone')
    await service.call(ada.key, 'DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'T-1' })
    expect(await digestOf(bob)).toBe(`## No longer in use
- **Shelved page** (archived) [1]
- 2 documents were deleted.

[1]: <https://notes.test/shelf>`)
  })

  test('counts a note in the trash for its audience, with its subpages, until it is restored or permanently deleted', async () => {
    await note({ id: 'hr', title: 'Dismissals', content: 'Secret.', audience: ['group:Core'] })
    await note({ id: 'case', parent: 'hr', title: 'Case', content: 'Inherits.' })
    at = daysLater(8)
    const nothing = 'Nothing new in the last 7 days.'
    const trashed = async () => {
      await service.call(ada.key, 'DELETE', '/v1/notes/hr')
      expect(await digestOf(ada)).toBe('## No longer in use\n- 2 documents were deleted.')
      expect(await digestOf(bob)).toBe(nothing)
      return (await service.call(ada.key, 'GET', '/v1/trash')).body.branches[0].id as string
    }
    expect((await service.call(ada.key, 'PUT', `/v1/trash/${await trashed()}/restore`)).status).toBe(200)
    expect(await digestOf(ada)).toBe(nothing)
    expect((await service.call(ada.key, 'DELETE', `/v1/trash/${await trashed()}`)).status).toBe(204)
    for (const person of [ada, bob]) expect(await digestOf(person)).toBe(nothing)
  })

  test('is silent about what came and went within the period', async () => {
    await note({ id: 'brief', title: 'Brief', content: 'A day long.' })
    await service.call(ada.key, 'DELETE', '/v1/notes/brief')
    expect(await digestOf(ada)).toBe('Nothing new in the last 7 days.')
  })

  test('does not take an old page that was brought in for news, but tells when that changes', async () => {
    await note({
      id: 'old',
      title: 'Old page',
      content: 'It was so in 2019.',
      updatedAt: new Date('2019-05-01'),
    })
    expect(await digestOf(ada)).toBe('Nothing new in the last 7 days.')
    at = daysLater(8)
    await note({
      id: 'old',
      title: 'Old page',
      content: 'It was so in 2020.',
      updatedAt: new Date('2019-05-01'),
    })
    expect(await digestOf(ada)).toContain('**Old page** (changed): It was so in 2020.')
  })

  test('is the same when it is asked for again, and forgets what is older than the period', async () => {
    await note({ title: 'One', content: 'The first of them is here.' })
    await note({ title: 'Two', content: 'The second of them is here.' })
    expect(await digestOf(ada)).toBe(await digestOf(ada))
    at = daysLater(8)
    expect(await digestOf(ada)).toBe('Nothing new in the last 7 days.')
  })

  test('looks in the assistant’s scope only, for what is gone, too', async () => {
    await note({ id: 'in', title: 'Inside', content: 'The inner page.' })
    await note({ id: 'out', title: 'Outside', content: 'The outer page.' })
    await note({ id: 'in-child', parent: 'in', title: 'Inner child' })
    await note({ id: 'out-child', parent: 'out', title: 'Outer child' })
    await service.assistant(org, 'narrow', { scope: { notes: ['in'], dataSources: [] } })
    at = daysLater(8)
    await note({ id: 'in', title: 'Inside', content: 'The inner page, with more.' })
    await note({ id: 'out', title: 'Outside', content: 'The outer page, with more.' })
    for (const id of ['in-child', 'out-child']) await service.call(ada.key, 'DELETE', `/v1/notes/${id}`)
    const narrow = await digestOf(ada, 'narrow')
    expect(narrow).toContain('Inside')
    expect(narrow).not.toContain('Outside')
    expect(narrow).toContain('1 document was deleted.')
    expect(await digestOf(ada)).toContain('2 documents were deleted.')
  })

  test('betrays nothing that the caller may not see: not a text, a name, a topic or a number', async () => {
    await note({ id: 'hr', title: 'Dismissals', content: 'Secret.', audience: ['group:Core'] })
    await note({ id: 'open', parent: 'hr', title: 'Parties', content: 'Cake.', audience: ['everyone'] })
    for (let count = 0; count < 3; count++) await note({ id: `hr-${count}`, parent: 'hr', title: `Case ${count}` })
    at = daysLater(8)
    await note({ id: 'hr', title: 'Dismissals', content: 'Secret severance.', audience: ['group:Core'] })
    await note({
      id: 'open',
      parent: 'hr',
      title: 'Parties',
      content: 'Cake and tea.',
      audience: ['everyone'],
    })
    await service.call(ada.key, 'DELETE', '/v1/notes/hr-0')
    await service.call(ada.key, 'PUT', '/v1/notes/hr-1/archived', { archived: true })
    expect(await digestOf(bob)).toBe(`## Other
- **Parties** (changed): Cake and tea. _Before: Cake._ [1]

[1]: <https://notes.test/open>`)
    const all = await digestOf(ada)
    expect(all).toContain('Secret severance.')
    expect(all).toContain('**Case 1** (archived)')
    expect(all).toContain('1 document was deleted.')
  })

  test('stays within its length, tells how many more there are, and gives each place its turn', async () => {
    await service.dataSource(org, 'tickets')
    await note({ id: 'alone', title: 'Alone', content: 'The only page.' })
    at = daysLater(8)
    await note({ id: 'alone', title: 'Alone', content: 'The only page, edited.' })
    for (let count = 0; count < 90; count++) {
      const fields = { id: `T-${count}`, title: `Ticket ${count}`, updatedAt: at.toISOString() }
      const long = `Ticket ${count} is about a door that ${'really '.repeat(80)}does not close.`
      await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ ...fields, content: long }))
    }
    const digest = await digestOf(ada)
    expect(digest.length).toBeLessThanOrEqual(20_000)
    expect(digest).toContain('**Alone**')
    const told = new Set(digest.match(/\*\*[^*]+\*\*/g)).size
    expect(digest).toContain(`And ${91 - told} more changes.`)
  })

  test('speaks the assistant’s language', async () => {
    await service.database.unrestricted
      .updateTable('assistant')
      .set({ language: 'de' })
      .where('org_id', '=', org)
      .execute()
    expect(await digestOf(ada)).toBe('Nichts Neues in den letzten 7 Tagen.')
  })
})

describe('a digest that a language model writes', () => {
  beforeEach(async () => {
    await createFreshOrganization(withModel)
    llm.setBehavior('honest')
    await note({ id: 'leave', title: 'Leave', content: 'Leave is 25 days a year.' }, withModel)
    at = daysLater(8)
    await note({ id: 'leave', title: 'Leave', content: 'Leave is 27 days a year.' }, withModel)
  })

  const told = '- **Leave** (changed): Leave is 27 days a year. _Before: Leave is 25 days a year._ [1]'

  test.each([
    'honest',
    'invents-figures',
    'cites-what-is-not-there',
    'obeys-the-passages',
    'invents-a-sentence',
    'swaps-a-name',
    'denies',
    'links-away',
    'says-nothing',
    'cuts-the-stream',
    'fails',
  ] as const)('says what the note says when the model %s', async (manner) => {
    llm.setBehavior(manner)
    expect((await digestOf(ada, 'helper', withModel)).split('\n').slice(0, 2)).toEqual(['## Other', told])
  })

  test('gives the model what the caller may see, and nothing else', async () => {
    await note({ title: 'Hidden', content: 'The vault code is 4711.', audience: ['group:Core'] }, withModel)
    const before = llm.prompts.length
    await digestOf(bob, 'helper', withModel)
    const prompts = JSON.stringify(llm.prompts.slice(before))
    expect(prompts).toContain('27 days')
    expect(prompts).not.toMatch(/4711|Hidden/)
  })
})
