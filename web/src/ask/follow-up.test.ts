import { expect, test } from 'vitest'
import { toStandaloneQuestion } from './follow-up.ts'

const before = 'Who is on call during the week?'

test.each(['And at the weekend?', 'What about Kobe?', 'Who pays for it?', 'Weekends?'])(
  '%s is sent with the previous question',
  (question) => expect(toStandaloneQuestion(question, before)).toBe(`${before} ${question}`),
)

test.each(['How many days of holiday do people in Leipzig get?', 'When was the company founded?'])(
  '%s is sent alone',
  (question) => expect(toStandaloneQuestion(question, before)).toBe(question),
)

test('the first question is sent alone', () => {
  expect(toStandaloneQuestion(' And now? ', undefined)).toBe('And now?')
})
