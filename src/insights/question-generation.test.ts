import { expect, test } from 'vitest'
import { questionFromHeading, questionsFromSentence } from './question-generation.ts'

test.each([
  ['The front door opens at seven on weekdays.', 'When does the front door open?'],
  ['Our two-year warranty lasts 24 months from delivery.', 'How long does our two-year warranty last?'],
  ['The meal allowance is €32 a day.', 'What is the meal allowance?'],
  ['A replacement key costs 15 euros.', 'How much does a replacement key cost?'],
  ['The guest rooms cost 40 euros a night.', 'How much do the guest rooms cost?'],
  ['The harbour gates open at seven.', 'When do the harbour gates open?'],
  ['The spare battery is kept in the blue cabinet.', 'Where is the spare battery kept?'],
])('%s answers %s', (sentence, question) => {
  expect(questionsFromSentence(sentence)).toEqual([question])
})

test('a sentence that needs another one to be understood gives no question', () => {
  expect(questionsFromSentence('It opens at seven.')).toEqual([])
  expect(questionsFromSentence('The first one costs 5 euros.')).toEqual([])
  expect(questionsFromSentence('Ask your lead.')).toEqual([])
  expect(questionsFromSentence('A hotel may cost 120 euros.')).toEqual([])
  expect(questionsFromSentence('The limit is 50 euros.')).toEqual([])
})

test.each([
  // It reads "How much does the eleven positions cost?"
  'The eleven positions cost 3,400 euros a month.',
  'The 12 licences cost 100 euros.',
  'Every guest rooms cost 40 euros.',
  'The invoice we sent last takes two days.',
  'The tea and the coffee cost 2 euros.',
  'The room that you booked costs 30 euros.',
  'The main office currently opens at nine.',
])('no ill-formed question comes from: %s', (sentence) => {
  expect(questionsFromSentence(sentence)).toEqual([])
})

test('a heading without the name of a topic gives no question', () => {
  for (const heading of ['3. Scope of work', 'src/main config', 'Step two: send it off'])
    expect(questionFromHeading(heading, heading, 'en')).toBeUndefined()
})

test('a heading or a title that is a clause is not the name of a topic', () => {
  expect(questionFromHeading('', 'Who is who', 'en')).toBeUndefined()
  expect(questionFromHeading('How engineering works', 'When you leave', 'en')).toBeUndefined()
  expect(questionFromHeading('When you leave', 'Notice periods', 'en')).toBe('What should I know about notice periods?')
})

test('a heading that is a question stays one, in any language', () => {
  expect(questionFromHeading('Wer darf das?', 'Urlaub', 'de')).toBe('Wer darf das?')
  expect(questionFromHeading('How to book a room', 'Offices', 'en')).toBe('How do I book a room?')
  expect(questionFromHeading('Regeln', 'Urlaub', 'de')).toBeUndefined()
  expect(questionFromHeading('', 'IT support', 'en')).toBe('What should I know about IT support?')
  expect(questionFromHeading('Unpaid leave', 'Leave', 'en')).toBe('What should I know about unpaid leave?')
  expect(questionFromHeading('Asking for it', 'Leave', 'en')).toBe('What should I know about leave?')
  expect(questionFromHeading('', 'Expenses', 'en')).toBe('What should I know about expenses?')
})
