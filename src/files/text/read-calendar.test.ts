import { expect, test } from 'vitest'
import { readFile } from '../read-file.ts'

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const read = (text: string) => readFile(new TextEncoder().encode(text), 'invite.ics')

test('an invitation is read with its time, place and people', async () => {
  const text = calendar(
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'END:STANDARD',
    'END:VTIMEZONE',
    ...event(
      'DTSTAMP:20260301T080000Z',
      'DTSTART;TZID=Europe/Berlin:20260410T090000',
      'DTEND;TZID=Europe/Berlin:20260410T110000',
      'SUMMARY:Inspection of the ',
      ' crane',
      'LOCATION:Hall 3\\, gate B',
      'ORGANIZER;CN=Bo:mailto:bo@example.org',
      'ATTENDEE;ROLE=REQ-PARTICIPANT;CN="Voss, Ida":mailto:ida@example.org',
      'DESCRIPTION:Bring a <helmet>.\\n\\nMeet at the gate.',
      'BEGIN:VALARM',
      'DESCRIPTION:Reminder',
      'END:VALARM',
    ),
  )
  expect(await read(text)).toEqual({
    type: 'html',
    title: 'Inspection of the crane',
    updatedAt: new Date('2026-03-01T08:00:00Z'),
    skipped: [],
    content: [
      '<h1>Inspection of the crane</h1>',
      '<p>When: Friday 10 April 2026 at 09:00 to 11:00 (Europe/Berlin)<br>Where: Hall 3, gate B<br>Organizer: Bo &lt;bo@example.org&gt;<br>Attendees: Voss, Ida &lt;ida@example.org&gt;</p>',
      '<p>Bring a &lt;helmet&gt;.</p>',
      '<p>Meet at the gate.</p>',
    ].join('\n'),
  })
})

test.each([
  [['DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260503'], 'When: Friday 1 May 2026 to Saturday 2 May 2026'],
  [['DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260502'], 'When: Friday 1 May 2026'],
  [
    ['DTSTART:20260501T220000Z', 'DTEND:20260502T010000Z'],
    'When: Friday 1 May 2026 at 22:00 to Saturday 2 May 2026 at 01:00 (UTC)',
  ],
  [
    ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20260630T000000Z'],
    'Repeats: every 2 weeks on Monday, Wednesday until 30 June 2026',
  ],
  [['RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=6'], 'Repeats: monthly on last Friday, 6 times'],
  [['STATUS:CANCELLED'], 'Status: cancelled'],
])('the fields %j of an event become a sentence', async (lines, expected) => {
  expect((await read(calendar(...event(...lines)))).content).toBe(`<p>${expected}</p>`)
})

test('a calendar has its name and its events', async () => {
  const text = calendar('X-WR-CALNAME:Harbour', ...event('SUMMARY:Dry dock'), ...event('SUMMARY:Launch'))
  expect(await read(text)).toMatchObject({ title: 'Harbour', content: '<h2>Dry dock</h2>\n<h2>Launch</h2>' })
})

test('a calendar without events is empty', async () => {
  await expect(read(calendar())).rejects.toMatchObject({ reason: 'empty' })
})
