import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { containsAllLiterals } from './literals.ts'

const evidence = `Write to it-help@acme.test or call +49 30 5550 1234. The portal is vpn.acme.test, release v2.4.1 runs since
2026-11-01. Files are in C:\\data\\logs. Set MAX_POOL_SIZE in /etc/lorewell/server.conf to 40. Locker code heron4000. It costs 25 € or 10 %, e.g. in
the U.S. at 7.30 a.m. In 2025 we had 1,200,000 readers.`

describe('literals of a sentence', () => {
  test.each([
    'Write to IT-Help@acme.test.',
    'Call +49 (30) 5550-1234, please.',
    'The portal is vpn.acme.test; v2.4.1 runs there.',
    'MAX_POOL_SIZE is in /etc/lorewell/server.conf.',
    'The code is heron4000.',
    'It costs €25, i.e. 10% more.',
    'We open at 7.30 a.m. in the U.S.',
    'We had 1200000 readers.',
    'It runs since 01.11.2026.',
    'A sentence without any.',
    'Write to **it-help@acme.test** or set `MAX_POOL_SIZE`.',
    'コードはheron4000です。料金は25€、3.5倍の第2.1節です。',
    'It is 3.5km away, ca. 2.5x farther.',
  ])('%j are in the evidence', (sentence) => {
    expect(containsAllLiterals(sentence, evidence)).toBe(true)
  })

  test.each([
    ['an e-mail address', 'Write to it-helper@acme.test.'],
    ['the domain of an e-mail address', 'Write to it-help@acme-support.test.'],
    ['a longer domain', 'Write to it-help@acme.test.evil.example.'],
    ['a host name', 'The portal is vpn.acme-login.test.'],
    ['a version', 'Release v2.4.2 runs.'],
    ['a version made of known numbers', 'Release 40.2.1 runs.'],
    ['a longer e-mail address', 'Write to ait-help@acme.test.'],
    ['a Windows path', 'Files are in C:\\data\\keys.'],
    ['a path', 'Set it in /etc/lorewell/client.conf.'],
    ['an identifier', 'The code is egret4000.'],
    ['a variable', 'Set MIN_POOL_SIZE.'],
    ['a telephone number of known figures', 'Call +49 30 1234 5550.'],
    ['a currency', 'It costs $25.'],
    ['a percentage', 'It costs 40 %.'],
  ])('%s that is invented is not', (_, sentence) => {
    expect(containsAllLiterals(sentence, evidence)).toBe(false)
  })

  test('a sum needs no sign where the evidence names the currency', () => {
    const prices = 'All prices in euros. Fitter: 86.00; helper: 58. Travel costs 12 %.'
    expect(containsAllLiterals('A fitter costs €86, a helper 58 euros.', prices)).toBe(true)
    expect(containsAllLiterals('A helper costs $58.', prices)).toBe(false)
    expect(containsAllLiterals('A helper costs 58 %.', prices)).toBe(false)
    expect(containsAllLiterals('Travel costs €12.', prices)).toBe(false)
  })

  test('a sum has the same currency as a word, a code or a sign; a weight has none', () => {
    for (const sum of ['¥500', '500 yen', '500 JPY']) {
      expect(containsAllLiterals(`It costs ${sum}.`, 'The fee: 500 yen.')).toBe(true)
      expect(containsAllLiterals(`It costs ${sum}.`, 'The fee: 500 rupees.')).toBe(false)
    }
    expect(containsAllLiterals('Take 5 pounds of flour.', 'Flour: 5 lb.')).toBe(true)
    expect(containsAllLiterals('Take 5 pounds.', 'Flour: 5 lb.')).toBe(false)
  })
})

test.each(['a', '-', 'a.', '_', 'a_', '@', '1', '1 ', '/', 'a/'])('a long row of "%s" takes linear time', (piece) =>
  expectLinearTime((text) => containsAllLiterals(`${text}!`, 'x'), piece, 20_000),
)
