import { describe, expect, test } from 'vitest'
import { markdownToBlocks } from './markdown-blocks.ts'
import { readTranscript } from './read-transcript.ts'

describe('subtitles are read as what each speaker says', () => {
  test('of a meeting with names in tags', () => {
    const vtt = [
      'WEBVTT',
      'Kind: captions',
      '',
      'NOTE made by a program',
      '',
      'f1b2c3/12-0',
      '00:00:03.270 --> 00:00:06.120 align:start',
      '<v Anna Meier>Good morning. We move the release',
      'to the 14th.</v>',
      '',
      'f1b2c3/13-0',
      '00:00:06.500 --> 00:00:11.000',
      '<v Anna Meier>It needs a test.</v>',
      '',
      'f1b2c3/14-0',
      '00:00:12.000 --> 00:00:18.000',
      '<v Ben>I <i>fix</i> the bug.</v> <v Carla>Thanks &amp; bye.</v>',
    ].join('\n')
    expect(readTranscript(vtt)).toBe(
      'Anna Meier: Good morning. We move the release to the 14th. It needs a test.\n\nBen: I fix the bug.\n\nCarla: Thanks &amp; bye.',
    )
  })

  test('with names before the words, and none again until another one speaks', () => {
    const srt = [
      ...['1', '00:00:03,270 --> 00:00:06,000', 'Anna Meier: We move the release', ''],
      ...['2', '00:00:06,500 --> 00:00:08,000', 'to the 14th.', ''],
      ...['3', '00:00:09,000 --> 00:00:10,000', '[laughs]', ''],
      ...['4', '00:00:10,000 --> 00:00:12,000', 'Ben: I fix the bug.'],
    ]
    expect(readTranscript(srt.join('\n'))).toBe('Anna Meier: We move the release to the 14th.\n\nBen: I fix the bug.')
    const packed = srt.filter((line) => line !== '')
    expect(readTranscript(packed.join('\n'))).toBe(readTranscript(srt.join('\n')))
    expect(readTranscript(packed.join('\n\n'))).toBe(readTranscript(srt.join('\n')))
  })

  test('of a film without names: a pause begins a paragraph', () => {
    const srt = [
      ...['1', '00:00:03,270 --> 00:00:06,000', 'Badges are', 'issued at the counter.', ''],
      ...['2', '00:00:06,500 --> 00:00:08,000', '<i>Bring</i> a photo.', ''],
      ...['3', '00:00:19,000 --> 00:00:21,000', '- Where do I park?', '- In the yard.'],
    ]
    expect(readTranscript(srt.join('\n'))).toBe(
      'Badges are issued at the counter. Bring a photo.\n\nWhere do I park?\n\nIn the yard.',
    )
  })

  test('of captions that roll up', () => {
    const vtt = [
      ...['WEBVTT', '', '00:03.270 --> 00:06.000', 'badges are issued', ''],
      ...['00:06.000 --> 00:06.010', 'badges are issued', 'at<00:06.005><c> the</c> counter'],
    ]
    expect(readTranscript(vtt.join('\n'))).toBe('badges are issued at the counter')
  })

  test('a long turn is some paragraphs, each with the name', () => {
    const cueAt = (at: number) =>
      `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\nWe talk about release ${at} for ${'very '.repeat(30)}long.\n`
    const srt = Array.from({ length: 5 }, (_, at) => cueAt(at))
    const paragraphs = readTranscript(srt.join('\n').replace('We', 'Ann: We')).split('\n\n')
    expect(paragraphs).toHaveLength(3)
    expect(paragraphs.every((paragraph) => paragraph.startsWith('Ann: We talk'))).toBe(true)
  })

  test('that are pasted below a heading', () => {
    const note =
      '# Weekly\n\nRecorded on Monday.\n\n1\n00:00:03,270 --> 00:00:06,000\nWe move.\n\n2\n00:00:07,000 --> 00:00:08,000\nOn Friday.\n\n# Links\n\nNone.'
    expect(markdownToBlocks(note, 'Weekly').map(({ text }) => text)).toEqual([
      'Weekly',
      'Recorded on Monday.',
      'We move. On Friday.',
      'Links',
      'None.',
    ])
  })
})

test.each([
  ['an arrow', 'Turn the dial from 10:15 --> 10:30 and wait.\n\n00:15 --> 00:30'],
  [
    'an example in code',
    'A cue:\n\n```\n1\n00:00:03,270 --> 00:00:06,000\nHello\n\n2\n00:00:07,000 --> 00:00:08,000\nBye\n```',
  ],
])('%s is left as it is', (_name, text) => {
  expect(readTranscript(text)).toBe(text)
})
