import { expect, test } from 'vitest'
import { endsSentence, isLeadIn, isQuestion, withoutEndMark } from './sentence-end.ts'

test.each(['Lost your badge?', '“Lost your badge?”', '**Lost your badge?**', '鍵をなくしましたか？', 'أين المفتاح؟'])(
  '%s asks',
  (text) => {
    expect([isQuestion(text), endsSentence(text), isLeadIn(text)]).toEqual([true, true, false])
  },
)

test.each(['You need:', '**You need:** ', '(you need:)', '必要なもの：'])('%s announces what follows', (text) => {
  expect([isLeadIn(text), isQuestion(text), endsSentence(text)]).toEqual([true, false, false])
})

test.each(['Call 0341 5577.', 'Call us!', 'He said “no.”', '電話してください。', 'Wait …'])(
  '%s is a sentence',
  (text) => {
    expect([endsSentence(text), isQuestion(text), isLeadIn(text)]).toEqual([true, false, false])
  },
)

test.each(['Opening hours', 'Why? Because', 'At 10:30', 'Price: €5'])(
  '%s is no sentence, question or lead-in',
  (text) => {
    expect([endsSentence(text), isQuestion(text), isLeadIn(text)]).toEqual([false, false, false])
  },
)

test('end marks are removed, a full stop within a number is not', () => {
  expect(withoutEndMark('Who is on call?! ')).toBe('Who is on call')
  expect(withoutEndMark('Version 2.0')).toBe('Version 2.0')
})
