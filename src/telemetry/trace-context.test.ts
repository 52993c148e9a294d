import { expect, it } from 'vitest'
import { formatTraceparent, parseTraceparent } from './trace-context.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

it.each([
  [`00-${trace}-${span}-01`, 1],
  [`00-${trace}-${span}-00`, 0],
  [` 00-${trace}-${span}-03 `, 1],
  // A later version can append fields.
  [`01-${trace}-${span}-01-more`, 1],
])('%j is parsed', (header, traceFlags) => {
  expect(parseTraceparent(header)).toEqual({ traceId: trace, spanId: span, traceFlags, isRemote: true })
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
])('%j is invalid', (header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

it('a formatted header parses to the same context', () => {
  const context = { traceId: trace, spanId: span, traceFlags: 1, isRemote: true }
  expect(parseTraceparent(formatTraceparent(context))).toEqual(context)
})
