import { describe, expect, test } from 'vitest'
import { analyze, questionTerms } from './analyze.ts'

/** The terms of one word in two forms must share at least the stem, which is the longer and more telling of its terms. */
function shared(first: string, second: string, language: string): string[] {
  const terms = new Set(analyze(second, language))
  return analyze(first, language).filter((term) => terms.has(term))
}

const inflections: [language: string, first: string, second: string, stem: string][] = [
  ['en', 'policies', 'policy', 'polici'],
  ['de', 'Häuser', 'Haus', 'haus'],
  ['fr', 'congés', 'congé', 'cong'],
  ['es', 'vacaciones', 'vacación', 'vacacion'],
  ['pt', 'trabalhadores', 'trabalhador', 'trabalh'],
  ['it', 'lavoratori', 'lavoratore', 'lavor'],
  ['nl', 'werknemers', 'werknemer', 'werknemer'],
  ['ru', 'документов', 'документы', 'документ'],
  ['tr', 'kitapları', 'kitap', 'kitap'],
  ['ar', 'المدرسة', 'مدرسة', 'مدرس'],
  ['hi', 'लड़कियों', 'लड़की', 'लडक'],
  ['zh', '请假制度', '公司制度', '制度'],
  ['ja', '有給休暇の申請', '休暇を取る', '休暇'],
  ['ko', '휴가를', '휴가는', '휴가'],
  ['th', 'วันหยุดประจำปี', 'วันหยุด', 'หยุด'],
  ['vi', 'nghỉ phép năm', 'phép nghỉ phép', 'nghiphep'],
  ['sv', 'anställda', 'anställd', 'anstalld'],
  ['fi', 'työntekijät', 'työntekijä', 'tyontekij'],
  ['pl', 'urlopu', 'urlop', 'urlopǀ'],
]

describe('every language has one term for two forms of a word', () => {
  test.each(inflections)('%s: %s and %s', (language, first, second, stem) => {
    expect(shared(first, second, language)).toContain(stem)
  })
})

test('every term is made of letters and digits only, so that PostgreSQL keeps it whole', () => {
  const text = `E-mail ABC-123, v1.2.3; user_name @home C++ C# 5e3abc 3.14 "l'été" don't — 50 % naïve ﬁn ½ ② 第50届 ก็ नहीं।`
  for (const term of analyze(text, 'en')) expect(term).toMatch(/^[\p{L}\p{M}\p{Nd}]+$/u)
  expect(analyze('5e3abc', 'en')).toEqual(['n5e3abc', 'n5e3abcǀ'])
})

test('a word yields its stem and a prefix of the stem', () => {
  expect(analyze('reimbursements', 'en')).toEqual(['reimburs', 'reimbǀ'])
})

test('joined words are found whole and by their parts', () => {
  expect(analyze('e-mail', 'en')).toEqual(['mail', 'mailǀ', 'email', 'emailǀ'])
  expect(analyze('ABC-123', 'en')).toEqual(['abc', 'abcǀ', '123', '123ǀ', 'abc123'])
  expect(analyze('user_name', 'en')).toContain('usernam')
  expect(analyze('parentNoteId', 'en')).toEqual(expect.arrayContaining(['parentnoteid', 'parent', 'note', 'id']))
  expect(analyze('GitHub', 'en')).toEqual(['github', 'githuǀ'])
})

test('numbers are found by their value, however they are written', () => {
  expect(analyze('1,000', 'en')).toEqual(analyze('1000', 'en'))
  expect(analyze('1.000', 'de')).toEqual(analyze('1000', 'de'))
  expect(analyze('1\u00a0000', 'fr')).toEqual(analyze('1000', 'fr'))
  expect(analyze('3,14', 'de')).toEqual(analyze('3.14', 'en'))
  expect(analyze('٢٠٢٦', 'ar')).toEqual(analyze('2026', 'ar'))
  expect(analyze('1.23', 'en')).not.toEqual(analyze('12.3', 'en'))
  expect(analyze('v1.2.3', 'en')).toContain('1d2d3')
  expect(analyze('1.2.3', 'en')).toContain('1d2')
})

test('C, C++ and C# are different terms', () => {
  expect(analyze('C C++ C#', 'en')).toEqual(['c', 'cǀ', 'cplusplus', 'csharp'])
})

test('possessives, elisions and apostrophe endings do not hide the word', () => {
  expect(analyze("company's", 'en')).toEqual(analyze('company', 'en'))
  expect(analyze('l’employé', 'fr')).toEqual(analyze('employé', 'fr'))
  expect(analyze("dell'azienda", 'it')).toEqual(analyze('azienda', 'it'))
  expect(analyze("Türkiye'nin", 'tr')).toEqual(analyze('Türkiye', 'tr'))
})

test('accents and letter variants make no difference', () => {
  expect(analyze('straße', 'de')).toEqual(analyze('STRASSE', 'de'))
  expect(analyze('éléphant', 'en')).toEqual(analyze('elephant', 'en'))
  expect(analyze('ёлка', 'ru')).toEqual(analyze('елка', 'ru'))
  expect(analyze('أحمد', 'ar')).toEqual(analyze('احمد', 'ar'))
  expect(analyze('हिन्दी', 'hi')).toEqual(analyze('हिंदी', 'hi'))
})

test('Turkish capitals follow Turkish rules, and both i end as one', () => {
  expect(analyze('IŞIK', 'tr')).toEqual(analyze('ışık', 'tr'))
  expect(analyze('İSTANBUL', 'tr')[0]).toBe('istanbul')
  expect(analyze('İstanbul', 'en')[0]).toBe('istanbul')
})

test('a Vietnamese question without accents matches the text', () => {
  expect(shared('nghi phep', 'nghỉ phép', 'vi')).toEqual(['nghiphep'])
})

test('function words are left out, unless there is nothing else or they are names in capitals', () => {
  expect(analyze('the policy of the company', 'en')).toEqual(analyze('policy company', 'en'))
  expect(analyze('Who are we?', 'en')).not.toEqual([])
  expect(analyze('ask IT about it', 'en')).toEqual(analyze('ask IT', 'en'))
  expect(analyze('ask IT', 'en')).toContain('it')
})

test('single Han characters are found inside longer runs', () => {
  expect(analyze('绿茶的', 'zh')).toContain('茶')
})

test('a question that shows its language is read in that one alone', () => {
  const question = 'Wie viele Urlaubstage habe ich?'
  expect(questionTerms(question, ['en', 'fr'])).toEqual(analyze(question, 'de'))
})

test('a question that does not show its language is read as every language of the corpus', () => {
  const terms = questionTerms('Kündigungsfristen', ['en', 'de'])
  expect(terms).toEqual(expect.arrayContaining([analyze('Kündigungsfrist', 'de')[0]]))
  expect(terms).toEqual(expect.arrayContaining([analyze('Kündigungsfristen', 'en')[0]]))
})

test('no term of a question is repeated because several languages agree on it', () => {
  expect(questionTerms('onboarding', ['en', 'de', 'nl'])).toHaveLength(
    new Set(questionTerms('onboarding', ['en', 'de', 'nl'])).size,
  )
})

test('a very long word and a very long joined word are cut, not dropped', () => {
  expect(analyze('a'.repeat(5_000), 'en')[0]?.length).toBeLessThanOrEqual(40)
  expect(analyze('ab-'.repeat(5_000), 'en').length).toBeLessThan(50)
})
