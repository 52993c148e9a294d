import { expect, it } from 'vitest'
import { createLogger, createQuietLogger } from './create-logger.ts'

function outputOf(isTTY: boolean, env: Record<string, string> = { NO_COLOR: '1' }) {
  const written: string[] = []
  return { env, written, stderr: { isTTY, write: (text: string) => written.push(text) } }
}

it('an entry is one readable line on a terminal, without the stack and without control characters', () => {
  const output = outputOf(true)
  const err = new Error('connect\nECONNREFUSED \u001b[2J127.0.0.1')
  createLogger('info', output).warn({ err, ms: 12 }, 'the replica cannot be read')
  expect(output.written.join('')).toMatch(
    /^\d\d:\d\d:\d\d warn: the replica cannot be read: connect ECONNREFUSED \[2J127\.0\.0\.1 ms=12\n$/,
  )
})

it('at the debug level the stack follows', () => {
  const output = outputOf(true)
  createLogger('debug', output).error({ err: new Error('broken') }, 'failed')
  expect(output.written.join('')).toMatch(/ error: failed: broken\nError: broken\n {4}at /)
})

it('a progress bar on the line is overwritten if the terminal supports it', () => {
  const output = outputOf(true, {})
  createLogger('warn', output).warn('careful')
  expect(output.written.join('')).toContain('\r\u001b[K')
})

it('an entry is a JSON line if standard error is not a terminal', () => {
  const output = outputOf(false)
  createLogger('info', output).info({ model: 'small' }, 'embedding model loaded')
  expect(JSON.parse(output.written.join(''))).toMatchObject({
    level: 30,
    model: 'small',
    msg: 'embedding model loaded',
  })
})

it('a quiet logger logs no information unless LOG_LEVEL is set', () => {
  const quiet = outputOf(false)
  createQuietLogger('info', quiet).info('loaded')
  expect(quiet.written).toEqual([])
  const explicit = outputOf(false, { LOG_LEVEL: 'info' })
  createQuietLogger('info', explicit).info('loaded')
  expect(explicit.written).toHaveLength(1)
})
