import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../src/models/reader.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const notes = [
  ['onboarding', 'Onboarding', 'New colleagues get a laptop and a badge during onboarding.'],
  ['expenses', 'Money back', 'Reimbursement takes ten days after the receipt arrives.'],
  ['policy', 'Travel', 'The policy names the hotels in each city.'],
  ['meetings', 'Meetings', 'The all-hands takes place on Thursdays.'],
  ['year', 'Budget', "Teams plan FY'23 in spring."],
  ['next', 'Next budget', 'FY24 is planned in autumn.'],
  ['pager', 'Night shift', 'Whoever carries the pager answers until 3 am.'],
  ['lease', 'Cars', 'An 18-month lease is the rule.'],
  ['talks', 'Feedback', 'Managers hold a 1:1 every week.'],
  ['boarding', 'Flights', 'Boarding passes are sent by mail.'],
] as const

describe.each([
  { engine: 'the in-memory index', wordMemoryBytes: 2 ** 29 },
  { engine: 'the database', wordMemoryBytes: 0 },
])('words that occur nowhere as typed, searched in $engine', ({ wordMemoryBytes }) => {
  let service: TestApp
  let ada: Person
  let ben: Person

  beforeAll(async () => {
    service = await createTestApp({ config: { wordMemoryBytes } })
    await service.organization('acme')
    ada = await service.person('acme', 'ada', { role: 'admin' })
    ben = await service.person('acme', 'ben')
    for (const [id, title, content] of notes) await service.note('acme', { id, title, content })
    await service.app.inMemoryIndexes.load()
  })
  afterAll(() => service.close())

  const search = async (question: string, person = ben) =>
    service.app.retrieval.search(await service.caller(person), { question, scope: {} })
  const firstFor = async (question: string) => (await search(question)).passages[0]?.document.id

  test.each([
    ['laptop for onbaording', 'onboarding'],
    ['onboardnig', 'onboarding'],
    ['reimbursmnet', 'expenses'],
    ['rembursemnt', 'expenses'],
    ['polciy', 'policy'],
    ['poilcy', 'policy'],
    ['hotles', 'policy'],
    ['yotels', 'policy'],
  ])('%s finds %s', async (question, id) => {
    expect(await firstFor(question)).toBe(id)
  })

  test('the corrected term replaces the typed one and weighs less than it would', async () => {
    const typed = await search('laptop onboarding')
    const misspelt = await search('laptop onbaording')
    expect(typed.terms).toContain('onboard')
    expect(misspelt.terms).toEqual(typed.terms)
    expect(misspelt.weights.get('laptop')).toBe(typed.weights.get('laptop'))
    expect(misspelt.weights.get('onboard')).toBeGreaterThan(0)
    expect(misspelt.weights.get('onboard')).toBeLessThan(typed.weights.get('onboard') as number)
  })

  test('the question is corrected as the passages spell it, and stays as typed where that is not certain', async () => {
    expect((await search('What comes during onbaording?')).question).toBe('What comes during onboarding?')
    expect((await search('Who needs reimbursemnt?')).question).toBe('Who needs reimbursement?')
    expect((await search('A laptop, whatever comes')).question).toBe('A laptop, whatever comes')
  })

  test('a word that occurs is not corrected', async () => {
    const { terms, weights } = await search('boarding')
    expect(terms).toEqual(['board', 'boardǀ'])
    expect([...weights.keys()].sort()).toEqual(['board', 'boardǀ'])
  })

  test.each([
    ['short words', 'bdge lap', 'lap'],
    ['words with digits', 'FY32', 'fy32'],
    ['words that resemble function words', 'wihch laptop', 'wihch'],
  ])('%s are not corrected', async (_, question, term) => {
    const { weights } = await search(question)
    expect(weights.has(term)).toBe(false)
    expect([...weights.keys()]).not.toContain('fy23')
  })

  test.each([
    ['when is the all hands', 'meetings'],
    ['when is the allhands', 'meetings'],
    ['FY23', 'year'],
    ['FY’23', 'year'],
    ['FYʼ23', 'year'],
    ['FY´23', 'year'],
    ['FY`23', 'year'],
    ['pager at 3am', 'pager'],
    ['3am', 'pager'],
    ['18 months', 'lease'],
    ['18months', 'lease'],
    ['an 18-month', 'lease'],
    ['1:1', 'talks'],
    ['1–1', 'talks'],
    ['1-1', 'talks'],
    ['on boarding laptop', 'onboarding'],
    ['on\u2011boarding laptop', 'onboarding'],
    ['on\u00adboarding', 'onboarding'],
  ])('%s finds %s', async (question, id) => {
    expect(await firstFor(question)).toBe(id)
  })

  test.each([
    ["FY'24", ['fy', 'fyǀ', 'fy24']],
    ['18-month', ['18', '18ǀ', 'month', 'monthǀ', '18month']],
    ['18months', ['18', '18ǀ', 'month', 'monthǀ']],
    ['3am', ['3', '3ǀ']],
    ['2FA', ['2fa', '2faǀ']],
  ])('%s is searched as the terms of it that occur', async (question, terms) => {
    expect((await search(question)).terms).toEqual(terms)
  })

  test('a term of hidden passages changes neither hits nor scores', async () => {
    const questions = ['plans for relokation', 'laptop relocation', 'laptop acquisitoin', 'laptp badge']
    const results = async () => {
      const all = []
      for (const question of questions) {
        const { passages, terms, weights } = await search(question)
        all.push({ hits: passages.map(({ document, score }) => [document.id, score]), terms, weights: [...weights] })
      }
      return JSON.stringify(all)
    }
    const before = await results()
    await service.note('acme', {
      ...{ id: 'secret', title: 'Relocation', audience: [`user:${ada.email}`] },
      content: 'Relocation and acquisition are planned. The laptpo badge is a codename, and so is laptp.',
    })
    expect((await search('plans for relokation', ada)).passages[0]?.document.id).toBe('secret')
    expect(await results()).toBe(before)
  })
})

