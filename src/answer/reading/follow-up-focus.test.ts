import { expect, test } from 'vitest'
import { readPassageFixture } from '../../../test/support/read-passage.ts'
import { bestUnit } from '../quoted/split-units.ts'
import { demoteRepeated, weighTypedTerms } from './follow-up-focus.ts'

const hour = 'Tell us within one hour.'
const replacement = 'A new laptop is ready within a day.'

test('a sentence that the previous answer quotes gives way to the next best', () => {
  const read = [
    readPassageFixture([
      [hour, 4],
      [replacement, 3],
    ]),
  ]
  expect(bestUnit(demoteRepeated(read, ['Tell us **within one hour**. [1]']))?.text).toBe(replacement)
  expect(bestUnit(demoteRepeated(read, ['Another answer. [1]']))?.text).toBe(hour)
})

test('it stays the answer if it is much better', () => {
  const read = [
    readPassageFixture([
      [hour, 8],
      [replacement, 3],
    ]),
  ]
  expect(bestUnit(demoteRepeated(read, [`${hour} [1]`]))?.text).toBe(hour)
})

test('it stays the answer if nothing else answers', () => {
  const read = [readPassageFixture([[hour, 4]]), readPassageFixture([['The canteen is open.', 3]], { answers: -30 })]
  expect(bestUnit(demoteRepeated(read, [`${hour} [1]`]))?.text).toBe(hour)
})

test('typed words weigh more than those of the topic, known or not', () => {
  const findings = {
    question: '',
    passages: [],
    found: 0,
    terms: ['redact', 'plan', 'doi'],
    weights: new Map([
      ['redact', 3],
      ['plan', 2],
    ]),
    languageSupport: 1,
  }
  const { weights } = weighTypedTerms('what should I redact?', 'what should I redact (a DOI for my plan)?', findings)
  expect(weights.get('redact')).toBe(3)
  expect(weights.get('plan')).toBeLessThan(1)
  expect(weights.get('doi')).toBeLessThan(1)
})
