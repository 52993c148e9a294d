import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { htmlTitle } from './read-text.ts'

test.each([
  ['<html><title lang="en">Fees &amp;\n hours&#33;</title>', 'Fees & hours!'],
  ['<titles>No</titles><p>Text</p>', undefined],
])('the title of %j is %j', (html, title) => {
  expect(htmlTitle(html)).toBe(title)
})

test.each(['<title', '<title>', '<title ', 'a<title>b'])('a row of "%s" takes linear time', (piece) => {
  expectLinearTime(htmlTitle, piece)
})
