import { describe, expect, test } from 'vitest'
import { translateQuestion } from './translate-question.ts'

describe('a question in another language becomes English words', () => {
  test.each([
    ['de', 'Wie viele Urlaubstage habe ich in Leipzig?', 'How many vacation days do I have in Leipzig?'],
    ['de', 'Wo finde ich den Feuerlöscher?', 'Where do I find fire extinguisher?'],
    ['de', 'Was gilt, wenn ich krank bin?', 'What apply if I ill?'],
    ['fr', 'Quel est le préavis à Kobe ?', 'What is notice period at Kobe?'],
    ['fr', 'Combien de jours de congé ai-je ?', 'How many days of vacation do I have?'],
    ['fr', 'Où puis-je garer ma voiture ?', 'Where may I park my car?'],
    ['fr', "Est-ce qu'il y a une cantine ?", 'Is there canteen?'],
    ['fr', 'Y a-t-il une cantine ?', 'Is there canteen?'],
    ['fr', 'Faut-il un rendez-vous ?', 'Must I appointment?'],
    ['es', '¿Quién aprueba los gastos de viaje?', 'Who approve travel expenses?'],
    ['ja', '在宅勤務は週に何日まで可能ですか。', 'Remote work per week how many days may is?'],
  ])('%s: %s', (language, question, english) => {
    expect(translateQuestion(question, language)).toBe(english)
  })
})

test('a German compound is translated by its parts', () => {
  expect(translateQuestion('Wo ist der Küchenschlüssel?', 'de')).toBe('Where is kitchen key?')
  expect(translateQuestion('Was steht im Reisekostenformular?', 'de')).toContain('travel expenses form')
})

test('a German compound is split in as few parts as possible, between words of substance', () => {
  expect(translateQuestion('Welche Stadtteuerung gilt?', 'de')).not.toContain('expensive')
  expect(translateQuestion('Was gilt für die Hotelsteuer?', 'de')).toContain('hotel tax')
  expect(translateQuestion('Wer genehmigt den Zugausweis?', 'de')).not.toContain('train from')
})

test('regular forms of German verbs are found by their infinitive', () => {
  expect(translateQuestion('Wer hat sich angemeldet?', 'de')).toContain('log in')
  expect(translateQuestion('Wann ist die Reise abzurechnen?', 'de')).toContain('claim')
  expect(translateQuestion('Was muss beantragt werden?', 'de')).toContain('request')
})

test('inflected words are found', () => {
  expect(translateQuestion('Wer prüft die Belege?', 'de')).toBe('Who check receipt?')
  expect(translateQuestion('Où sont les clés ?', 'fr')).toBe('Where are key?')
})

test('names, codes, numbers and addresses stay as they were typed', () => {
  const translated = translateQuestion('Wer genehmigt 18.000 Euro für Pilar@larkwain.test im Projekt X-17?', 'de')
  for (const kept of ['18.000', 'Pilar@larkwain.test', 'X-17']) expect(translated).toContain(kept)
})

test('countries have their English names', () => {
  expect(translateQuestion('Wie viele Feiertage gibt es in Deutschland?', 'de')).toContain('Germany')
  expect(translateQuestion('¿Cuántos festivos hay en los Países Bajos?', 'es')).toContain('Netherlands')
})

test('nothing is returned without a dictionary or a known word', () => {
  expect(translateQuestion('Ile dni urlopu mam?', 'pl')).toBeUndefined()
  expect(translateQuestion('Zzyzx Qwrtz', 'de')).toBeUndefined()
  expect(translateQuestion('', 'de')).toBeUndefined()
})

test('a long text is not translated', () => {
  expect(translateQuestion(`${'Urlaub '.repeat(80)}?`, 'de')).toMatch(/^Vacation vacation/)
  expect(translateQuestion(`${'Urlaub '.repeat(100)}?`, 'de')).toBeUndefined()
})
