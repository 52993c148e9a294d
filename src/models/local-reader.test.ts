import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLocalReader } from './local-reader.ts'
import { otherLanguagesFile, readerFile, verifierFile } from './model-files.ts'
import type { Reader } from './reader.ts'

let reader: Reader
beforeAll(async () => {
  reader = createLocalReader({ threads: 1, log: { info: () => {}, warn: () => {}, error: () => {} } })
})
afterAll(() => reader.close())

const question = 'How many vacation days do I get in Kobe?'
const vacation = {
  context: 'Handbook > Vacation',
  sentences: [
    'Vacation days depend on the site.',
    'In Kobe you get 20 days of vacation a year.',
    'Ask your lead first.',
  ],
}
const printer = { context: 'Handbook > Office', sentences: ['The printer stands on the second floor.'] }

test('the passage, the sentence and the words that answer stand out', async () => {
  const [answering, other] = await reader.read(question, [vacation, printer])
  expect(answering!.relevance).toBeGreaterThan(other!.relevance)
  expect(answering!.answers).toBeGreaterThan(other!.answers)
  expect(answering!.sentences).toHaveLength(3)
  expect(other!.sentences).toHaveLength(1)
  const evidence = answering!.sentences.map((sentence) => sentence.evidence!)
  expect(Math.max(...evidence)).toBe(evidence[1])
  const { sentence, start, end } = answering!.shortAnswer!
  expect(vacation.sentences[sentence]!.slice(start, end)).toContain('20')
})

test('a passage is read alike alone and among others', async () => {
  const [alone] = await reader.read(question, [vacation])
  const [, among] = await reader.read(question, [printer, vacation, printer])
  expect(among).toEqual(alone)
})

test('a sentence beyond the input limit has no evidence, and nothing fails without text', async () => {
  const long = { context: '', sentences: [`${'stone river '.repeat(150)}.`, 'In Kobe you get 20 days.'] }
  const [reading, empty] = await reader.read(question, [long, { context: '', sentences: [] }])
  expect(reading!.sentences.map(({ evidence }) => typeof evidence)).toEqual(['number', 'undefined'])
  expect(empty).toMatchObject({ sentences: [], shortAnswer: undefined })
})

test.each([
  ['Wie lange vorher muss ich Urlaub beantragen?', 'Urlaub beantragst du mindestens zwei Wochen vorher.'],
  ['Combien de jours de congés ai-je par an ?', 'Chaque salarié a droit à 27 jours de congés par an.'],
  ['¿Hasta cuándo puedo presentar los gastos?', 'Los gastos se presentan antes del día 5 del mes siguiente.'],
  ['Wie viele Urlaubstage bekomme ich in Kobe?', 'In Kobe you get 20 days of vacation a year.'],
])('in other languages, the sentence that answers stands out: %s', async (asked, answer) => {
  const other = ['Der Drucker steht im zweiten Stock.', 'La cantine ouvre à midi.', 'El aparcamiento está cerrado.']
  const [answering, none] = await reader.otherLanguages!.read(asked, [
    { context: '', sentences: [...other, answer] },
    { context: '', sentences: other },
  ])
  expect(answering!.answers).toBeGreaterThan(none!.answers)
  const evidence = answering!.sentences.map((sentence) => sentence.evidence!)
  expect(Math.max(...evidence)).toBe(evidence[3])
})

test('while questions in other languages wait, each reads fewer passages', async () => {
  const other = reader.otherLanguages!
  await other.read('Wann?', [vacation])
  const idle = other.passageBudget
  const pending = Array.from({ length: 3 }, () => other.read('Wann?', [vacation]))
  // The queue has them once the promise of the loaded model has resolved.
  await Promise.resolve()
  await Promise.resolve()
  expect(other.passageBudget).toBeLessThan(idle)
  await Promise.all(pending)
  expect(other.passageBudget).toBe(idle)
})

test('a damaged model for other languages fails one question, is not tried again, and the log says so', async () => {
  const warn = vi.fn()
  const log = { info: () => {}, warn, error: () => {} }
  const otherLanguagesModel = { ...otherLanguagesFile, crc32: 'ffffffff' }
  const withoutOthers = createLocalReader({ threads: 1, otherLanguagesModel, log })
  try {
    await expect(withoutOthers.otherLanguages!.read('Wann?', [vacation])).rejects.toThrow('is missing or damaged')
    expect(withoutOthers.otherLanguages).toBeUndefined()
    expect(await withoutOthers.read(question, [vacation])).toHaveLength(1)
    expect(warn.mock.calls).toEqual([
      [expect.anything(), 'the reader for other languages cannot be used; their answers are chosen by words'],
    ])
  } finally {
    await withoutOthers.close()
  }
})

test('a missing or damaged model fails every question at once, and the log names its file once', async () => {
  const warn = vi.fn()
  const readerModel = { ...readerFile, crc32: 'ffffffff' }
  const withoutModel = createLocalReader({ readerModel, log: { info: () => {}, warn, error: () => {} } })
  try {
    for (const _ of [1, 2])
      await expect(withoutModel.read(question, [vacation])).rejects.toMatchObject({ code: 'unavailable' })
    expect(warn.mock.calls).toEqual([
      [expect.anything(), expect.stringMatching(/reader\.onnx .*MODEL_DIR.* words and/)],
    ])
  } finally {
    await withoutModel.close()
  }
})

test('the verifier tells what a passage says from what it does not', async () => {
  const scores: number[] = []
  for (const days of [20, 30])
    scores.push((await reader.verify!(`Staff in Kobe have ${days} days of vacation.`, vacation))!)
  expect(scores[0]).toBeGreaterThan(scores[1]!)
  expect(scores[0]).toBeGreaterThan((await reader.verify!('The canteen opens at noon.', vacation))!)
})

test('without the verifier, or with a damaged one, statements are left to the reader, and the log says so once', async () => {
  const warn = vi.fn()
  const log = { info: () => {}, warn, error: () => {} }
  for (const verifierModel of [
    { ...verifierFile, name: 'missing.onnx' },
    { ...verifierFile, crc32: 'ffffffff' },
  ]) {
    const withoutVerifier = createLocalReader({ threads: 1, verifierModel, log })
    try {
      expect(await withoutVerifier.verify!('Staff in Kobe have 20 days of vacation.', vacation)).toBeUndefined()
      expect(await withoutVerifier.verify!('The canteen opens at noon.', vacation)).toBeUndefined()
      expect(await withoutVerifier.read(question, [vacation])).toHaveLength(1)
    } finally {
      await withoutVerifier.close()
    }
    const message = 'the verifier cannot be used; the reader verifies written answers'
    const err = expect.objectContaining({
      code: 'unavailable',
      message: expect.stringMatching(`^${verifierModel.name} .*MODEL_DIR`),
    })
    expect(warn.mock.calls).toEqual([[{ err }, message]])
    warn.mockClear()
  }
})
