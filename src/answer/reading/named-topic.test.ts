import { expect, test } from 'vitest'
import { similaritiesWithTopic } from './named-topic.ts'

test('a sentence with a pronoun as its subject is as near as it and the sentence that names the topic', () => {
  const sentences = ["In Groningen you give one month's notice.", 'In Kobe it is 30 days.', 'They end on a Friday.']
  expect(similaritiesWithTopic(sentences, [0.25, 0.5, 0.75])).toEqual([0.25, 0.375, 0.5])
})

test('a sentence with a noun as its subject, and a pronoun without a sentence before it, keep their similarity', () => {
  expect(similaritiesWithTopic(['It is 30 days.', 'The notice is 30 days.'], [0.5, 0.25])).toEqual([0.5, 0.25])
})
