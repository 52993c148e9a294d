import { expect, test } from 'vitest'
import { findSpans } from '../components/highlight.ts'
import { answerAsPlainText, sentencesCiting } from './answer-plain-text.ts'

test('the sentences that cite a source are found', () => {
  const answer = 'The gate opens at seven. [1] It closes at nine. [2][1]'
  expect(sentencesCiting(answer, 1)).toEqual(['The gate opens at seven.', 'It closes at nine.'])
  expect(sentencesCiting(answer, 2)).toEqual(['It closes at nine.'])
  expect(sentencesCiting(answer, 3)).toEqual([])
  expect(sentencesCiting(String.raw`It says \[sic] snake\_ here. [1]`, 1)).toEqual(['It says [sic] snake_ here.'])
})

test('a table row is found in the source that it cites', () => {
  const answer =
    '| Site | Days | Note |\n| --- | --- | --- |\n| Kobe | **20 days** |  [1] |\n| Leipzig | 27 days | new [2] |'
  expect(sentencesCiting(answer, 1)).toEqual(['Site: Kobe; Days: 20 days'])
  expect(sentencesCiting(answer, 2)).toEqual(['Site: Leipzig; Days: 27 days; Note: new'])
  const source = 'Holidays by site.\nSite: Kobe; Days: 20 days\nSite: Leipzig; Days: 27 days; Note: new'
  const [span] = findSpans(source, sentencesCiting(answer, 1))
  expect(source.slice(span?.start, span?.end)).toBe('Site: Kobe; Days: 20 days')
})

test('each list item is a statement of its own', () => {
  expect(sentencesCiting('To claim: [1]\n1. Scan the receipt. [1]\n   - in colour [2]\n2. Send it. [1]', 1)).toEqual([
    'To claim:',
    'Scan the receipt.',
    'Send it.',
  ])
})

test('a copied answer has no markup: tabs separate cells, escapes and bold marks are gone', () => {
  const answer = String.raw`You get **20 days** of \*leave\*. [1]`
  expect(answerAsPlainText(answer)).toBe('You get 20 days of *leave*. [1]')
  expect(answerAsPlainText('| Site | Days |\n| --- | --- |\n| Kobe | 20 [1] |\n\nDone. [1]')).toBe(
    'Site\tDays\nKobe\t20 [1]\n\nDone. [1]',
  )
  expect(answerAsPlainText('|  |  |\n| --- | --- |\n| Kobe | 20 [1] |')).toBe('Kobe\t20 [1]')
  expect(answerAsPlainText('Steps: [1]\n3. Scan. [1]\n   - front\n4. Send. [1]')).toBe(
    'Steps: [1]\n\n3. Scan. [1]\n   - front\n4. Send. [1]',
  )
})
