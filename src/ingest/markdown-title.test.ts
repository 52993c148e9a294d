import { expect, test } from 'vitest'
import { expectLinearTime } from '../../test/support/growth.ts'
import { markdownTitle } from './markdown-title.ts'

test.each([
  ['Text.\n\n# Leave and illness\n\n# Travel', 'Leave and illness'],
  ['   #\tLeave ##  \r\nText.', 'Leave'],
  ['# Learn C#', 'Learn C#'],
  ['# ##\n# Leave', 'Leave'],
  ['```sh\n# install it\n```\n# Set-up', 'Set-up'],
  ['~~~\n# install it\n', undefined],
  ['## Leave\n#hashtag\n    # code', undefined],
])('the title of %j is %j', (content, title) => {
  expect(markdownTitle(content)).toBe(title)
})

test('a heading below the levels that were asked for is no title', () => {
  expect(markdownTitle('### Data\n## Results', 2)).toBe('Results')
})

test.each([' ', '#', 'a ', '# '])('a long heading takes linear time: %j', (piece) => {
  expectLinearTime((text) => markdownTitle(`# a${text}b`), piece)
})
