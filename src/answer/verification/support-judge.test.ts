import { describe, expect, test } from 'vitest'
import type { Reader, Reading } from '../../models/reader.ts'
import { createSupportJudge } from './support-judge.ts'

const reading = (supports: number): Reading => ({
  relevance: 0,
  answers: 0,
  supports,
  spanMargin: 0,
  sentences: [],
  shortAnswer: undefined,
})

/** Supports every statement, so that the exact checks alone decide. */
const agreeingReader = {
  name: 'agreeing',
  language: 'en',
  passageBudget: 8,
  read: async (_question, passages) => passages.map(() => reading(5)),
  close: async () => {},
} satisfies Reader

function judge(reader: Reader | undefined, { question = '', language = 'en' } = {}) {
  const failures: unknown[] = []
  const findSupport = createSupportJudge({
    reader,
    question,
    language,
    signal: new AbortController().signal,
    onReaderFailure: (error) => failures.push(error),
  })
  return { findSupport, failures }
}

const passage = (body: string, title = 'Leave') => ({ heading: '', body, document: { title } })
const leave = passage(
  'Staff get 25 days of holiday a year.\nCarry over at most 5 days until 31 March.\nAsk HR at leave@acme.test or in #people-ops.',
)
const isKept = async (statement: string, cited = leave, options?: { question?: string; language?: string }) =>
  (await judge(agreeingReader, options).findSupport(statement, [cited])).length > 0

