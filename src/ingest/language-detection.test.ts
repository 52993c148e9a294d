import { describe, expect, test } from 'vitest'
import { detectLanguage, hasLanguageEvidence } from './language-detection.ts'

describe('a sentence shows its language', () => {
  test.each([
    ['en', 'How many days of leave do I have in a year?'],
    ['de', 'Wie viele Urlaubstage habe ich im Jahr?'],
    ['fr', 'Combien de jours de congé ai-je par an ?'],
    ['es', '¿Cuántos días de vacaciones tengo al año?'],
    ['pt', 'Quantos dias de férias eu tenho por ano?'],
    ['it', 'Quanti giorni di ferie ho in un anno?'],
    ['nl', 'Hoeveel vakantiedagen heb ik per jaar?'],
    ['ru', 'Сколько дней отпуска у меня в году?'],
    ['tr', 'Bir yılda kaç gün izin hakkım var?'],
    ['ar', 'كم عدد أيام الإجازة في السنة؟'],
    ['hi', 'मेरे पास साल में कितने दिन की छुट्टी है?'],
    ['zh', '我一年有多少天年假？'],
    ['ja', '年間の休暇は何日ありますか？'],
    ['ko', '일 년에 휴가가 며칠인가요?'],
    ['th', 'ฉันมีวันลาพักร้อนกี่วันต่อปี'],
    ['vi', 'Tôi có bao nhiêu ngày nghỉ phép trong một năm?'],
    ['uk', 'Скільки днів відпустки я маю на рік?'],
    ['fa', 'چند روز مرخصی در سال دارم؟'],
    ['pl', 'Ile dni urlopu mam w roku?'],
    ['el', 'Πόσες ημέρες άδειας έχω;'],
  ])('%s: %s', (language, sentence) => {
    expect(detectLanguage(sentence)).toBe(language)
  })
})

test('text without evidence of a language counts as English, but not as evident', () => {
  for (const text of ['', 'VPN', 'ERR_CONNECTION_RESET 0x80070005', 'Kubernetes']) {
    expect(detectLanguage(text)).toBe('en')
    expect(hasLanguageEvidence(text)).toBe(false)
  }
})

test('a question in a sentence is evident, a bare noun is not', () => {
  expect(hasLanguageEvidence('Wie viele Urlaubstage habe ich?')).toBe(true)
  expect(hasLanguageEvidence('Urlaubstage')).toBe(false)
})

test('addresses and identifiers do not count as words', () => {
  expect(detectLanguage('See https://a.com/de/la/el.html and de_la_el, then el-la-de.com for the rest.')).toBe('en')
})

test('one foreign word repeated on an English page does not decide', () => {
  expect(detectLanguage(`${'node state '.repeat(40)} of the worker is shown in this list`)).toBe('en')
})

test('a foreign name inside a sentence does not change its language', () => {
  expect(detectLanguage('What is the 東京 office address?')).toBe('en')
  expect(detectLanguage('東京オフィスの address は何ですか')).toBe('ja')
})

test('words that English has too show another language only if it has all function words of the text', () => {
  for (const text of ['come to work', 'come to work by bike', 'go to work', 'a car to work', 'door to door', 'pour in'])
    expect([text, detectLanguage(text)]).toEqual([text, 'en'])
  for (const [language, text] of [
    ['de', 'Was war in Berlin'],
    ['de', 'Was hat die Firma'],
    ['it', 'come si fa'],
    ['it', 'come in Italia'],
    ['pl', 'Co to jest i kto go ma'],
  ])
    expect([text, detectLanguage(text as string)]).toEqual([text, language])
})

test('labels of other languages do not make English keywords foreign', () => {
  for (const text of [
    'VPN via Okta',
    'contract type',
    'article 5',
    'customer data',
    'land survey',
    'room Mars',
    'status April',
  ])
    expect(detectLanguage(text), text).toBe('en')
})

test('one word that English has too does not make keywords foreign', () => {
  for (const text of ['Door code', 'war room', 'car insurance', 'hat size', 'plus size']) {
    expect(detectLanguage(text), text).toBe('en')
    expect(hasLanguageEvidence(text), text).toBe(false)
  }
  expect(detectLanguage('Wann war die Messe?')).toBe('de')
  expect(detectLanguage('Hoe kom ik door de deur?')).toBe('nl')
})

test.each([
  [
    'en',
    'City: São Paulo; Country: Brazil; Office: Av. Paulista 100\nCity: Lisbon; Country: Portugal; Office: Rua da Prata 8',
  ],
  ['en', 'Supplier: Los Pollos; Price: 3\nSupplier: La Huerta; Price: 1\nSupplier: El Campo; Price: 1'],
  ['en', 'Bar menu\nPale Ale | Price: 4.20\nAmber Ale | Price: 4.40\nCrème brûlée | Price: 6.00'],
  ['en', 'Drink: Ale à la Maison; Price: 4\nDrink: Amber Ale; Price: 4\nDrink: Ginger Ale; Price: 2'],
  ['en', 'Pale Ale, à la carte, Amber Ale, Golden Ale, House Stout, Ginger Beer, Apple Juice, Water'],
  ['de', 'Preis: 4,20; Getränk: Pale Ale\nPreis: 4,40; Getränk: Amber Ale'],
  ['de', 'Montag: 9-12 Uhr\nDienstag: 9-17 Uhr\nFreitag: geschlossen'],
  ['fr', 'Salle: Mars; Adresse: Boston\nSalle: Venus; Adresse: Leeds'],
  ['es', 'Lunes: 9-12\nMartes: 9-17\nDomingo: cerrado'],
])('a table is of the language of its labels, not of the names in it: %s', (language, text) => {
  expect(detectLanguage(text), text).toBe(language)
})
