import { describe, expect, test } from 'vitest'
import {
  asksForAll,
  asksForDifference,
  asksForOneThing,
  asksForSeveral,
  asksHow,
  asksToCompare,
  asksTwoThings,
  asksWhether,
  asksWhy,
} from './question-intent.ts'

describe('asksHow', () => {
  test.each([
    'How do I claim expenses?',
    'how can we reset the router',
    'What should I do if I lose my badge?',
    'Walk me through the release',
    'What are the steps to welcome a colleague?',
    'reset my password',
    'Install the VPN client',
    'I lost my badge. What now?',
  ])('%s', (question) => expect(asksHow(question)).toBe(true))
  test.each([
    'How many vacation days do I get?',
    'How long is parental leave?',
    'How often are we paid?',
    'Who pays?',
    'Open on Sundays?',
    'report template',
  ])('not %s', (question) => expect(asksHow(question)).toBe(false))
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

describe('asksForAll', () => {
  test.each([
    'What are the limits of the free plan?',
    'Which tools does the team use?',
    'ways to reach the support team',
    'visa requirements',
    'What are our values?',
  ])('%s', (question) => expect(asksForAll(question)).toBe(true))
  test.each(['What is the limit of the free plan?', 'Which bus goes to the plant?', 'How do I get a visa?'])(
    'not %s',
    (question) => expect(asksForAll(question)).toBe(false),
  )
})

describe('asksForDifference', () => {
  test.each([
    'What is the difference between Kobe and Leipzig?',
    'Kobe vs Leipzig holidays',
    'Is leave the same for interns as for employees?',
  ])('%s', (question) => expect(asksForDifference(question)).toBe(true))
  test.each(['Can I come less than weekly?', 'Which site has the longest leave?'])('not %s', (question) =>
    expect(asksForDifference(question)).toBe(false),
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

describe('asksWhether', () => {
  test.each([
    'Do we get a phone?',
    'I work from home, can you ship me pens?',
    "I lost my badge. Isn't it insured?",
    'Darf ich meinen Hund mitbringen?',
    'Est-ce que le parking est gratuit ?',
    '¿Puedo trabajar desde casa?',
  ])('%s', (question) => expect(asksWhether(question)).toBe(true))
  test.each(['When can I start?', 'Can you tell me who approves leave?', 'Does anyone know the code?', 'dogs'])(
    'not %s',
    (question) => expect(asksWhether(question)).toBe(false),
  )
})

describe('asksForOneThing', () => {
  test.each(['When does the office open?', 'Who pays?', 'Which extension do I dial?', 'Wie viele Tage habe ich?'])(
    '%s',
    (question) => expect(asksForOneThing(question)).toBe(true),
  )
  test.each(['What should I bring when I start?', 'Which forms do I need?', 'How do I know who pays?'])(
    'not %s',
    (question) => expect(asksForOneThing(question)).toBe(false),
  )
  test('"when" asks for a time again after the end of a sentence', () => {
    expect(asksForOneThing('What is the gate? When does it open?')).toBe(true)
    expect(asksForOneThing('I must go. When is it open when it rains?')).toBe(true)
    expect(asksForOneThing('The gate closes. Can it open when it rains?')).toBe(false)
  })
  test('many repeated words take linear time', { timeout: 5_000 }, () => {
    expect(asksForOneThing('when '.repeat(50_000))).toBe(true)
  })
})

describe('asksTwoThings', () => {
  test.each([
    'Who do I tell, and what does a new one cost?',
    'which cable for phones and which for PCs',
    'Where do I hand it in? Who signs it?',
    'Wo melde ich das und wer bezahlt es?',
  ])('%s', (question) => expect(asksTwoThings(question)).toBe(true))
  test.each([
    'And where?',
    'I lost my badge and my keys. Who do I tell?',
    'Who pays for phones and tablets?',
    'Is that so?',
  ])('not %s', (question) => expect(asksTwoThings(question)).toBe(false))
  test('many repeated words take linear time', { timeout: 5_000 }, () => {
    expect(asksTwoThings(`${'and for '.repeat(50_000)}`)).toBe(false)
  })
})
