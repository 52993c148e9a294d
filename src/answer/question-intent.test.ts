import { describe, expect, test } from 'vitest'
import { asksForSeveral, asksHow, asksToCompare, asksWhy } from './question-intent.ts'

describe('asksHow', () => {
  test.each([
    'How do I claim expenses?',
    'how can we reset the router',
    'What should I do if I lose my badge?',
    'Walk me through the release',
    'What are the steps to welcome a colleague?',
  ])('%s', (question) => expect(asksHow(question)).toBe(true))
  test.each(['How many vacation days do I get?', 'How long is parental leave?', 'How often are we paid?', 'Who pays?'])(
    'not %s',
    (question) => expect(asksHow(question)).toBe(false),
  )
})

describe('asksWhy', () => {
  test.each(['Why do we rotate keys?', 'What’s the reason for the freeze?', 'How come it is closed?'])(
    '%s',
    (question) => expect(asksWhy(question)).toBe(true),
  )
  test('not When is it closed?', () => expect(asksWhy('When is it closed?')).toBe(false))
})

describe('asksForSeveral', () => {
  test.each([
    'What are our values?',
    'Which documents do I need?',
    'List the holidays',
    'What is included in the kit?',
  ])('%s', (question) => expect(asksForSeveral(question)).toBe(true))
  test.each(['Who is the CEO?', 'When does the office open?', 'Is there parking?'])('not %s', (question) =>
    expect(asksForSeveral(question)).toBe(false),
  )
})

describe('asksToCompare', () => {
  test.each([
    'Compare holidays at all sites',
    'What is the difference between Kobe and Leipzig?',
    'Kobe vs Leipzig holidays',
    'Which site has the longest leave?',
    'How many days does each site get?',
  ])('%s', (question) => expect(asksToCompare(question)).toBe(true))
  test.each(['How many vacation days do I get in Kobe?', 'When are all hands?'])('not %s', (question) =>
    expect(asksToCompare(question)).toBe(false),
  )
})
