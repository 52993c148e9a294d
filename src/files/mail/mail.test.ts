import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { describe, expect, test } from 'vitest'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { readFile } from '../read-file.ts'

const read = (content: string | Uint8Array, name: string) => readFile(Buffer.from(content as string), name)

const mail = (headers: Record<string, string>, body: string) =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}`

const people = { From: 'Ada Lovelace <ada@example.org>', To: 'Bo <bo@example.org>, cy@example.org' }

test('a message gives its subject, people, date and text', async () => {
  const text = await read(
    mail(
      { ...people, Subject: '=?utf-8?q?Preise_f=C3=BCr_2026?=', Date: 'Fri, 2 Jan 2026 10:00:00 +0100' },
      'Hello Bo,\n\nthe price is 5 < 6.\n\n-- \nAda, Sales',
    ),
    'a.eml',
  )
  expect(text).toEqual({
    type: 'html',
    title: 'Preise für 2026',
    updatedAt: new Date('2026-01-02T09:00:00Z'),
    content:
      '<section><h1>Preise für 2026</h1>\n' +
      '<p>From: Ada Lovelace &lt;ada@example.org&gt;<br>To: Bo &lt;bo@example.org&gt;, cy@example.org<br>' +
      'Date: 2 January 2026 at 09:00 UTC</p>\n' +
      '<p>Hello Bo,</p>\n<p>the price is 5 &lt; 6.</p>\n<p>Ada, Sales</p></section>',
    skipped: [],
  })
})

describe('letters of a message', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const plain = { ...people, Subject: 'Fees', 'Content-Type': 'text/plain' }
  const ascii = { ...plain, 'Content-Type': 'text/plain; charset=us-ascii' }
  const page = "<html><head><meta charset='windows-1251'></head><body><p>Зал стоит 55 рублей.</p></body></html>"
  const cyrillic = Buffer.from(
    page.replace(/[А-я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x410 + 0xc0)),
    'latin1',
  )
  const text = 'Die Gebühr für Räume beträgt 55 Euro.'

  test.each([
    ['ISO 8859-1 without a charset', latin(mail(plain, text)), text],
    ['UTF-8 that is called ASCII', mail(ascii, text), text],
    [
      'ISO 8859-1 that is called UTF-8',
      latin(mail({ ...plain, 'Content-Type': 'text/plain; charset=utf-8' }, text)),
      text,
    ],
    [
      'UTF-8 that is called ISO 8859-1',
      mail({ ...plain, 'Content-Type': 'text/plain; charset=iso-8859-1' }, text),
      text,
    ],
    [
      'ISO 8859-1 in quoted-printable, without a charset',
      mail(
        { ...plain, 'Content-Transfer-Encoding': 'quoted-printable' },
        text.replaceAll('ü', '=FC').replaceAll('ä', '=E4'),
      ),
      text,
    ],
    [
      'a web page that names its charset itself',
      Buffer.concat([latin(mail({ ...plain, 'Content-Type': 'text/html' }, '')), cyrillic]),
      'Зал стоит 55 рублей.',
    ],
    [
      'the charset that it names',
      Buffer.from(mail({ ...plain, 'Content-Type': 'text/plain; charset=koi8-r' }, '\xf2\xf5\xf3'), 'latin1'),
      'РУС',
    ],
  ])('are read in %s', async (_, message, expected) => {
    expect((await read(message, 'a.eml')).content).toContain(expected)
  })

  test('in headers are read without an encoded word, too', async () => {
    const file = latin(mail({ ...people, Subject: 'Gebühr für Räume' }, 'Text'))
    expect((await read(file, 'a.eml')).title).toBe('Gebühr für Räume')
  })
})

test('a message without the right extension is found by its headers', async () => {
  expect((await read(mail({ ...people, Subject: 'Found' }, 'Text'), 'message')).title).toBe('Found')
})

test('a quote of a message that is not in the file is kept in short', async () => {
  const quoted = Array.from({ length: 100 }, (_, line) => `> quoted line ${line}`).join('\n')
  const { content } = await read(
    mail({ ...people, Subject: 'Re: Order' }, `Yes.\n\nOn Monday, Bo <bo@example.org> wrote:\n${quoted}\n\nRegards`),
    'a.eml',
  )
  expect(content).toContain('<p>Yes.</p>\n<blockquote><p>On Monday, Bo &lt;bo@example.org&gt; wrote:')
  expect(content).toContain('quoted line 0')
  expect(content).not.toContain('quoted line 99')
  expect(content).toContain('<p>Regards</p>')
})

test('the original message below a reply is a quote; below a forward it is the content', async () => {
  const original = `-----Original Message-----\nFrom: Bo\nSent: Monday\nSubject: Order\n\n${'Many words here. '.repeat(200)}`
  const reply = await read(mail({ ...people, Subject: 'Re: Order' }, `Yes.\n\n${original}`), 'a.eml')
  const forward = await read(mail({ ...people, Subject: 'Fwd: Order' }, `See below.\n\n${original}`), 'a.eml')
  expect(reply.content.length).toBeLessThan(1_500)
  expect(forward.content).toContain('Many words here. '.repeat(200).trim())
})

test.each([
  [
    'Gmail',
    '---------- Forwarded message ---------\nFrom: Cy <cy@example.org>\nDate: Fri, Jan 2, 2026\nSubject: Gate\n\n',
  ],
  [
    'Apple Mail',
    'Begin forwarded message:\n\n> From: Cy <cy@example.org>\n> Date: Fri, Jan 2, 2026\n> Subject: Gate\n>\n> ',
  ],
  [
    'Thunderbird',
    '-------- Weitergeleitete Nachricht --------\nBetreff: Gate\nDatum: Fri, 2 Jan 2026\nVon: Cy <cy@example.org>\n\n',
  ],
])('a message that %s forwarded is kept whatever the subject is', async (_, start) => {
  const original = 'Many words here. '.repeat(200).trim()
  const { content } = await read(mail({ ...people, Subject: 'Gate' }, `See below.\n\n${start}${original}`), 'a.eml')
  expect(content).toContain(original)
  expect(content).toContain('<p>See below.</p>')
})

test('a forwarded message is kept in HTML, too; a reply to one is cut', async () => {
  const html = { ...people, 'Content-Type': 'text/html' }
  const quote = (start: string) =>
    `<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">${start}<br></div><p>${'Many words here. '.repeat(200)}</p></div>`
  const forward = mail({ ...html, Subject: 'Gate' }, quote('---------- Forwarded message ---------<br>From: Cy'))
  const reply = mail({ ...html, Subject: 'Re: Gate' }, quote('On Monday, Cy wrote:'))
  expect((await read(forward, 'a.eml')).content).toContain('Many words here. '.repeat(200).trim())
  expect((await read(reply, 'a.eml')).content.length).toBeLessThan(1_500)
})

