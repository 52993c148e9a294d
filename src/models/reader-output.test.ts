import { expect, test } from 'vitest'
import { interpretScores } from './reader-output.ts'

/** "One two. Three four": two sentences of two words each; the third sentence did not fit. */
const input = {
  ids: [101, 9, 102, 1, 2, 3, 4, 102],
  passageStart: 3,
  bodyStart: 3,
  pieces: [
    { id: 1, start: 0, end: 3, sentence: 0 },
    { id: 2, start: 4, end: 7, sentence: 0 },
    { id: 3, start: 0, end: 5, sentence: 1 },
    { id: 4, start: 6, end: 10, sentence: 1 },
  ],
}

function interpret({ start = [0, 0, 0, 0], end = [0, 0, 0, 0], evidence = [0, 0, 0, 0], none = -1 } = {}) {
  // Scores at the question, and after the passage, are never looked at.
  const scores = (values: number[], atClassToken: number) => Float32Array.of(atClassToken, 99, 99, ...values, 99)
  const perToken = { start: scores(start, none), end: scores(end, none), evidence: scores(evidence, 0) }
  return interpretScores({ relevance: 1, answers: 2, supports: 3, ...perToken }, input, 3)
}

test('evidence is the mean over a sentence; a sentence that did not fit has none', () => {
  const reading = interpret({ evidence: [2, 4, -1, -3] })
  expect(reading).toMatchObject({ relevance: 1, answers: 2, supports: 3 })
  expect(reading.sentences.map(({ evidence }) => evidence)).toEqual([3, -2, undefined])
})

test('the short answer is the best span, as offsets in its sentence', () => {
  const reading = interpret({ start: [0, 0, 5, 0], end: [0, 0, 0, 5] })
  expect(reading.shortAnswer).toEqual({ sentence: 1, start: 0, end: 10 })
  expect(reading.spanMargin).toBe(12)
  const shares = reading.sentences.map(({ spanShare }) => spanShare)
  expect(shares[1]).toBeGreaterThan(0.9)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
})

test('a span never ends before it starts, and never runs into the next sentence', () => {
  expect(interpret({ start: [0, 0, 0, 9], end: [9, 0, 0, 0] }).shortAnswer).toEqual({ sentence: 0, start: 0, end: 3 })
  expect(interpret({ start: [0, 9, 0, 0], end: [0, 0, 9, 0] }).shortAnswer).toEqual({ sentence: 0, start: 4, end: 7 })
})

test('the margin is negative where no short answer is likelier', () => {
  expect(interpret({ none: 5 }).spanMargin).toBe(-10)
})

test('a passage without text has no short answer', () => {
  const empty = { ...input, pieces: [] }
  const scores = { start: new Float32Array(8), end: new Float32Array(8), evidence: new Float32Array(8) }
  const reading = interpretScores({ relevance: 0, answers: 0, supports: 0, ...scores }, empty, 0)
  expect(reading).toMatchObject({ shortAnswer: undefined, spanMargin: Number.NEGATIVE_INFINITY, sentences: [] })
})
