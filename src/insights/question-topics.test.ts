import { expect, test } from 'vitest'
import { groupByTopic } from './question-topics.ts'

const countedQuestion = (text: string, count = 1) => ({ text, count })

test('questions that share a content word are one topic, named after it', () => {
  const topics = groupByTopic([
    countedQuestion('Where do I park my car?'),
    countedQuestion('Is parking free at the Utrecht office?', 2),
    countedQuestion('How do I get a parking permit?'),
    countedQuestion('Who repairs the coffee machine?'),
  ])
  expect(topics.map((topic) => [topic.questions.length, topic.count])).toEqual([
    [3, 4],
    [1, 1],
  ])
  expect(topics[0]?.topic).toMatch(/^Park/)
  expect(topics[1]?.topic).toMatch(/coffee|machine|repairs/i)
})

test('a function word makes no topic', () => {
  const topics = groupByTopic([
    countedQuestion('What is the lunch budget?'),
    countedQuestion('What is the visitor wifi?'),
  ])
  expect(topics).toHaveLength(2)
})

test('inflected forms of a word are one topic', () => {
  const topics = groupByTopic([
    countedQuestion('Wann werden Rechnungen bezahlt?'),
    countedQuestion('Wer prüft eine Rechnung?'),
  ])
  expect(topics).toHaveLength(1)
  expect(topics[0]?.topic).toMatch(/^Rechnung/)
})

test('every question is in exactly one topic', () => {
  const questions = Array.from({ length: 60 }, (_, index) =>
    countedQuestion(`How does ${['billing', 'travel', 'leave'][index % 3]} work for team ${index}?`),
  )
  const all = groupByTopic(questions).flatMap((topic) => topic.questions)
  expect(all).toHaveLength(60)
  expect(new Set(all).size).toBe(60)
})
