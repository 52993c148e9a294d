import { expect, test } from 'vitest'
import { readPassageFixture } from '../../test/support/read-passage.ts'
import { askRequest } from '../contract/ask.ts'
import { findRelated, presentRelatedNote } from './related-notes.ts'

const question = 'May I bring my dog?'
const request = askRequest.parse({ question, include: ['related'] })

function findAround(relevance: number) {
  const read = readPassageFixture([
    ['Visitors sign in at the counter by the main door, and wear a badge until they leave the building again.', -9],
    ['Animals that help people are welcome.', -2],
    [
      'Others stay outside, where there is a shed with water for them, and nobody leaves them there all day or over night without asking at the counter first.',
      -6,
    ],
  ])
  const passage = { ...read.passage, similarity: 0.1 }
  const near = { ...read, passage, reading: { ...read.reading, relevance } }
  const findings = { question, passages: [passage], found: 1, terms: ['dog'], weights: new Map(), languageSupport: 1 }
  return findRelated(request, { answer: 'Not found.', sources: [] }, { ...findings, read: [near] })
}

test('a note that shares no word with the question is near if the reader thinks it relevant', () => {
  expect(findAround(-4)).toEqual([])
  expect(findAround(-1)).toHaveLength(1)
})

test('the excerpt begins with the sentence that the reader scores highest, and goes on to some thirty words', () => {
  const [nearest] = findAround(1)!
  expect(presentRelatedNote(nearest!).explanation).toMatch(
    /^Animals that help people are welcome\.\s+Others stay .* first\.$/,
  )
})
