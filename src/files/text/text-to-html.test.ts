import { expect, test } from 'vitest'
import { cleanText } from '../../ingest/clean-text.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { textToHtml } from './text-to-html.ts'

const read = (text: string) => htmlToBlocks(cleanText(textToHtml(text))).map((block) => `${block.kind}: ${block.text}`)

test('numbered steps are a list, after the line that announces them and with what follows', () => {
  expect(read('To reset the lock:\n1. Press the red button.\n2) Wait until it\n   blinks.\nThen call Ann.')).toEqual([
    'paragraph: To reset the lock:',
    'list-item: 1. Press the red button.',
    'list-item: 2. Wait until it blinks.',
    'paragraph: Then call Ann.',
  ])
})

test('items may have empty lines between them and items below them', () => {
  expect(read('1. Open\n   - the window\n   - the gate\n\n2. Close\n\nDone.')).toEqual([
    'list-item: 1. Open',
    'list-item:   - the window',
    'list-item:   - the gate',
    'list-item: 2. Close',
    'paragraph: Done.',
  ])
})

test('one line that begins like an item is no list', () => {
  expect(read('3. March is a holiday.\n\nAll rooms are closed.')).toEqual([
    'paragraph: 3. March is a holiday.',
    'paragraph: All rooms are closed.',
  ])
})

test('underlined lines are headings', () => {
  expect(read('Opening hours\n=============\n\nWe open at eight.\n\nParking\n-------\nBehind the house.')).toEqual([
    'heading: Opening hours',
    'paragraph: We open at eight.',
    'heading: Parking',
    'paragraph: Behind the house.',
  ])
})

test('lines that were ended on purpose stay apart, wrapped ones are joined', () => {
  const wrapped =
    'The meeting room on the second floor is closed on Fridays, because it\nis cleaned on that day. Ask Ann Lee at the reception if you need the\nroom in spite of that.'
  expect(read(`${wrapped}\n\nAnn Lee\nReception\nPhone 4477`)).toEqual([
    `paragraph: ${wrapped.replaceAll('\n', ' ')}`,
    'paragraph: Ann Lee, Reception, Phone 4477',
  ])
})

test('lines with labels stay apart, also below a long one', () => {
  const present = `Present: ${'Ann Lee (chair), Ben Okafor (north), Cleo Park (south), '.repeat(2)}Dan Wu (harbour)`
  expect(read(`Site meeting, 12 October\n${present}\nApologies: Eve Marsh`)).toEqual([
    `paragraph: Site meeting, 12 October\n${present}\nApologies: Eve Marsh`,
  ])
})

test.each([
  ['spaces', 'Name        Room    Seats\nAnn Lee     12      3\nBo          14      5'],
  ['tabs', 'Name\tRoom\tSeats\nAnn Lee\t12\t3\nBo\t14\t5'],
])('columns that are aligned by %s are a table', (_, table) => {
  expect(read(`Who sits where:\n${table}\n\nEnd.`)).toEqual([
    'paragraph: Who sits where:',
    'table-row: Name: Ann Lee; Room: 12; Seats: 3',
    'table-row: Name: Bo; Room: 14; Seats: 5',
    'paragraph: End.',
  ])
})

test('names with values beside them are pairs', () => {
  expect(read('Mon-Fri:  8:00 - 17:00\nSat:      9:00 - 12:00')).toEqual([
    'table-row: Mon-Fri: 8:00 - 17:00',
    'table-row: Sat: 9:00 - 12:00',
  ])
})

test('two spaces after a sentence make no table', () => {
  expect(read('We open at eight.  Then we\nclose at nine.  All right.')).toEqual([
    'paragraph: We open at eight. Then we close at nine. All right.',
  ])
})

test('letters and other bullets begin items, too', () => {
  expect(read('Come\na) by train\nb) by bus\n\n• one\n• two')).toEqual([
    'paragraph: Come',
    'list-item: - a) by train',
    'list-item: - b) by bus',
    'list-item: - one',
    'list-item: - two',
  ])
})

test('a dash, a number or a letter that begins a line by chance is text', () => {
  expect(textToHtml('We come back\n- if all is well -\ntomorrow.')).not.toContain('<li>')
  expect(textToHtml('The shop opens again on the\n12. It was closed for long. See\n3. below.')).not.toContain('<li>')
})

test('a description below each item stays with it', () => {
  expect(read('- Ada\nPhone: 12\n- Ben\nPhone: 34')).toEqual([
    'list-item: - Ada, Phone: 12',
    'list-item: - Ben, Phone: 34',
  ])
})

test('an address and a signature stay lines, and signs of HTML are text', () => {
  expect(textToHtml('Best,\nJonas Vale\nWorkshop\n+49 341 5555\njonas@example.org')).toBe(
    '<p>Best,\nJonas Vale<br>Workshop<br>+49 341 5555<br>jonas@example.org</p>',
  )
  expect(textToHtml('A < B & C\nD')).toBe('<p>A &lt; B &amp; C<br>D</p>')
})

test.each([
  ['two spaces', '-  Gate 3 is stuck\n-  Forklift 7 has no brakes\n-  Use gate B'],
  ['tabs', '•\tGate 3 is stuck\n•\tForklift 7 has no brakes\n•\tUse gate B'],
])('list items with %s behind the bullet are no table', (_, list) => {
  expect(read(list)).toEqual([
    'list-item: - Gate 3 is stuck',
    'list-item: - Forklift 7 has no brakes',
    'list-item: - Use gate B',
  ])
})

test('steps with wide gaps behind their numbers are no table', () => {
  expect(read('1.   Open\n2.   Wait\n3.   Close')).toEqual([
    'list-item: 1. Open',
    'list-item: 2. Wait',
    'list-item: 3. Close',
  ])
})
