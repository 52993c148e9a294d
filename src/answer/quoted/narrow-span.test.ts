import { expect, test } from 'vitest'
import { narrowSpan } from './narrow-span.ts'
import { widenSpan } from './widen-span.ts'

function spanOf(text: string, words: string) {
  const start = text.indexOf(words)
  return { start, end: start + words.length }
}

test.each([
  [
    'Wann beginnt die Spätschicht?',
    'Schichten: Spätschicht 14 bis 22 Uhr, Nachtschicht 22 bis 6 Uhr.',
    '14 bis 22 Uhr, Nachtschicht 22 bis 6 Uhr',
    '14 bis 22 Uhr',
    'de',
  ],
  [
    'Wann hat die Kantine freitags offen?',
    'Kantine: 11:30 bis 13:45 Uhr, freitags nur bis 13 Uhr.',
    '11:30 bis 13:45 Uhr, freitags nur bis 13 Uhr',
    'freitags nur bis 13 Uhr',
    'de',
  ],
  [
    'Qui est secouriste aux ateliers ?',
    'Secouristes : Nadia Belkacem à la mairie, Yann Quéré aux ateliers.',
    'Nadia Belkacem à la mairie, Yann Quéré aux ateliers',
    'Yann Quéré aux ateliers',
    'fr',
  ],
  [
    '¿Cuánto es la dieta en el extranjero?',
    'La dieta es de 35 € al día en España y 60 € en el extranjero.',
    '35 € al día en España y 60 €',
    '60 €',
    'es',
  ],
  [
    '¿A qué temperatura se lavan las toallas?',
    'La ropa de cama se lava a 70 grados, las toallas a 60 y los uniformes a 40.',
    '60 y los uniformes a 40',
    '60',
    'es',
  ],
])('%s is answered by the part about its case', (question, text, found, expected, language) => {
  const span = narrowSpan(question, text, spanOf(text, found), language)
  expect(span && text.slice(span.start, span.end)).toBe(expected)
})

test.each([
  ['Wer unterschreibt?', 'Es unterschreiben Frau Brandt und Herr Otte.', 'Frau Brandt und Herr Otte', 'de'],
  ['Quand est-ce ouvert ?', 'Ouvert de 9 h à 12 h et de 14 h à 18 h.', 'de 9 h à 12 h et de 14 h à 18 h', 'fr'],
  ['¿Cuándo se puede nadar?', 'Se nada los martes y jueves.', 'los martes y jueves', 'es'],
])('%s is answered by parts together', (question, text, found, language) => {
  expect(narrowSpan(question, text, spanOf(text, found), language)).toEqual(spanOf(text, found))
})

test.each([
  ['Der Bericht muss binnen 30 Tagen da sein.', '30 Tagen', 'binnen 30 Tagen'],
  ['El check-in es a partir de las 15:00.', 'partir de las 15:00', 'a partir de las 15:00'],
  ['Las vacaciones se piden antes del 31 de enero.', '31 de enero', 'antes del 31 de enero'],
  ['La nómina se ingresa el penúltimo día laborable.', 'día laborable', 'el penúltimo día laborable'],
  ['Blouses : 80 € par an sur facture.', '80 €', '80 € par an'],
  ['Vermögenswirksame Leistungen: 40 Euro im Monat.', '40 Euro', '40 Euro im Monat'],
  ['Resturlaub verfällt am 31. März.', 'am 31', 'am 31. März'],
])('%s: a limit before the answer and a unit after it belong to it', (text, found, expected) => {
  const { start, end } = widenSpan(text, spanOf(text, found))
  expect(text.slice(start, end)).toBe(expected)
})
