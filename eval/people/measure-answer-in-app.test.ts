import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/support/test-app.ts'
import { measureAnswer } from './measure-answers.ts'

let service: TestApp
let store: Parameters<typeof measureAnswer>[0]
beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  for (const book of ['north', 'south']) await service.note('acme', { id: book, title: book, content: '' })
  await service.note('acme', { parent: 'north', title: 'Parking', content: 'The north garage opens at seven.' })
  await service.note('acme', { parent: 'south', title: 'Parking', content: 'The south garage opens at nine.' })
  store = { app: service.app, caller: await service.caller(await service.person('acme', 'ada')) }
})
afterAll(() => service.close())

test('a question is asked within its book only', async () => {
  const question = {
    book: 'south',
    kind: 'when' as const,
    question: 'When does the garage open?',
    evidence: 'The south garage opens at nine.',
    shortAnswer: 'at nine',
    sectionId: 'p0001',
    isAnsweredElsewhere: false,
  }
  expect(await measureAnswer(store, question)).toMatchObject({ isFound: true, isFirst: true, words: 6, faults: [] })
  const elsewhere = await measureAnswer(store, { ...question, book: 'north' })
  expect(elsewhere).toMatchObject({ isFound: false })
  expect(elsewhere.answer).not.toContain('nine')
})

test('a refusal has no words, no evidence and no faults', async () => {
  const question = {
    book: 'north',
    kind: 'none' as const,
    question: 'Who founded the zoo?',
    evidence: undefined,
    shortAnswer: undefined,
    sectionId: 'p0001',
    isAnsweredElsewhere: false,
  }
  expect(await measureAnswer(store, question)).toMatchObject({ isRefused: true, isFound: false, words: 0, faults: [] })
})
