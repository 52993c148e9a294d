import { describe, expect, test } from 'vitest'
import { diffSentences } from './sentence-diff.ts'

const diff = (before: string, after: string, headings: string[] = []) =>
  diffSentences({ before, after, headings: new Set(headings) }, 'en')

describe('diffSentences', () => {
  test('returns changed sentences with their previous wording', () => {
    expect(
      diff(
        'Everyone is welcome. Employees get 25 days of leave a year.',
        'Everyone is welcome. Employees get 27 days of leave a year.',
      ),
    ).toEqual([
      {
        kind: 'changed',
        said: 'Employees get 27 days of leave a year.',
        before: 'Employees get 25 days of leave a year.',
        hasNewFigures: true,
      },
    ])
  })

  test('returns changed numbers first, then changed words, then added and dropped sentences', () => {
    const before = [
      'The office is on the second floor of the old mill.',
      'Coffee is free for all of us.',
      'Lunch is served at noon in the big hall.',
      'The garden is closed.',
    ].join('\n')
    const after = [
      'The office is on the top floor of the old mill.',
      'Lunch is served at noon in the big hall.',
      'Coffee costs 2 euros, and it is free for all of us on Fridays.',
      'Bring your own cup.',
      'Coffee is free for 10 of us.',
    ].join('\n')
    expect(diff(before, after).map(({ kind, ...rest }) => [kind, Object.values(rest)[0]])).toEqual([
      ['changed', 'Coffee is free for 10 of us.'],
      ['changed', 'The office is on the top floor of the old mill.'],
      ['added', 'Coffee costs 2 euros, and it is free for all of us on Fridays.'],
      ['added', 'Bring your own cup.'],
      ['dropped', 'The garden is closed.'],
    ])
  })

  test('ignores spaces, case, punctuation and order', () => {
    expect(diff('One thing is so. Another is not!', 'another is  not\none thing is so')).toEqual([])
  })

  test('notices a changed sign of a number', () => {
    expect(diff('The limit is 5 degrees.', 'The limit is -5 degrees.')).toHaveLength(1)
    expect(diff('It costs 20 euros now.', 'It costs 20 % now.')).toHaveLength(1)
  })

  test('ignores headings, added or dropped', () => {
    expect(diff('Old heading\nThe text stays.', 'New heading\nThe text stays.', ['New heading'])).toEqual([])
  })

  test('does not pair a rewritten text with the old one, and takes linear time', () => {
    const lines = (word: string) =>
      Array.from({ length: 4000 }, (_, index) => `The ${word} number ${index} is here.`).join('\n')
    expect(diff(lines('cat'), lines('dog')).filter(({ kind }) => kind === 'changed')).toEqual([])
  })
})
