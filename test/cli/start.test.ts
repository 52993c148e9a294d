import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lockDirectory } from '../../src/storage/directory-lock.ts'
import { createTempFolder, createTestTerminal, runCli, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal()
})
afterAll(() => terminal.close())

test('the server prints its address and, on an empty store, a set-up link; it responds and stops on a signal', async () => {
  const server = terminal.startCommand('start', { PORT: '0' })
  const [, address] = await server.waitForOutput(/Lorewell is at (http:\/\/127\.0\.0\.1:\d+)\n/)
  const [, link] = await server.waitForOutput(/\n {2}(http:\S+\/setup\?token=\S+)\n/)
  expect(link?.startsWith(`${address}/`)).toBe(true)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect((await fetch(link as string)).status).toBe(200)
  expect((await fetch(`${address}/v1/ask?question=why`)).status).toBe(401)
  server.signals.emit('SIGTERM')
  expect((await server.result).code).toBe(0)
  await expect(fetch(`${address}/readyz`)).rejects.toThrow()
})

test('a node that drains reports itself as not ready and goes on answering', async () => {
  const server = terminal.startCommand('start', { PORT: '0', DRAIN_SECONDS: '3600' })
  const [, address] = await server.waitForOutput(/Lorewell is at (http:\/\/127\.0\.0\.1:\d+)\n/)
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
  server.signals.emit('SIGTERM')
  const readiness = await fetch(`${address}/readyz`)
  expect(readiness.status).toBe(503)
  expect(await readiness.json()).toMatchObject({ ok: false, parts: { node: 'down' } })
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect((await fetch(`${address}/v1/ask?question=why`)).status).toBe(401)
  // The second signal counts only some time after the first.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
  server.signals.emit('SIGTERM')
  vi.useRealTimers()
  expect((await server.result).code).toBe(0)
  await expect(fetch(`${address}/readyz`)).rejects.toThrow()
})

test('with existing users no set-up link is printed', async () => {
  await terminal.lorewell('apply', terminal.writeFile('a.yaml', 'organization: {id: a}\nusers: [{email: a@a.test}]'))
  const server = terminal.startCommand('start', { PORT: '0' })
  await server.waitForOutput(/Lorewell is at /)
  server.signals.emit('SIGINT')
  const { code, stdout } = await server.result
  expect(code).toBe(0)
  expect(stdout).not.toContain('setup')
})

test('a port in use is reported with advice', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { code, stdout, stderr } = await terminal.startCommand('start', { PORT: String(port) }).result
  other.close()
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is used by another program`)
  expect(stderr).toContain(`PORT=${port + 1} lorewell start`)
})

test.each(['0', '38471'])('a HOST whose name has no address is reported with advice, with PORT=%s', async (PORT) => {
  const { code, stdout, stderr } = await terminal.startCommand('start', { HOST: 'nowhere.invalid', PORT }).result
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('No address was found for nowhere.invalid. Set HOST to an address of this machine')
  expect(stderr).not.toContain('    at ')
})

test.each([
  [
    'start',
    ['start'],
    '"lorewell start" has no --server option: stop that process first. For a second server, set DATA_DIR',
  ],
  ['ask', ['ask', 'Why?'], 'add --server URL --key KEY'],
  ['import', ['import', '.', '--under', 'wiki'], 'add --server URL --key KEY'],
  ['apply', ['apply', '-'], '"lorewell apply" has no --server option: stop that process first. With DATABASE_URL'],
  ['backup', ['backup', 'x'], '"lorewell backup" has no --server option: stop that process first. Set BACKUP_DIR'],
  ['db', ['db', 'index-vectors'], '"lorewell db" has no --server option: stop that process first.'],
])('%s reports a data directory that another process uses', async (_name, argv, message) => {
  const scratch = createTempFolder()
  const lock = await lockDirectory(scratch.directory)
  const { code, stdout, stderr } = await runCli(argv, {
    env: { DATA_DIR: scratch.directory, LOG_LEVEL: 'silent' },
    stdin: (async function* () {
      yield 'organization: {id: a}'
    })(),
  })
  await lock.release()
  scratch.remove()
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`${scratch.directory} is in use by another Lorewell process`)
  expect(stderr).toContain(message)
  expect(stderr.includes('add --server')).toBe(message.startsWith('add --server'))
})

test.each([
  ['is a file', 'file', 'a file is in its place'],
  ['is below a file', 'file/backups', 'a part of the path is not a directory'],
])('a BACKUP_DIR that %s stops the start', async (_, path, reason) => {
  const scratch = createTempFolder()
  scratch.writeFile('file', '')
  const directory = join(scratch.directory, path)
  const { code, stdout, stderr } = await terminal.startCommand('start', { PORT: '0', BACKUP_DIR: directory }).result
  scratch.remove()
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(
    `Lorewell cannot start with these settings:\n  - BACKUP_DIR must be a directory that can be written to: ${directory} cannot (${reason})\n`,
  )
})
