import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { startChildProcess } from '../start-worker.ts'
import { createFileReader, type FileReader, type FileReaderOptions } from './file-reader.ts'

const megabyte = 1024 * 1024
const open: FileReader[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close()))
})

const bytes = (text: string) => new TextEncoder().encode(text)

/** A reader that also says which processes it started. */
function reader(options: FileReaderOptions = {}) {
  const children: ChildProcess[] = []
  const started = createFileReader({
    start: () => {
      const child = startChildProcess('files/file-process-worker')
      children.push(child)
      return child
    },
    ...options,
  })
  open.push(started)
  return { ...started, children }
}

test('starts no process before the first file, and keeps one for the next', async () => {
  const { read, children } = reader()
  expect(children).toHaveLength(0)
  const [first, second] = await Promise.all([
    read(bytes('First file.'), { name: 'a.txt' }),
    read(bytes('Second file.'), { name: 'b.txt' }),
  ])
  expect(first).toEqual({ type: 'html', content: '<p>First file.</p>', skipped: [] })
  expect(second.content).toBe('<p>Second file.</p>')
  expect(children).toHaveLength(1)
})

test('ends a process that exceeds its memory, names the reason, and reads the next file in a new one', async () => {
  const readings: unknown[] = []
  const { read, children } = reader({ memoryBytes: 160 * megabyte, onRead: (reading) => readings.push(reading) })
  await expect(read(large, { name: 'large.txt' })).rejects.toMatchObject({ reason: 'memory' })
  expect(children[0]?.signalCode).toBe('SIGKILL')
  expect((await read(bytes('Small file.'), { name: 'small.txt' })).content).toContain('Small file.')
  expect(children).toHaveLength(2)
  expect(readings).toMatchObject([
    { name: 'large.txt', outcome: 'memory', sizeBytes: large.length },
    { name: 'small.txt', outcome: 'read' },
  ])
})

test('ends a process that exceeds its time', async () => {
  const { read, children } = reader({ timeoutMs: 50 })
  await expect(read(large, { name: 'large.csv' })).rejects.toMatchObject({
    reason: 'timeout',
    message: 'Reading the file took too long. Split it.',
  })
  expect(children[0]?.signalCode).toBe('SIGKILL')
})

test('a crash costs one file', async () => {
  const { read, children } = reader()
  await read(bytes('Warm up.'), { name: 'a.txt' })
  const crashed = read(large, { name: 'large.csv' })
  children[0]?.kill('SIGABRT')
  await expect(crashed).rejects.toMatchObject({ reason: 'damaged' })
  expect((await read(bytes('Next file.'), { name: 'b.txt' })).content).toContain('Next file.')
})

test('a process that the kernel ends ran out of memory', async () => {
  const { read, children } = reader()
  await read(bytes('Warm up.'), { name: 'a.txt' })
  const killed = read(large, { name: 'large.csv' })
  children[0]?.kill('SIGKILL')
  await expect(killed).rejects.toMatchObject({ reason: 'memory' })
})

test('a process that cannot start is no fault of the file', async () => {
  const { read } = reader({ start: () => startChildProcess('files/no-such-worker') })
  await expect(read(bytes('Text.'), { name: 'a.txt' })).rejects.toMatchObject({ code: 'unavailable' })
})

