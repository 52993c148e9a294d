import { describe, expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

function texts(text: string, language?: string): string[] {
  return splitSentences(text, language).map((sentence) => sentence.text)
}

describe('sentences end where a reader expects', () => {
  test.each([
    [
      'en',
      ['Dr. Smith met Mr. Jones at 3.5 p.m. in the U.S. Army base.', 'They talked, e.g. about costs (approx. $3.50).'],
    ],
    ['en', ['She was born in the U.S. of A.', 'The army left.', 'See Fig. 3 and No. 5.', 'I said no.', 'We left.']],
    ['en', ['“Really?” he asked.', 'Yahoo! is a company.', 'J. K. Rowling et al. wrote it.']],
    ['en', ['Version 1.2.3 was released.', 'Visit example.com.', 'Wait...', 'Then what?']],
    ['en', ['Password entered: 1. Lock the account.', '2. End all sessions.', 'We counted 12.', 'Then we left.']],
    ['en', ['Beer and wine: 16.', 'Energy drinks: 14.', "The others don't.", 'Never treat them.', 'Call ext. 340.']],
    ['de', ['Am 3. Oktober 1990 wurde z. B. gefeiert.', 'Das kostet ca. 3 Mio. Euro.']],
    ['fr', ['M. Dupont est là.', 'Il part.']],
    ['ru', ['В 1990 г. он жил на ул. Ленина.', 'Потом уехал.']],
    ['hi', ['यह एक वाक्य है।', 'यह दूसरा है।']],
    ['ar', ['هذا سؤال؟', 'نعم.']],
  ])('%s: %j', (language, sentences) => {
    expect(texts(sentences.join(' '), language)).toEqual(sentences)
  })

  test.each([
    ['zh', ['今天天气很好。', '我们去公园吧！', '你呢？']],
    ['ja', ['これはペンです。', 'あれは本ですか？']],
  ])('%s has no space between them: %j', (language, sentences) => {
    expect(texts(sentences.join(''), language)).toEqual(sentences)
  })
})

test('list items and table rows stay whole', () => {
  const lines = [
    '1. Open the door. Go in.',
    '- e.g. this. And that.',
    'Region: EU; Days: 25. Paid; Note: none',
    'a | b. C | d',
  ]
  expect(texts(lines.join('\n'))).toEqual(lines)
})

test('a long list item is split, its marker stays with the first sentence', () => {
  const sentence = `The ${'very '.repeat(50)}long sentence ends.`
  expect(texts(`1. ${sentence} ${sentence}`)).toEqual([`1. ${sentence}`, sentence])
})

test('every sentence has its offsets in the text', () => {
  const text = '  One is here.  Two is   there!\n\n  - three \n四。五。 '
  for (const { text: sentence, start, end } of splitSentences(text)) expect(text.slice(start, end)).toBe(sentence)
  expect(texts(text)).toEqual(['One is here.', 'Two is   there!', '- three', '四。', '五。'])
})

test('Thai is cut at spaces once a phrase is long enough', () => {
  const phrase = 'บริษัทให้พนักงานทุกคนลาพักร้อนได้ปีละสิบห้าวันโดยได้รับค่าจ้างเต็มจำนวนตามระเบียบของบริษัทที่ประกาศใช้ในปีนี้และปีต่อไปทุกปี'
  expect(texts(`${phrase} ${phrase} ${phrase}`, 'th')).toEqual([phrase, phrase, phrase])
})

test('a line of a million characters without an end is one sentence', () => {
  expect(splitSentences('word '.repeat(200_000))).toHaveLength(1)
})

test('references in brackets stay with the sentence before them', () => {
  expect(texts('Enabled since 2013 (version 19).[7][8] The code is sandboxed.[9] "It" draws [on a canvas].')).toEqual([
    'Enabled since 2013 (version 19).[7][8]',
    'The code is sandboxed.[9]',
    '"It" draws [on a canvas].',
  ])
})

test('a long word before a stop takes linear time', () => {
  const sentences = splitSentences(`${'a'.repeat(100_000)} b. ${'A c. '.repeat(50)}`, 'en')
  expect(sentences.length).toBeGreaterThan(10)
})
