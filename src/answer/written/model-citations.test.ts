import { expect, test } from 'vitest'
import { moveCitationsBeforePunctuation, readCitations } from './model-citations.ts'

test('numbers after the stop move before it', () => {
  expect(moveCitationsBeforePunctuation('One. [1] Two!" [2][3] Three... [4]')).toBe(
    'One [1]. Two [2][3]!" Three [4]...',
  )
  expect(moveCitationsBeforePunctuation('Code `a. [1]` stays.')).toBe('Code `a. [1]` stays.')
})

test.each([
  ['It is 20 days [Source 2].', [2]],
  ['It is 20 days [Passage 1, Passage 2].', [1, 2]],
  ['It is 20 days [doc 1].', [1]],
  ['It is 20 days [Quelle 1].', [1]],
  ['It is 20 days ［1］.', [1]],
  ['It is 20 days [1 & 2].', [1, 2]],
  ['It is 20 days [1 and 3].', [1, 3]],
  ['It is 20 days [1]–[3].', [1, 2, 3]],
  ['It is 20 days [1], [2], and [3].', [1, 2, 3]],
  ['It is 20 days ([1]).', [1]],
  ['It is 20 days ([1], [2]).', [1, 2]],
  ['It is 20 days (see [1]).', [1]],
  ['It is 20 days (Source 1).', [1]],
  ['It is 20 days (passages 1 and 2).', [1, 2]],
  ['It is 20 days [[1]].', [1]],
  ['It is 20 days [[1]](#source-1).', [1]],
  ['It is 20 days [1](https://docs.example/a).', [1]],
  ['It is 20 days \\[1\\].', [1]],
  ['It is 20 days **[1]**.', [1]],
  ['It is 20 days<sup>[1]</sup>.', [1]],
  ['It is 20 days【1†source】【2:0†source】.', [1, 2]],
  ['It is 20 days¹.', [1]],
  ['It is 20 days ¹ ².', [1, 2]],
  ['It is 20 days³˒⁴.', [3, 4]],
  ['It is 20 days<sup>1</sup>.', [1]],
  ['It is 20 days<sup>1, 3</sup>.', [1, 3]],
  ['It is 20 days<sup>1</sup><sup>2</sup>.', [1, 2]],
  ['According to [1] and [2], it is 20 days.', [1, 2]],
  ['Based on the provided passages, it is 20 days [1].', [1]],
  ['According to [1], it is 20 days.', [1]],
  ['According to passage 1, it is 20 days.', [1]],
  ['As [1] says, it is 20 days.', [1]],
  ['Passages 1 and 2 state that it is 20 days.', [1, 2]],
  ['[2] says that it is 20 days.', [2]],
  ['It is 20 days, as stated in [1].', [1]],
])('a citation leaves nothing behind: %s', (written, numbers) => {
  const { text, numbers: found } = readCitations(written)
  expect(text.replace(/\s+(?=\.$)/, '')).toBe('It is 20 days.')
  expect(found).toEqual(numbers)
})

test.each([
  'It is open from 10:30 (2 hours).',
  'Gate 3 (goods) or 4 (tankers).',
  'It began in [2024].',
  'Use 10<sup>6</sup>.',
  'A room of 20 m², at most 10⁶ of them.',
  'According to the calendar, it is Monday.',
])('is no citation: %s', (text) => expect(readCitations(text)).toEqual({ text, numbers: [] }))

test('a number that begins a sentence stays with it if it is its subject', () => {
  expect(moveCitationsBeforePunctuation('One [1]. [2] says that it is two.')).toBe('One [1]. [2] says that it is two.')
})

test('raised numbers after the stop move before it', () => {
  expect(moveCitationsBeforePunctuation('One.¹ Two.<sup>2</sup> Three. ³')).toBe('One¹. Two<sup>2</sup>. Three ³.')
})

test('what stands for a citation while a text is read has no meaning in it', () => {
  expect(readCitations('It is \uE0000\uE001 free [1].')).toEqual({ text: 'It is 0 free .', numbers: [1] })
})

test('a long row of citations that a report follows takes linear time', () => {
  expect(readCitations(moveCitationsBeforePunctuation(`One. ${'[1]'.repeat(5000)} says so.`)).numbers).toEqual([1])
  expect(readCitations(moveCitationsBeforePunctuation(`One. ${'[1] '.repeat(5000)}says so.`)).numbers).toEqual([1])
})

test('a long row of stops takes linear time', () => {
  const stops = '.'.repeat(100_000)
  expect(moveCitationsBeforePunctuation(stops)).toBe(stops)
  expect(moveCitationsBeforePunctuation(`${stops} [1]`)).toBe(` [1]${stops}`)
})

test('long rows of numbers, brackets and spaces take linear time', () => {
  for (const piece of [
    '[1] ',
    '[1],',
    '([',
    '(see ',
    ' ',
    '[1',
    'passage 1 and ',
    '[1, ',
    '<sup>',
    '(passage 1,',
    '【',
    'see ',
  ])
    expect(readCitations(moveCitationsBeforePunctuation(piece.repeat(8000))).numbers.length).toBeLessThan(2)
})
