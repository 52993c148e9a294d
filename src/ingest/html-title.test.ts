import { expect, test } from 'vitest'
import { expectLinearTime } from '../../test/support/growth.ts'
import { htmlHeading, htmlTitle } from './html-title.ts'

test.each([
  ['<html><title lang="en">Fees &amp;\n hours&#33;</title>', 'Fees & hours!'],
  ['<titles>No</titles><p>Text</p>', undefined],
  ['<!-- <title>Old</title> --><title>New</title>', 'New'],
  ['<title></title><svg><title>Icon</title></svg>', undefined],
  ['<title>It never ends: a whole page', undefined],
])('the title of %j is %j', (html, title) => {
  expect(htmlTitle(html)).toBe(title)
})

test('the heading of a page is the text of its first h1, with what is emphasized in it', () => {
  expect(htmlHeading('<h2>Menu</h2><h1>Fees <em>and</em>\n hours</h1><h1>Other</h1>')).toBe('Fees and hours')
})

test.each(['<title', '<title>', '<title ', 'a<title>b', '<h1>'])('a row of "%s" takes linear time', (piece) => {
  expectLinearTime(htmlTitle, piece)
  expectLinearTime(htmlHeading, piece)
})
