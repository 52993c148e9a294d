import { describe, expect, test } from 'vitest'
import { answerUnits, countAnswerWords, matchEvidence as matchGold } from './compare-evidence.ts'

const matchEvidence = (answer: string, evidence: string) => matchGold(answer, { kind: 'fact', evidence })

const found = { isFound: true, isWhole: true, isFirst: true }
const missing = { isFound: false, isWhole: false, isFirst: false }

describe('the evidence of a question in an answer', () => {
  test('markup, case, escapes, citations and line breaks do not matter', () => {
    const evidence = 'Ask [the **Finance**\nteam](/finance) for `NET\\_30` terms; don’t sign.'
    expect(matchEvidence("Ask **the Finance team** for NET\\_30 terms; don't sign. [1]", evidence)).toMatchObject({
      isFound: true,
      isFirst: true,
    })
  })

  test('a sentence that contains the evidence counts', () => {
    expect(matchEvidence('You get 25 days a year, and half a day on your birthday. [1]', 'You get 25 days')).toEqual(
      found,
    )
  })

  test('another sentence of the same page does not count', () => {
    expect(matchEvidence('You get 30 days of notice. [1]', 'You get 25 days a year.')).toEqual(missing)
  })

  test('most of the evidence counts as found, but not as whole', () => {
    const evidence = 'We manage the contracts of Airtable, Docker, New Relic, Zendesk and Figma for everyone. Yes!'
    const answer = 'We manage the contracts of Airtable, Docker, New Relic, Zendesk and Figma for everyone. [1]'
    expect(matchEvidence(answer, evidence)).toEqual({ isFound: true, isWhole: false, isFirst: true })
  })

  test('one item of a long list does not count as the list', () => {
    const evidence = '- Open the app.\n- Choose a plan.\n- Pay the first invoice.'
    const match = matchEvidence('- Choose a plan. [1]', evidence)
    expect(match).toEqual({ isFound: false, isWhole: false, isFirst: true })
  })

  test('a whole list counts, with its lead-in and its numbers', () => {
    const evidence = '1. Open the app.\n1. Choose a plan.\n1. Pay the invoice.'
    const answer = 'To begin: [1]\n1. Open the app. [1]\n2. Choose a plan. [1]\n3. Pay the invoice. [1]'
    expect(matchEvidence(answer, evidence)).toEqual(found)
  })

  test('a row counts, with or without its header in the evidence', () => {
    const answer = '| Site | Days |\n| --- | --- |\n| Kobe | 20 [1] |'
    expect(matchEvidence(answer, '| Kobe | 20 |')).toEqual(found)
    expect(matchEvidence(answer, '| Site | Days |\n|---|---|\n| Kobe | 20 |')).toMatchObject({ isWhole: true })
    expect(matchEvidence(answer, '| Leipzig | 30 |')).toEqual(missing)
  })

  test('the sentence with the short answer is enough', () => {
    const evidence = 'Both are fun. Ask to be added to the\ninvite in #nyc.'
    const gold = { kind: 'how' as const, evidence, shortAnswer: 'Ask to be added' }
    expect(matchGold('Ask to be added to the invite in #nyc. [1]', gold)).toMatchObject({
      isFound: true,
      isWhole: false,
    })
    expect(matchGold('Both are fun. [1]', gold)).toMatchObject({ isFound: false })
  })

  test.each(['list', 'how'] as const)('of a list, one item is not enough (%s)', (kind) => {
    const gold = { kind, evidence: '- Open the app.\n- Choose a plan.', shortAnswer: 'Open the app.' }
    expect(matchGold('- Open the app. [1]', gold)).toMatchObject({ isFound: false, isFirst: true })
  })

  test('left-over markup in the answer hides nothing', () => {
    const answer = '\\[Working groups]({% page "/groups/" %}) formed in the early days. [1]'
    expect(matchEvidence(answer, 'Working groups formed in the early days.')).toEqual(found)
  })

  test('a missing space between words does not matter, the ends of words do', () => {
    expect(matchEvidence('Ask the slide deck group. [1]', 'Ask the slidedeck group.')).toEqual(found)
    expect(matchEvidence('You get 130 days. [1]', '30 days')).toEqual(missing)
  })

  test('the evidence after another sentence is found, but not first', () => {
    const answer = 'Leave is paid. [1] You get 25 days a year. [1]'
    expect(matchEvidence(answer, 'You get 25 days a year.')).toEqual({ isFound: true, isWhole: true, isFirst: false })
  })
})

test('an answer is split at its citations and lines, and the header of a table is none of its rows', () => {
  const answer = 'One. Two. [1][2] Three. [1]\n\n- four [2]\n\n| A | B |\n| --- | --- |\n| c | d [1] |'
  expect(answerUnits(answer)).toEqual(['One. Two.', 'Three.', 'four', 'c   d'])
})

test('citations are not counted as words', () => {
  expect(countAnswerWords('Two words. [1][2]\n- three *more* words [3]')).toBe(5)
})
