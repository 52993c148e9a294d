import { expect, test } from 'vitest'
import { formatFaults, formatFigures } from './format-report.ts'
import { type MeasuredAnswer, percentile, sampleEvenly, summarize } from './measure-answers.ts'
import type { PeopleQuestion } from './people-questions.ts'

function measured(
  kind: PeopleQuestion['kind'],
  { isAnsweredElsewhere = false, ...fields }: Partial<MeasuredAnswer> & { isAnsweredElsewhere?: boolean } = {},
): MeasuredAnswer {
  return {
    question: {
      book: 'clef',
      kind,
      question: 'Why?',
      evidence: kind === 'none' ? undefined : 'Because.',
      shortAnswer: undefined,
      sectionId: 'p0001',
      isAnsweredElsewhere,
    },
    answer: 'Because. [1]',
    isFound: false,
    isWhole: false,
    isFirst: false,
    isRefused: false,
    words: 10,
    ms: 100,
    faults: [],
    ...fields,
  }
}

const answers = [
  measured('why', { isFound: true, isWhole: true, isFirst: true, words: 20, ms: 300 }),
  measured('why', { isFound: true, ms: 100 }),
  measured('why', { isRefused: true, words: 0, ms: 200 }),
  measured('fact', { faults: [{ fault: 'duplicate', text: 'x' }] }),
  measured('none', { isRefused: true, words: 0 }),
  measured('none', { words: 30, isAnsweredElsewhere: true }),
]

test('shares are of the questions with an answer, refusals of those without one', () => {
  const [fact, why, none, all] = summarize(answers)
  expect(fact).toMatchObject({ kind: 'fact', questions: 1, found: 0, refused: undefined })
  expect(why).toMatchObject({ found: 2 / 3, whole: 1 / 3, first: 1 / 3, wronglyRefused: 1 / 3, words: 15, p50Ms: 200 })
  expect(none).toMatchObject({ kind: 'none', found: undefined, wronglyRefused: undefined, refused: 0.5, words: 30 })
  expect(none).toMatchObject({ refusedUnanswered: 1 })
  expect(all).toMatchObject({ kind: 'all', questions: 6, found: 0.5, wronglyRefused: 0.25, refused: 0.5 })
})

test('the table has a row for each kind that occurs and one for all', () => {
  const lines = formatFigures('handbooks', answers).split('\n')
  expect(lines.map((line) => line.split(' | ')[0])).toEqual([
    '| handbooks',
    expect.stringContaining('---'),
    '| fact',
    '| why',
    '| none',
    '| **all**',
  ])
  expect(lines.at(-1)).toBe('| **all** | 6 | 50.0 % | 25.0 % | 25.0 % | 25.0 % | 50.0 % | 100.0 % | 18 | 100 | 300 |')
})

test('faults are counted over the answers that are no refusals', () => {
  expect(formatFaults(answers)).toMatch(/^Clean text, 4 answers: bare question 0,.* duplicate 1,/)
})

test('a percentile is one of the values', () => {
  expect(percentile([1, 2, 3, 4], 0.5)).toBe(2)
  expect(percentile([1, 2, 3, 4], 0.95)).toBe(4)
  expect(percentile([], 0.5)).toBe(0)
})

test('a sample is spread evenly', () => {
  expect(sampleEvenly([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 2, 5, 7])
  expect(sampleEvenly([1, 2], 4)).toEqual([1, 2])
})
