import { describe, expect, test } from 'vitest'
import { askedPart, askedTopic, topicToUse, withoutRules } from './topic-question.ts'

describe('askedTopic', () => {
  test.each([
    ['parental leave', 'parental leave'],
    ['Parental leave?', 'Parental leave'],
    ['What is our holiday policy?', 'holiday policy'],
    ["What's the company's travel policy?", 'travel policy'],
    ['Do we have a policy on gifts?', 'policy on gifts'],
    ['what are the rules for remote work', 'rules for remote work'],
    ['Tell me about the learning budget.', 'learning budget'],
    ['Could you tell me more about our support team?', 'support team'],
    ['Where can I find information about parental leave?', 'parental leave'],
    ['What should I know about batteries?', 'batteries'],
    ['Please explain frame numbers', 'frame numbers'],
    ['Give me an overview of the warranty', 'warranty'],
    ['How does the support team work?', 'support team'],
    ['Can you explain how the warranty works?', 'warranty'],
    ['What was decided about time tracking?', 'time tracking'],
    ['what did we agree on regarding the office move', 'office move'],
    ['What have they planned for the summer party?', 'summer party'],
  ])('%s is about %s', (question, topic) => {
    expect(askedTopic(question)).toBe(topic)
  })

  test.each([
    'How many days of holiday do I get?',
    'Who approves a purchase?',
    'May I bring my dog?',
    'How does it work?',
    'Tell me about that',
    'What is the deadline for expenses?',
    'How do I claim expenses?',
    'What does the travel policy say about flights?',
    'Tell me about what happens when I leave before the end of probation',
    '2026',
    '',
    `${'a policy on '.repeat(40)}gifts`,
  ])('%s asks for something, or for nothing', (question) => {
    expect(askedTopic(question)).toBeUndefined()
  })
})

test.each([
  ['holiday policy', 'holiday'],
  ['rules for the remote work', 'remote work'],
  ['policy', 'policy'],
  ['test rides', 'test rides'],
])('withoutRules leaves what %s are about', (topic, rest) => {
  expect(withoutRules(topic)).toBe(rest)
})

test.each([
  ['What are the risks of Kestrel?', 'risks', 'Kestrel'],
  ['Which risks are there?', 'risks', ''],
  ['List the open tasks for the move', 'open tasks', 'move'],
  ['Welche Risiken gibt es bei Kestrel?', 'Risiken', 'Kestrel'],
])('the things that are asked for: %s', (question, part, topic) => {
  expect(askedPart(question)).toEqual({ part, topic })
})

test.each(['What are you doing?', 'Who bears the risks?', 'Which risks can I take?'])(
  '%s asks for no list',
  (question) => {
    expect(askedPart(question)).toBeUndefined()
  },
)

test.each([
  ['how do I connect to the vpn', 'vpn'],
  ['How can I get access to the staging server?', 'staging server'],
  ['how to set up two-factor sign-in', 'two-factor sign-in'],
  ['How do I cancel my membership?', undefined],
  ['How do I connect it to the projector when nobody is there?', undefined],
  ['Can I use the printer?', undefined],
])('%s wants to use %s', (question, topic) => {
  expect(topicToUse(question)).toBe(topic)
})