describe('exact checks', () => {
  test('each part of a hyphenated name must occur, unless it is a word', async () => {
    const names = passage('End the file name with the date as YYYY-MM-DD. The Kobe office checks it.')
    expect(await isKept('End the file name with the date as YYYY-MM-DD.', names)).toBe(true)
    expect(await isKept('The file name is checked by the Kobe-based office.', names)).toBe(true)
    expect(await isKept('End the file name with the date as YYYY-QQ.', names)).toBe(false)
  })

  test.each([
    'You get 25 days of holiday a year.',
    '5. Ask HR at leave@acme.test.',
    'Because holiday is for rest, staff get 25 days of holiday a year.',
    'They get **25 days** of holiday a year.',
    'Once a year staff get 25 days of holiday.',
    'You can carry over up to five days until 31 March.',
  ])('keeps %s', async (statement) => expect(await isKept(statement)).toBe(true))

  test.each([
    'You get 28 days of holiday a year.',
    'Staff get 5 days of holiday a year.',
    'You can carry over up to seven days until 31 March.',
    'Ask HR at leaves@acme.test for holiday.',
    'Ask Zephyrine in HR for 25 days of holiday a year.',
    'Ask HR at https://evil.test/form for holiday of 25 days a year.',
  ])('drops %s', async (statement) => expect(await isKept(statement)).toBe(false))

  test('a figure or name of the question needs no evidence', async () => {
    const statement = 'For a trip of 14 days to Kobe, staff use their 25 days of holiday a year.'
    expect(await isKept(statement)).toBe(false)
    expect(await isKept(statement, leave, { question: 'How do I book 14 days in Kobe?' })).toBe(true)
  })

  test.each([
    ['PRs need a review by two people.', 'Each PR needs a review by two people.'],
    ['Ask HR for a form.', 'Ask Human Resources for a form.'],
    ['Devices are managed by MDM.', 'Devices are managed by mobile device management.'],
    ['The form is due on 31 March 2026.', 'The form is due: 2026-03-31.'],
    ['Ask on Tuesday.', 'Ask on Tues. or by phone.'],
    ['The limit is 10 million requests.', 'The limit is 10,000,000 requests.'],
    ['The limit is $25,000 a year.', 'The limit is $25k a year.'],
    ['The limit is €30,000 a year.', 'The limit is 30,000 euros a year.'],
    ['It covers 50% of the fare.', 'It covers 50 per cent of the fare.'],
    ['It covers 50% of the fare.', 'It covers fifty percent of the fare.'],
    ['The shop opens at 2 pm.', 'The shop opens at 14:00.'],
    ['The shop opens at 10:00.', 'The shop opens at 10 a.m.'],
    ['The form is due on 3 May 2025.', 'The form is due on 03.05.2025.'],
    ['The form is due on 2025-05-03.', 'The form is due on May 3rd, 2025.'],
    ['The limit is 1,500 EUR.', 'The limit is EUR 1.500,00.'],
    ['The limit is $2.50.', 'The limit is 2.5 dollars.'],
    ['One question is about delegation.', 'Is delegation a question for your team?'],
  ])('keeps %s, where the passage says: %s', async (statement, body) =>
    expect(await isKept(statement, passage(body, 'Play 7 question list'))).toBe(true),
  )

  test.each([
    ['Ask HR for a form.', 'Ask the team for a form, hiring rules apply.'],
    ['Ask in April for a form.', 'The form is due: 2026-03-31.'],
    ['The limit is 10 million requests.', 'The limit is 1,000,000 requests.'],
    ['The limit is €30,000 a year.', 'The limit is 30,000 dollars a year.'],
    ['The shop opens at 10 pm.', 'The shop opens at 10 am.'],
    ['The shop opens at 3 pm.', 'The shop opens at 14:00.'],
    ['The form is due on 2025-03-05.', 'The form is due on 2025-05-03.'],
    ['The form is due on 3 May 2025.', 'The form is due on 05.03.2025.'],
    ['It covers 50% of the fare.', 'It covers sixty percent of the fare.'],
    ['You wait 14 days.', 'You wait 2 weeks.'],
    ['The limit is 1,500 EUR.', 'The limit is EUR 15,00.'],
  ])('drops %s, where the passage says: %s', async (statement, body) =>
    expect(await isKept(statement, passage(body))).toBe(false),
  )

  test('the name of the source, which the prompt tells, needs no evidence in the passage', async () => {
    const rule = passage('We give everybody 25 days of holiday a year.')
    const named = { ...rule, document: { ...rule.document, sourceName: 'Larkwain handbook' } }
    expect(await isKept('At Larkwain everybody has 25 days of holiday.', rule)).toBe(false)
    expect(await isKept('At Larkwain everybody has 25 days of holiday.', named)).toBe(true)
  })

  test('values that have changed places are dropped', async () => {
    const book = passage('Staff get 25 days of holiday.\nInterns get 12 days of holiday.')
    expect(await isKept('Staff get 25 days of holiday, interns 12.', book)).toBe(true)
    expect(await isKept('Staff get 12 days of holiday, interns 25.', book)).toBe(false)
  })

  test('straight and curly apostrophes are equal', async () => {
    const book = passage('The director of O’Brien’s office approves travel.')
    expect(await isKept("The director of O'Brien's office approves travel.", book)).toBe(true)
  })
})

