import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { createStubReader } from '../../../test/support/stub-reader.ts'
import type { RetrievalResult } from '../../search/retrieval.ts'
import { readPassages } from './staged-reading.ts'

const question = 'When does the gate open?'
const answer = 'The gate opens at seven each morning.'
const other = 'The canteen sells soup on Fridays.'

function findingsOf(bodies: readonly string[]): RetrievalResult {
  return {
    question,
    passages: bodies.map((body) => passageFixture({ body })),
    found: bodies.length,
    terms: ['gate', 'open'],
    weights: new Map([
      ['gate', 2],
      ['open', 1],
    ]),
    languageSupport: 1,
  }
}

/** Twelve passages, of which the one at this rank answers. */
const answeredAt = (rank: number) => findingsOf(Array.from({ length: 12 }, (_, i) => (i === rank ? answer : other)))

test('four passages are read if one of them surely answers', async () => {
  const reader = createStubReader(/seven/)
  const read = await readPassages(reader, question, answeredAt(3))
  expect(reader.calls.map(({ passages }) => passages.length)).toEqual([4])
  expect(read.map(({ sentences }) => sentences[0])).toEqual([other, other, other, answer])
})

test('four more are read as long as none surely answers, and each one once', async () => {
  const reader = createStubReader(/seven/)
  const findings = answeredAt(6)
  const read = await readPassages(reader, question, findings)
  expect(reader.calls.map(({ passages }) => passages.length)).toEqual([4, 4])
  expect(read.map(({ passage }) => passage)).toEqual(findings.passages.slice(0, 8))
  expect(read[6]?.reading.answers).toBeGreaterThan(0)
  const last = createStubReader(/seven/)
  expect(await readPassages(last, question, answeredAt(11))).toHaveLength(12)
  expect(last.calls.map(({ passages }) => passages.length)).toEqual([4, 4, 4])
})

test('scores of all stages are comparable: they are those of one reading of all passages', async () => {
  const findings = answeredAt(6)
  const staged = await readPassages(createStubReader(/seven/), question, findings)
  const best = staged.flatMap(({ scores }) => scores).reduce((a, b) => (a.score >= b.score ? a : b))
  expect(staged[6]?.scores).toContain(best)
})

test('no more passages are read than the reader has time for, or this share of them', async () => {
  const busy = createStubReader(/nothing/, { passageBudget: 6 })
  expect(await readPassages(busy, question, answeredAt(7))).toHaveLength(6)
  const shared = createStubReader(/nothing/, { passageBudget: 6 })
  expect(await readPassages(shared, question, answeredAt(7), { share: 0.5 })).toHaveLength(3)
  expect(shared.calls).toHaveLength(1)
})

test('without passages nothing is read', async () => {
  const reader = createStubReader(/seven/)
  expect(await readPassages(reader, question, findingsOf([]))).toEqual([])
  expect(reader.calls).toEqual([])
})

test('what is read with a translation of the question is marked, and judged so at every stage', async () => {
  const read = await readPassages(createStubReader(/seven/), question, answeredAt(3), { isOfTranslation: true })
  expect(read.map(({ isOfTranslation }) => isOfTranslation)).toEqual([true, true, true, true])
  const [typed] = await readPassages(createStubReader(/seven/), question, answeredAt(3))
  expect(typed).not.toHaveProperty('isOfTranslation')
})

test('the signal reaches every stage', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const stub = createStubReader(/nothing/)
  const { signal } = new AbortController()
  await readPassages(
    {
      ...stub,
      read: (asked, passages, given) => {
        signals.push(given)
        return stub.read(asked, passages)
      },
    },
    question,
    answeredAt(7),
    { signal },
  )
  expect(signals).toEqual([signal, signal, signal])
})

test('the reader gets the space and the nearest titles of a deep path', async () => {
  const reader = createStubReader(/seven/)
  const passage = passageFixture({ body: answer, title: 'Hours' })
  passage.document.path = ['Handbook', 'Sites', 'Groningen', 'Building 2']
  await readPassages(reader, question, { ...findingsOf([]), passages: [passage] })
  expect(reader.calls[0]?.passages[0]?.context).toBe('Handbook > Groningen > Building 2 > Hours')
})