test.each([
  [
    'a table with lines',
    '<table border=0 style="border-collapse:collapse"><tr><td style="border:solid windowtext 1.0pt">Mars</td><td style="border:solid windowtext 1.0pt">12</td></tr></table>',
  ],
  ['struck out words', '<p>Mars 12 <s>14</s></p>'],
])('the HTML of a message is read where it has %s', async (_, html) => {
  const part = (type: string, text: string) => `--b\nContent-Type: ${type}; charset=utf-8\n\n${text}\n`
  const body = `${part('text/plain', 'Mars\n\n12\n\n14')}${part('text/html', html)}--b--`
  const headers = { ...people, Subject: 'Seats', 'Content-Type': 'multipart/alternative; boundary=b' }
  expect((await read(mail(headers, body), 'a.eml')).content).toContain(html)
})

test('the fields of a message below a reply or a forward are its head', async () => {
  const fields =
    'Von: Kern, Bo <bo@example.org>\nGesendet: Freitag, 28. Februar 2025 15:12\nAn: Ada\nBetreff: Fenster\n\nBitte ein Angebot.'
  const { content } = await read(mail({ ...people, Subject: 'AW: Fenster' }, `Gern.\n\n${fields}`), 'a.eml')
  const blocks = htmlToBlocks(content).map(({ text }) => text)
  expect(blocks).toContain('Kern, Bo bo@example.org (Freitag, 28. Februar 2025 15:12):')
  expect(blocks.at(-1)).toBe('Bitte ein Angebot.')
  const forward = await read(mail({ ...people, Subject: 'WG: Fenster' }, fields), 'a.eml')
  expect(htmlToBlocks(forward.content).map(({ text }) => text)).toContain(blocks.at(-3))
})

test('signatures of signed messages are no attachments', async () => {
  const { skipped, content } = await read(
    multipart([
      'Content-Type: text/plain\n\nThe gate closes at eight.',
      'Content-Type: application/pkcs7-signature; name="smime.p7s"\nContent-Disposition: attachment; filename="smime.p7s"\nContent-Transfer-Encoding: base64\n\nAAEC',
      'Content-Type: application/pgp-signature; name="signature.asc"\n\n-----BEGIN PGP SIGNATURE-----',
    ]),
    'a.eml',
  )
  expect(skipped).toEqual([])
  expect(content).not.toMatch(/PGP|smime/)
})

test('a mailbox has each message once: quotes of its own messages are left out', async () => {
  const question = 'Which key opens the store room on the second floor of the old building?'
  const mbox = [
    'From bo@example.org Thu Jan  1 10:00:00 2026',
    mail(
      { From: 'bo@example.org', Subject: 'Key', Date: 'Thu, 1 Jan 2026 10:00:00 +0000' },
      `${question}\n\n>From here on.\n`,
    ),
    '',
    'From ada@example.org Fri Jan  2 10:00:00 2026',
    mail(
      { From: 'ada@example.org', Subject: 'Re: Key', Date: 'Fri, 2 Jan 2026 10:00:00 +0000' },
      `The blue one.\n\nOn Thursday, bo wrote:\n> Which key opens the store room\n> on the second floor of the old building?\n`,
    ),
  ].join('\r\n')
  const { content, updatedAt, title } = await read(mbox, 'inbox.mbox')
  expect(content.match(/store room/g)).toHaveLength(1)
  expect(content).toContain('From here on.')
  expect(content).toContain('The blue one.')
  expect(content).not.toContain('Thursday, bo wrote')
  expect(updatedAt).toEqual(new Date('2026-01-02T10:00:00Z'))
  expect(title).toBeUndefined()
})

