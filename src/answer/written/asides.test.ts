import { expect, test } from 'vitest'
import { formLabelOf, isAside } from './asides.ts'

test.each([
  ['**Short answer:** Leave is 20 days.', '**Short answer:** '],
  ['**Short answer**: Leave is 20 days.', '**Short answer**: '],
  ['_Note:_ Leave is 20 days.', '_Note:_ '],
  ['TL;DR: Leave is 20 days.', 'TL;DR: '],
  ['**Hinweis:** Der Urlaub beträgt 20 Tage.', '**Hinweis:** '],
  ['Réponse courte : 20 jours.', 'Réponse courte : '],
  ['**Kobe:** 20 days.', ''],
  ['Short leave: 20 days.', ''],
  ['Note', ''],
])('the label of %s', (text, label) => expect(formLabelOf(text)).toBe(label))

test.each([
  'Sure!',
  'Great question!',
  'Let me know if you’d like more details about leave.',
  'I hope this helps!',
  'If you need more details, feel free to ask.',
  "If you'd like, I can draft a request for you.",
  'Would you like me to explain how to carry days over?',
  '**Want me to draft the request?**',
  'I’m happy to help with the form.',
  'Please don’t hesitate to reach out if you have questions.',
  'Wenn du möchtest, kann ich den Antrag entwerfen.',
  'Soll ich den Antrag entwerfen?',
  "N'hésitez pas à demander.",
  '¿Quieres que lo resuma?',
])('says nothing of the notes: %s', (text) => expect(isAside(text)).toBe(true))

test.each([
  'Let your manager know a week ahead.',
  'Feel free to ask HR for the form.',
  'Feel free to work from any office.',
  'If you need a laptop, ask IT.',
  'Do you need a visa?',
  'I can approve up to €500, says the manager.',
  'Sure Travel books the trains.',
])('is a claim: %s', (text) => expect(isAside(text)).toBe(false))
