import { expect, test } from 'vitest'
import { textToHtml } from './text-to-html.ts'

test('lists with bullets, numbers and letters are lists, also right below the line that announces them', () => {
  expect(textToHtml('Bring:\n- a pen\n- the form,\n  signed\nThen wait.')).toBe(
    '<p>Bring:</p>\n<ul><li>a pen</li>\n<li>the form,\nsigned</li></ul>\n<p>Then wait.</p>',
  )
  expect(textToHtml('1. Open it.\n2. Close it.\n\n3) Lock it.')).toBe(
    '<ol start="1"><li>Open it.</li>\n<li>Close it.</li></ol>\n<ol start="3"><li>Lock it.</li></ol>',
  )
  expect(textToHtml('a) by train\nb) by bus')).toBe('<ul><li>a) by train</li>\n<li>b) by bus</li></ul>')
  expect(textToHtml('• one\n• two')).toBe('<ul><li>one</li>\n<li>two</li></ul>')
})

test('a dash, a number or a letter that begins a line by chance is text', () => {
  expect(textToHtml('We come back\n- if all is well -\ntomorrow.')).not.toContain('<li>')
  expect(
    textToHtml('The shop opens again on the\n12. It was closed for long, since they rebuilt all of it. See\n3. below.'),
  ).not.toContain('<li>')
})

test('wrapped lines belong together, others stay lines', () => {
  expect(textToHtml('Riverside Clinic\n12 Mill Lane\nLeipzig')).toBe(
    '<p>Riverside Clinic<br>12 Mill Lane<br>Leipzig</p>',
  )
  expect(textToHtml('Best,\nJonas Vale\nWorkshop\n+49 341 5555\njonas@example.org')).toBe(
    '<p>Best,\nJonas Vale<br>Workshop<br>+49 341 5555<br>jonas@example.org</p>',
  )
  const wrapped = 'Whoever wants to travel asks the person who runs the office in\nLeipzig, and then buys the ticket.'
  expect(textToHtml(wrapped)).toBe(`<p>${wrapped}</p>`)
  expect(textToHtml('A < B & C\nD')).toBe('<p>A &lt; B &amp; C<br>D</p>')
})

test('an underlined line is a heading, a line of dashes nothing', () => {
  expect(textToHtml('Holidays\n========\n28 days.\n-----\nMore.')).toBe(
    '<h2>Holidays</h2>\n<p>28 days.</p>\n<p>More.</p>',
  )
})

test('a description below each item stays with it', () => {
  expect(textToHtml('- Ada\nPhone: 12\n- Ben\nPhone: 34')).toBe(
    '<ul><li>Ada<br>Phone: 12</li>\n<li>Ben<br>Phone: 34</li></ul>',
  )
})