test('a term is known with the passage that has it, and no longer than that', async () => {
  const service = await createTestApp()
  await service.organization('acme')
  const ben = await service.person('acme', 'ben')
  const search = async () =>
    (await service.app.retrieval.search(await service.caller(ben), { question: 'lighthosue', scope: {} })).passages
  await service.note('acme', { id: 'quay', content: 'The ferry leaves from the lighthouse.' })
  await service.app.inMemoryIndexes.load()
  expect(await search()).toHaveLength(1)
  await service.note('acme', { id: 'quay', content: 'The ferry leaves from the station.' })
  expect(await search()).toEqual([])
  await service.note('acme', { id: 'pier', content: 'The lighthouse is open on Sundays.' })
  expect(await search()).toHaveLength(1)
  await service.close()
})

test('the reader reads the corrected question', async () => {
  const questions: string[] = []
  const reader: Reader = {
    ...{ name: 'test', language: 'en', passageBudget: 4 },
    async read(question, passages) {
      questions.push(question)
      return passages.map(({ sentences }) => ({
        ...{ relevance: 1, answers: 1, supports: 1, spanMargin: 1, shortAnswer: undefined },
        sentences: sentences.map(() => ({ evidence: 1, spanShare: 0 })),
      }))
    },
    async close() {},
  }
  const service = await createTestApp({ reader })
  await service.organization('acme')
  const ben = await service.person('acme', 'ben')
  await service.note('acme', { content: 'The ferry leaves from the lighthouse at noon.' })
  await service.call(ben.key, 'POST', '/v1/ask', { question: 'When does the ferry leave from the lighthosue?' })
  expect(questions).toEqual(['When does the ferry leave from the lighthouse?'])
  await service.close()
})
