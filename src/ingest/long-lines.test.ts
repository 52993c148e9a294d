import { expect, test } from 'vitest'
import { expectLinearTime } from '../../test/support/growth.ts'
import { toCommonMark } from './markdown-dialects.ts'
import { findOwnParagraphs } from './own-paragraphs.ts'
import { readTranscript } from './read-transcript.ts'

test('a directive without its brace takes linear time', () => {
  expectLinearTime((name) => toCommonMark(`\`\`\`{${name}\ntext\n\`\`\``), 'a')
  expect(toCommonMark('```{note} Mind the gap\nText\n```')).toContain('Mind the gap')
})

test('a bold line that goes on after many blanks takes linear time', () => {
  expectLinearTime((blanks) => findOwnParagraphs(['Text', `**Bold**${blanks}x`]), ' ')
  expect(findOwnParagraphs(['Text', '**Bold** : '])).toEqual(new Set([1]))
})

test.each(['1', '<v.', '<v.a '])('a row of "%s" in subtitles takes linear time', (piece) => {
  const time = '00:01.000 --> 00:02.000\n'
  expectLinearTime((row) => readTranscript(`${time}${row}\n\n${row} x\n${time}Text\n`), piece)
})
