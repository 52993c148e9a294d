import { expect, test } from 'vitest'
import { type QuestionReading, withTranslation } from './question-readings.ts'

test('a translation can quote what the question that it translates quotes', () => {
  const question = 'Wie ist ihre Telefonnummer (Anna Berg)?'
  const reading: QuestionReading = { question, standaloneQuestion: question, quotesAnswers: true }
  const [, translated] = withTranslation([reading], { language: 'en' })
  expect(translated).toMatchObject({ translatedFrom: { question, language: 'de' }, quotesAnswers: true })
  const [, plain] = withTranslation([{ question, standaloneQuestion: question }], { language: 'en' })
  expect(plain).not.toHaveProperty('quotesAnswers')
})
