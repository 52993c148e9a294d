import { describe, expect, test } from 'vitest'
import { htmlToBlocks } from './html-blocks.ts'

function blocks(html: string): string[] {
  return htmlToBlocks(html).map(({ kind, text }) => `${kind}: ${text}`)
}

const prose =
  '<p>You may visit the works council during working time, as often as you need to.</p><p>Tell your supervisor before you leave your workplace, and when you are back at it.</p>'

describe('tables that only place text are read as text', () => {
  test('two columns with paragraphs', () => {
    const page = `<table border="0"><tr><td><b>Contact</b><br>Room 3.14</td><td>${prose}</td></tr><tr><td colspan="2"><ul><li>Ann<li>Ben</ul></td></tr></table><p>End</p>`
    expect(blocks(page)).toEqual([
      'heading: Contact',
      'paragraph: Room 3.14',
      'paragraph: You may visit the works council during working time, as often as you need to.',
      'paragraph: Tell your supervisor before you leave your workplace, and when you are back at it.',
      'list-item: - Ann',
      'list-item: - Ben',
      'paragraph: End',
    ])
  })

  test('a box of one cell, a table marked as such, and text around a table', () => {
    expect(blocks('<table><tr><td><p>One.</p><ul><li>two</ul></td></tr></table>')).toEqual([
      'paragraph: One.',
      'list-item: - two',
    ])
    expect(blocks('<table role="presentation"><tr><td>One<td>Two<tr><td>Three<td>Four</table>')).toEqual([
      'paragraph: One',
      'paragraph: Two',
      'paragraph: Three',
      'paragraph: Four',
    ])
    const data = '<table><tr><th>Room<th>Seats<tr><td>Mars<td>8</table>'
    expect(
      blocks(`<table><tr><td><p>One.</p>${data}<p>- two</p><p>- three</p></td><td>Four</td></tr></table>`),
    ).toEqual([
      'paragraph: One.',
      'table-row: Room: Mars; Seats: 8',
      'list-item: - two',
      'list-item: - three',
      'paragraph: Four',
    ])
  })
})

test.each([
  ['names of columns', `<table><tr><th>Room<th>Rule<tr><td>Mars<td>${prose}</table>`],
  ['lines around it', `<table border="1"><tr><td>Mars<td>${prose}</table>`],
  ['many rows', `<table><tr><td>Mars<td>${prose}<tr><td>Venus<td>8<tr><td>Pluto<td>2</table>`],
  ['short cells', '<table><tr><td><p>Mars</p><p>left</p><td>8</table>'],
])('a table with %s stays one', (_name, table) => {
  expect(new Set(htmlToBlocks(table).map(({ kind }) => kind))).toEqual(new Set(['table-row']))
})