test('HTML is preferred where it has structure, without what mail programs mark as quoted', async () => {
  const html =
    '<html><body><p>Steps:</p><ul><li>open</li><li>close</li></ul>' +
    '<div class="gmail_quote">On Monday Bo wrote:<blockquote>Old words</blockquote></div><p>Bye</p></body></html>'
  const { content } = await read(mail({ ...people, Subject: 'Re: Steps', 'Content-Type': 'text/html' }, html), 'a.eml')
  expect(content).toContain('<ul><li>open</li><li>close</li></ul>')
  expect(content).toContain('<blockquote><p>On Monday Bo wrote:Old words</p></blockquote>')
  expect(content).toContain('<p>Bye</p>')
})

const multipart = (parts: string[], subject = 'With files') =>
  mail(
    { ...people, Subject: subject, 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' },
    `${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`,
  )

test('attachments are read below their names; unreadable ones are named with the reason', async () => {
  const { content, skipped } = await read(
    multipart([
      'Content-Type: text/plain\n\nSee the list.',
      'Content-Type: text/csv; name="list.csv"\nContent-Disposition: attachment; filename="list.csv"\n\na,b\n1,2',
      'Content-Type: application/zip\nContent-Disposition: attachment; filename="x.bin"\nContent-Transfer-Encoding: base64\n\nAAEC',
      'Content-Type: message/rfc822\nContent-Disposition: attachment; filename="inner.eml"\n\nSubject: Inner\nFrom: a@b.c\n\nInner text',
    ]),
    'a.eml',
  )
  expect(content).toContain('<h2>list.csv</h2>\n<table>')
  expect(content).toMatch(/<h2>inner\.eml<\/h2>\n<section><h3>Inner<\/h3>[\s\S]*Inner text/)
  expect(skipped).toEqual([{ name: 'x.bin', reason: 'unsupported' }])
})

test('messages within messages are read to the limit of depth', async () => {
  let nested = mail({ ...people, Subject: 'level 0' }, 'deepest text')
  for (let level = 1; level <= 6; level++) {
    const boundary = `b${level}`
    nested =
      `Subject: level ${level}\r\nFrom: a@b.c\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=${boundary}\r\n\r\n` +
      `--${boundary}\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename=inner.eml\r\n\r\n${nested}\r\n--${boundary}--\r\n`
  }
  const { content, skipped } = await read(nested, 'a.eml')
  expect(content).toContain('level 2')
  expect(content).not.toContain('deepest text')
  expect(skipped).toMatchObject([{ reason: 'too-deep' }])
})

test('parts within parts beyond measure are refused', async () => {
  const parts = Array.from(
    { length: 5_000 },
    (_, level) => `--b${level}\nContent-Type: multipart/mixed; boundary="b${level + 1}"\n`,
  )
  const bomb = mail(
    { Subject: 'deep', 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary="b0"' },
    parts.join('\n'),
  )
  await expect(read(bomb, 'a.eml')).rejects.toMatchObject({ reason: 'too-deep' })
})

/** A message as Outlook writes it, with strings in UTF-16. */
function outlookMessage(strings: Record<string, string>): Uint8Array {
  const streams = Object.entries(strings).map(([tag, text]) => ({
    name: `__substg1.0_${tag}001F`,
    // The writer ignores the offset of a view into a larger buffer.
    binary: new Uint8Array(Buffer.from(text, 'utf16le')),
  }))
  const all = [{ name: '__properties_version1.0', binary: new Uint8Array(32) }, ...streams]
  return burn([
    { name: 'Root Entry', type: 5, children: all.map((_, index) => index + 1), length: 0 },
    ...all.map(({ name, binary }) => ({ name, type: 2, length: binary.length, binaryProvider: () => binary })),
  ])
}

test('an Outlook message is found by its content and read', async () => {
  const msg = outlookMessage({
    '0037': 'Budget – draft',
    '0C1A': 'Ada Lovelace',
    '1000': 'The budget is 5 million €.\r\n',
  })
  const text = await read(msg, 'a.dat')
  expect(text.title).toBe('Budget – draft')
  expect(text.content).toBe(
    '<section><h1>Budget – draft</h1>\n<p>From: Ada Lovelace</p>\n<p>The budget is 5 million €.</p></section>',
  )
})

test('an invitation that comes twice is read once', async () => {
  const calendar = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Lunch\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
  const mail = [
    'From: ida@example.org',
    'Subject: Invitation',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'Come to lunch.',
    '--part',
    'Content-Type: text/calendar; method=REQUEST',
    '',
    calendar,
    '--part',
    'Content-Type: application/ics; name="invite.ics"',
    'Content-Disposition: attachment; filename="invite.ics"',
    '',
    calendar,
    '--part--',
    '',
  ].join('\r\n')
  const { content } = await read(mail, 'a.eml')
  expect(content.match(/Lunch/g)).toHaveLength(1)
})
