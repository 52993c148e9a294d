import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '../../test/support/growth.ts'
import { htmlToBlocks } from './html-blocks.ts'
import { markdownToBlocks } from './markdown-blocks.ts'
import { separateMessages } from './message-heads.ts'

const textsOf = (content: string) => markdownToBlocks(content, 'Chat').map(({ text }) => text)

describe('the head of a message is a line of its own', () => {
  test.each([
    ['Slack', 'Ann Lee  10:32 AM', 'Ann Lee (10:32 AM):'],
    ['Slack with the time below', 'Ann Lee\n  10:32 AM', 'Ann Lee (10:32 AM):'],
    ['Teams', '[Yesterday 14:05] Ann Lee', 'Ann Lee (Yesterday 14:05):'],
    ['Teams with a date', '[12.03. 14:05] Ann Lee (Guest)', 'Ann Lee (Guest) (12.03. 14:05):'],
    ['Discord', 'ann_lee — 03/12/2024 10:32 AM', 'ann_lee (03/12/2024 10:32 AM):'],
    ['Google Chat', 'Ann Lee, Yesterday 10:32 AM, Edited', 'Ann Lee (Yesterday 10:32 AM):'],
    ['a transcript', 'Ann Lee   0:03', 'Ann Lee (0:03):'],
    ['a day and a month', 'Ann Lee, 12. März 2024 um 10:32', 'Ann Lee (12. März 2024 um 10:32):'],
  ])('%s', (_name, head, expected) => {
    const other = head.replaceAll(/ann/gi, (name) => (name === 'ann' ? 'ben' : 'Ben'))
    const chat = `${head}\nWe moved the release to Thursday, since the payment tests fail.\nplease wait.\n\n${other}\nok`
    expect(textsOf(chat)).toEqual([
      expected,
      'We moved the release to Thursday, since the payment tests fail. please wait.',
      expected.replaceAll(/ann/gi, (name) => (name === 'ann' ? 'ben' : 'Ben')),
      'ok',
    ])
  })

  test.each([
    ['[12.03.24, 10:32:11] Ann: We moved.', 'Ann (12.03.24, 10:32):'],
    ['12/03/2024, 10:32 - Ann Lee: We moved.', 'Ann Lee (12/03/2024, 10:32):'],
    ['[10:32] <ann> We moved.', 'ann (10:32):'],
    ['10:32:11 From Ann Lee to Everyone: We moved.', 'Ann Lee (10:32):'],
  ])('%s', (line, expected) => {
    const other = line.replace(/Ann|ann/, 'Ben').replace('We moved.', '<Media omitted>')
    expect(textsOf(`${line}\nOn Friday.\n${other}\n${line}`)).toEqual([
      expected,
      'We moved. On Friday.',
      expected.replace(/Ann|ann/, 'Ben'),
      expected,
      'We moved.',
    ])
  })

  test('in a page, without what is no part of messages', () => {
    const page =
      '<p><b>Ann Lee</b> 10:32 AM<br>We moved.<br>3 replies</p><p>10:33</p><p>On Friday.</p><p>Ben 10:35 AM<br>ok</p>'
    expect(htmlToBlocks(page).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'paragraph Ann Lee (10:32 AM):',
      'paragraph We moved.',
      'paragraph On Friday.',
      'paragraph Ben (10:35 AM):',
      'paragraph ok',
    ])
  })
})

describe('the fields of a mail are the head of its message', () => {
  test.each([
    ['in a copied thread', 'From: Ann Lee\nDate: 17 February', 'Ann Lee (17 February):', []],
    [
      'with address, weekday and zone',
      'From: Ann Lee <ann@acme.example>\nTo: Ben\nDate: Mon, 17 Feb 2025 10:32:00 +0100\nSubject: Move',
      'Ann Lee ann@acme.example (Mon, 17 Feb 2025 10:32:00 +0100):',
      ['To: Ben, Subject: Move'],
    ],
    [
      'of Outlook in German, in bold',
      '**Von:** Lee, Ann\n**Gesendet:** Dienstag, 4. März 2025 09:14\n**Betreff:** Umzug',
      'Lee, Ann (Dienstag, 4. März 2025 09:14):',
      ['Betreff: Umzug'],
    ],
  ])('%s', (_name, fields, head, others) => {
    expect(textsOf(`# Offices\n\n${fields}\n\nWe move on Friday.`)).toEqual([
      'Offices',
      head,
      ...others,
      'We move on Friday.',
    ])
  })

  test.each([
    ['no date', 'From: Ann Lee\nSubject: Move'],
    ['no sender', 'Date: 17 February\nSubject: Move'],
    ['no date that can be read', 'From: Hamburg\nDate: every second week'],
  ])('%s: they are text', (_name, fields) => {
    const texts = textsOf(`${fields}\n\nWe move on Friday.`)
    expect(texts.some((text) => text.endsWith('):'))).toBe(false)
    expect(texts.join(' ').replaceAll(',', '')).toContain(fields.replaceAll('\n', ' '))
  })
})

test.each(['\n', 'From: a\n', '<a@', 'From:\n\n', 'To: a\n'])(
  'a page of %j is searched for mails in linear time',
  (piece) => {
    expectLinearTime((text) => separateMessages(`From: ${text}\nDate: 3 May\n${text}`), piece, 400_000)
  },
)

test.each([
  ['a single line', 'Ann Lee, 10:32\n\nWe moved.'],
  ['a timetable', 'Opening, 9:00\n\nKeynote, 9:30\n\nLunch, 12:30\n\nIn the hall.'],
  ['opening hours', 'Monday: 9:00 to 12:30\n\nClosed on holidays.\n\nTuesday: 9:00 to 10:30\n\nAsk Petra.'],
  ['code', '```\n[10:32] ann: hello\n[10:33] ben: hello\n```'],
  ['a log', '[2024-03-12 10:32:11] ERROR: out of memory\n\n[2024-03-12 10:33:11] INFO: restarted'],
])('%s is left as it is', (_name, text) => {
  expect(textsOf(text).join('\n\n')).toBe(text.replace(/```\n?/g, '').trimEnd())
})
