import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { listenForShutdown } from './shutdown-signal.ts'

function scene({ drainMs = 0 } = {}) {
  let at = 1000
  const exits: number[] = []
  const signals = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) })
  const stop = listenForShutdown(signals, { drainMs, now: () => at })
  return { signals, exits, stop, pass: (ms: number) => (at += ms) }
}

test('the first signal requests a stop and does not exit', async () => {
  const { signals, exits, stop } = scene()
  signals.emit('SIGTERM')
  await expect(stop.requested).resolves.toBe('SIGTERM')
  expect(exits).toEqual([])
  stop.dispose()
})

test('a second signal ends the process at once', () => {
  const { signals, exits, pass, stop } = scene()
  signals.emit('SIGINT')
  pass(2000)
  signals.emit('SIGINT')
  expect(exits).toEqual([130])
  stop.dispose()
})

test('one Ctrl-C that arrives twice, forwarded by npm, counts once', () => {
  const { signals, exits, pass, stop } = scene()
  signals.emit('SIGINT')
  pass(20)
  signals.emit('SIGINT')
  expect(exits).toEqual([])
  stop.dispose()
})

test('a second signal during the drain ends the drain, a third one the process', async () => {
  const { signals, exits, pass, stop } = scene({ drainMs: 3_600_000 })
  signals.emit('SIGTERM')
  await stop.requested
  pass(2000)
  signals.emit('SIGTERM')
  await stop.drained
  expect(exits).toEqual([])
  pass(2000)
  signals.emit('SIGTERM')
  expect(exits).toEqual([143])
  stop.dispose()
})

test('dispose removes the listeners', () => {
  const { signals, stop } = scene()
  stop.dispose()
  expect(signals.listenerCount('SIGINT') + signals.listenerCount('SIGTERM')).toBe(0)
})
