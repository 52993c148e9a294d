import type { SeededRandom } from '../../support/seeded-random.ts'

/** Pieces that parsers, escapers and limits have stumbled over. */
const hostileFragments = [
  ...['\u0000', '\ud800', '\udc00', '\ufeff', '\u202e', '\u200d', '\u0301', '\uffff', '🙂', 'ﷺ', '\r', '\u2028'],
  ...[
    '\\u0000',
    '\\ud800',
    '%00',
    '%ff',
    '%',
    '..',
    '/',
    '//',
    '\\',
    '?',
    '#',
    '&',
    ';',
    '[]',
    '[a]',
    '{}',
    '"',
    "'",
    '`',
    '--',
    '/*',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'null', 'undefined', 'NaN', '1e999', '-0', '1e-999'],
  ...['<script>', '<!--', '-->', '<![CDATA[', '<svg/onload=x>', '&#x0;', '&#99999999;', '<a href="javascript:x">'],
  ...['```', '~~~', '---\n', '![](', '[x]: ', '> ', '* ', '| a |\n|---|\n', '$$', '\t', '\n\n', '# ', '{{', '${'],
  ...['() { :; };', "' or 1=1 --", '{"a":', '[', ']', '9'.repeat(40), 'x'.repeat(3000)],
]

/** The same text with something wrong: cut, doubled, turned around, overlong, with strange pieces in it. */
export function mutateText(text: string, random: SeededRandom, most = 200_000): string {
  let result = text
  for (let steps = 1 + random.below(4); steps > 0; steps--) result = mutateOnce(result, random).slice(0, most)
  return result
}

function mutateOnce(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1)
  const until = at + random.below(Math.min(200, text.length - at) + 1)
  const piece = random.pick(hostileFragments)
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at) + text.slice(until)
    case 1:
      return text.slice(0, at) + piece + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(at, until).repeat(2 + random.below(30)) + text.slice(until)
    case 3:
      return text.slice(0, at) + piece.repeat(1 + random.below(200)) + text.slice(until)
    case 4:
      return text.slice(0, at)
    case 5:
      return text.slice(at) + text.slice(0, at)
    case 6:
      return text.slice(0, at) + String.fromCharCode(random.below(65_536)) + text.slice(at + 1)
    default:
      return text.slice(0, at) + [...text.slice(at, until)].reverse().join('') + text.slice(until)
  }
}