test('ends an unused process', async () => {
  const { read, children } = reader({ idleMs: 1 })
  await read(bytes('Text.'), { name: 'a.txt' })
  const [child] = children as [ChildProcess]
  if (child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
})

test('an aborted file is not read, waiting or running', async () => {
  const { read, children } = reader()
  await read(bytes('Warm up.'), { name: 'a.txt' })
  const running = new AbortController()
  const waiting = new AbortController()
  const first = read(large, { name: 'large.csv', signal: running.signal })
  const second = read(bytes('Waits.'), { name: 'b.txt', signal: waiting.signal })
  waiting.abort(new Error('no longer wanted'))
  await expect(second).rejects.toThrow('no longer wanted')
  running.abort(new Error('stopped'))
  await expect(first).rejects.toThrow('stopped')
  expect(children[0]?.signalCode).toBe('SIGKILL')
  expect((await read(bytes('Next file.'), { name: 'c.txt' })).content).toContain('Next file.')
})

test('refuses files while too many wait', async () => {
  const { read } = reader({ maxWaitingBytes: 20 })
  const taken = [read(bytes('is being read'), { name: 'a.txt' }), read(bytes('is waiting now'), { name: 'b.txt' })]
  await expect(read(bytes('one too many'), { name: 'c.txt' })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await Promise.all(taken)).toHaveLength(2)
})

test('refuses empty and too large files without a process', async () => {
  const { read, children } = reader()
  await expect(read(new Uint8Array(), { name: 'a.pdf' })).rejects.toMatchObject({ reason: 'empty' })
  await expect(read(new Uint8Array(65 * megabyte), { name: 'a.pdf' })).rejects.toMatchObject({ reason: 'too-large' })
  expect(children).toHaveLength(0)
})

test('closing ends the process and rejects what is not read yet', async () => {
  const { read, close, children } = reader()
  await read(bytes('Warm up.'), { name: 'a.txt' })
  const unread = Promise.allSettled([read(large, { name: 'large.csv' }), read(bytes('Waits.'), { name: 'b.txt' })])
  await close()
  expect(await unread).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'unavailable' } }])
  expect(children[0]?.signalCode).toBe('SIGKILL')
  await expect(read(bytes('Late.'), { name: 'c.txt' })).rejects.toMatchObject({ code: 'unavailable' })
})

test.skipIf(process.platform !== 'linux')('the process has a low priority and no secrets', async () => {
  process.env.LOREWELL_TEST_SECRET = 'token-in-the-environment'
  const { read, children } = reader()
  await read(bytes('Text.'), { name: 'a.txt' })
  delete process.env.LOREWELL_TEST_SECRET
  const pid = children[0]?.pid
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  expect(variables.map((variable) => variable.split('=')[0]).sort()).toEqual([
    'NODE_CHANNEL_FD',
    'NODE_CHANNEL_SERIALIZATION_MODE',
    'TZ',
  ])
  expect(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]).toBe('12')
})

const program = (sizeBytes: number, options: string) => `
  import { startChildProcess } from ${JSON.stringify(new URL('../start-worker.ts', import.meta.url).href)}
  import { createFileReader } from ${JSON.stringify(new URL('./file-reader.ts', import.meta.url).href)}
  const start = () => {
    const child = startChildProcess('files/file-process-worker')
    console.log(child.pid)
    return child
  }
  const reader = createFileReader({ start, ${options} })
  const bytes = new Uint8Array(${sizeBytes}).fill(97)
  await reader.read(bytes, { name: 'a.csv' }).then(() => console.log('read'), ({ reason }) => console.log(reason))`

function runProgram(sizeBytes: number, options = '') {
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program(sizeBytes, options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('the process ends with its parent, even at kill -9', async () => {
  const parent = runProgram(60_000_000)
  const [output] = await once(parent.stdout, 'data')
  const pid = Number(String(output))
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
})

test.each([
  ['timeout', 60_000_000, 'timeoutMs: 50'],
  // Half of the memory is taken from the start, so the process is replaced after the file.
  ['read', 10, `memoryBytes: ${150 * megabyte}`],
])('a program that waits for a file only gets its outcome, and then ends: %s', async (outcome, sizeBytes, options) => {
  const output = await runProgram(sizeBytes, options).stdout.toArray()
  expect(Buffer.concat(output).toString()).toMatch(new RegExp(`^\\d+\\n${outcome}\\n$`))
})

/** Takes seconds to read as CSV, and more than a hundred megabytes of memory as text. */
const large = new Uint8Array(60 * megabyte).fill(44)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
