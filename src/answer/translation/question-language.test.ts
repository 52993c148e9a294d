import { expect, test } from 'vitest'
import { languageOfQuestion } from './question-language.ts'

test.each([
  ['umzug sonderurlaub', 'de'],
  ['kündigungsfrist probezeit', 'de'],
  ['Kilometergeld', 'de'],
  ['annulation groupe délai', 'fr'],
  ['factura proveedor', 'es'],
  ['Wer genehmigt den Urlaub?', 'de'],
])('%s is in %s', (question, language) => {
  expect(languageOfQuestion(question)).toBe(language)
})

test.each([
  'parental leave',
  'hotel budget berlin',
  'password reset',
  'team calendar',
  'Kobe',
  'vpn',
  'laptop stolen',
  'gift limit',
  'police phone number',
  'expense report deadline',
  'note template',
  'bonus plan',
  'on call rota',
  'data retention',
  'salary bands',
])('%s is English', (question) => {
  expect(languageOfQuestion(question)).toBe('en')
})
