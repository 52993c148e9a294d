import { expect, it } from 'vitest'
import { formatTraceparent, parseTraceparent } from './trace-context.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

it.each([
  [`00-${trace}-${span}-01`, true],
  [`00-${trace}-${span}-00`, false],
  [` 00-${trace}-${span}-03 `, true],
  // A later version may say more behind what this one knows.
  [`01-${trace}-${span}-01-more`, true],
])('%j is read', (header, isSampled) => {
  expect(parseTraceparent(header)).toEqual({ traceId: trace, spanId: span, isSampled })
})

it.each([
  undefined,
  '',
  ['a', 'b'],
  `00-${trace}-${span}`,
  `00-${trace}-${span}-01-more`,
  `ff-${trace}-${span}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${span}-01\r\nx: y`,
])('%j is as good as none', (header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

it('what is written is read again', () => {
  const context = { traceId: trace, spanId: span, isSampled: true }
  expect(parseTraceparent(formatTraceparent(context))).toEqual(context)
})