describe('the reader', () => {
  test('drops what it finds unsupported', async () => {
    const doubting: Reader = { ...agreeingReader, read: async (_, passages) => passages.map(() => reading(-4)) }
    expect(await judge(doubting).findSupport('Staff get 25 days of holiday a year.', [leave])).toEqual([])
  })

  test('leaves the judgment to the verifier, if there is one', async () => {
    const verified: string[] = []
    const withVerifier: Reader = {
      ...agreeingReader,
      verify: async (statement) => {
        verified.push(statement)
        return statement.includes('interns') ? -4 : 2
      },
    }
    const { findSupport } = judge(withVerifier)
    expect(await findSupport('Staff get 25 days of holiday a year.', [leave])).toEqual([leave])
    expect(await findSupport('Staff and interns get 25 days of holiday a year.', [leave])).toEqual([])
    expect(verified).toHaveLength(2)
  })

  test('a statement that the verifier likes better with another value of the evidence is dropped', async () => {
    const preferring: Reader = { ...agreeingReader, verify: async (statement) => (statement.includes('25') ? -1 : -2) }
    const mixed = passage('Staff get 25 days of holiday, of which 5 days can be carried over.')
    expect(await judge(preferring).findSupport('Staff get 5 days of holiday.', [mixed])).toEqual([])
    expect(await judge(preferring).findSupport('Staff get 25 days of holiday.', [mixed])).toEqual([mixed])
  })

  test('judges a statement by the passage that shares the most with it, not by any that is cited', async () => {
    const seen: string[] = []
    const noting: Reader = {
      ...agreeingReader,
      verify: async (_, { sentences }) => {
        seen.push(sentences.join(' '))
        return 2
      },
    }
    const fees = passage('Picking the parcel up costs €95.\nA return is free.', 'Fees')
    const orders = passage(
      'A new colour costs €180 until the parcel is packed.\nPicking a colour takes a day.',
      'Orders',
    )
    expect(await judge(noting).findSupport('Picking it up costs €95.', [orders, fees])).toEqual([fees])
    expect(seen).toEqual([expect.stringContaining('€95')])
  })

  test('judges itself where the verifier cannot be used', async () => {
    const doubting: Reader = {
      ...agreeingReader,
      read: async (_, passages) => passages.map(() => reading(-4)),
      verify: async () => undefined,
    }
    expect(await judge(doubting).findSupport('Staff get 25 days of holiday a year.', [leave])).toEqual([])
  })

  test('is asked for each figure: another one in its place is a contradiction', async () => {
    const asked: string[] = []
    const answering: Reader = {
      ...agreeingReader,
      read: async (question, passages) => {
        asked.push(question)
        const start = passages[0]!.sentences[0]!.indexOf('25 days')
        return passages.map(() => ({ ...reading(5), shortAnswer: { sentence: 0, start, end: start + 7 } }))
      },
    }
    const { findSupport } = judge(answering)
    const mixed = passage('Staff get 25 days of holiday, of which 5 days can be carried over.')
    expect(await findSupport('Staff get 5 days of holiday.', [mixed])).toEqual([])
    expect(asked).toContain('Staff get how many of holiday?')
    expect(await findSupport('Staff get 25 days of holiday.', [mixed])).toEqual([mixed])
  })

  test('that fails is replaced by shared words for the rest of the answer, and reported once', async () => {
    const failing: Reader = { ...agreeingReader, read: () => Promise.reject(new Error('gone')) }
    const { findSupport, failures } = judge(failing)
    expect(await findSupport('Staff get 25 days of holiday a year.', [leave])).toEqual([leave])
    expect(await findSupport('The canteen serves soup of the holiday.', [leave])).toEqual([])
    expect(failures).toHaveLength(1)
  })

  test('does not judge a language that it was not trained on', async () => {
    const doubting: Reader = { ...agreeingReader, read: async (_, passages) => passages.map(() => reading(-4)) }
    const urlaub = passage('Alle Beschäftigten haben 25 Tage Urlaub im Jahr.', 'Urlaub')
    const { findSupport } = judge(doubting, { language: 'de' })
    expect(await findSupport('Alle Beschäftigten haben 25 Tage Urlaub.', [urlaub])).toEqual([urlaub])
  })
})

test('a sentence that combines two passages is supported by both together', async () => {
  const other = passage('Interns get 12 days of holiday.', 'Interns')
  const statement = 'Staff get 25 days of holiday and interns get 12 days.'
  expect(await judge(agreeingReader).findSupport(statement, [leave])).toEqual([])
  expect(new Set(await judge(agreeingReader).findSupport(statement, [leave, other]))).toEqual(new Set([leave, other]))
})

test('a true sentence does not carry a false one along', async () => {
  const { findSupport } = judge(undefined)
  expect(
    await findSupport('Staff get 25 days of holiday a year. Carry over at most 5 days until 31 March.', [leave]),
  ).toEqual([leave])
  expect(await findSupport('Staff get 25 days of holiday a year. Penguins repaired the submarine.', [leave])).toEqual(
    [],
  )
})

test('without the reader, a negation of the same words is a contradiction', async () => {
  const { findSupport } = judge(undefined)
  expect(await findSupport('It is not true that staff get 25 days of holiday a year.', [leave])).toEqual([])
})
