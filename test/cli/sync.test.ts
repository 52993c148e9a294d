import { EventEmitter } from 'node:events'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newConnection } from '../../src/contract/connections.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { createTestTerminal, runCli, type TestTerminal } from '../support/test-terminal.ts'
import { createFaultyConnector } from '../sync/faulty-connector.ts'
import { createMemoryOrigin } from '../sync/memory-origin.ts'

describe('lorewell sync on the store', () => {
  let terminal: TestTerminal
  let files: string
  const connect = (id: string, path: string, name = id) =>
    terminal.app.connectionAdmin.create(
      'acme',
      newConnection.parse({ id, kind: 'folder', name, settings: { path }, everyMinutes: null }),
    )

  beforeAll(async () => {
    terminal = await createTestTerminal({ SYNC_FOLDERS: realpathSync(tmpdir()) })
    files = join(realpathSync(terminal.directory), 'files')
    mkdirSync(files)
    terminal.writeFile('files/gate.md', 'The gate opens at seven.')
    terminal.writeFile('files/plan.pdf', 'not a PDF')
  })
  afterAll(() => terminal.close())

  test('without an organization or a connection it says what to do', async () => {
    const none = await terminal.lorewell('sync')
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no organization yet')])
    await terminal.app.organizations.save({ id: 'acme', name: 'Acme', askEnabled: true })
    const empty = await terminal.lorewell('sync')
    expect([empty.code, empty.stdout]).toEqual([0, expect.stringContaining('There are no connections yet')])
    expect((await terminal.lorewell('sync', '--all', '--json')).json).toEqual({ connections: [] })
    expect((await terminal.lorewell('sync', 'files')).stderr).toContain('There are no connections yet')
  })

  test('a connection by name runs to its end, without the others', async () => {
    await connect('files', files, 'Our files')
    await connect('other', join(files, 'missing'), 'Other')
    const { code, stdout } = await terminal.lorewell('sync', 'our FILES')
    expect(code).toBe(0)
    expect(stdout).toContain('Our files: done; 2 listed, 1 added, 0 changed, 0 removed')
    expect(stdout).toContain('1 without text, such as plan:')
    const [, listedOther, listedFiles] = (await terminal.lorewell('sync')).stdout.split('\n')
    expect(listedFiles).toMatch(/^files +Our files +folder +done +\d{4}-\d\d-\d\d \d\d:\d\d +on request$/)
    expect(listedOther).toMatch(/^other +Other +folder +waiting +never +/)
    const again = await terminal.lorewell('sync', 'files', '--json')
    expect(again.json.connections).toMatchObject([
      { id: 'files', state: 'idle', outcome: 'done', counts: { listed: 2, added: 0 } },
    ])
  })

  test('a run that fails ends with 1 and says why; the others of --all run', async () => {
    const { code, stdout } = await terminal.lorewell('sync', '--all')
    expect(code).toBe(1)
    expect(stdout).toContain('Our files: done')
    expect(stdout).toContain('Other: failed, retrying')
    expect(stdout).toContain('Ask the operator to list it in SYNC_FOLDERS')
    expect((await terminal.lorewell('sync')).stdout).toContain(`\n    ${join(files, 'missing')}`)
  })

  test('a test lists the first items and stores nothing', async () => {
    terminal.writeFile('files/door.md', 'The door is blue.')
    const { code, stdout } = await terminal.lorewell('sync', 'files', '--test')
    expect(code).toBe(0)
    expect(stdout).toMatch(/Our files: the origin can be read.*\n +\d{4}-\d\d-\d\d {2}door {2}door.md\n/)
    const documents = await terminal.database.unrestricted.selectFrom('document').select('title').execute()
    expect(documents).toEqual([{ title: 'gate' }])
    const failed = await terminal.lorewell('sync', 'other', '--test', '--json')
    expect([failed.code, failed.json]).toMatchObject([1, { tests: [{ id: 'other', ok: false, items: [] }] }])
  })

  test('removals on hold name the option that confirms them', async () => {
    for (const name of ['gate.md', 'plan.pdf', 'door.md']) rmSync(join(files, name))
    const held = await terminal.lorewell('sync', 'files')
    expect(held.stdout).toContain('lorewell sync files --allow-removals')
    const confirmed = await terminal.lorewell('sync', 'files', '--allow-removals', '--json')
    expect(confirmed.json.connections).toMatchObject([{ heldRemovals: 0, counts: { removed: 2 } }])
  })

  test('runs and tests are in the audit log', async () => {
    const { rows } = await sql`
      select action, via from audit_event where resource = '/connections/other' order by id`.execute(
      terminal.database.unrestricted,
    )
    expect(rows).toEqual([
      { action: 'syncConnection', via: 'terminal' },
      { action: 'tryConnection', via: 'terminal' },
    ])
  })

  test('an unknown or ambiguous name lists the ones to choose from', async () => {
    await connect('files-2', join(files, 'missing'), 'Our files')
    const unknown = await terminal.lorewell('sync', 'wiki')
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('files (Our files), ')])
    const ambiguous = await terminal.lorewell('sync', 'our files')
    expect(ambiguous.stderr).toContain('Choose one by its id: files, files-2.')
  })
})

describe('lorewell sync through a server', () => {
  const memory = createMemoryOrigin()
  const faulty = createFaultyConnector(memory.connector)
  let service: TestApp
  let key: string
  let memberKey: string

  /** Sends the requests of the command to the service in this process. */
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    const { authorization, ...headers } = init.headers as Record<string, string>
    const method = init.method as 'GET'
    const reply = await service.call(
      authorization?.replace('Bearer ', ''),
      method,
      pathname + search,
      init.body ?? undefined,
      headers,
    )
    return new Response(reply.text, { status: reply.status, headers: { 'content-type': 'application/json' } })
  }
  const sync = (...argv: string[]) =>
    runCli(['sync', ...argv, '--server', 'http://lorewell.test', '--key', key], { fetch })

  beforeAll(async () => {
    service = await createTestApp({ connectors: [faulty.connector] })
    await service.organization('acme')
    key = (await service.person('acme', 'ada', { role: 'admin' })).key
    memberKey = (await service.person('acme', 'bob')).key
    memory.origin.set('gate', 'The gate opens at seven.')
    await service.app.connectionAdmin.create(
      'acme',
      newConnection.parse({ id: 'gates', kind: 'memory', name: 'Gates', settings: { token: 't0p-secret' } }),
    )
    await service.app.jobs.start()
  })
  afterAll(() => service.close())

  test('the server runs the connection, and the command waits for the end; secrets are not printed', async () => {
    const run = await sync('gates', '--json')
    expect([run.code, run.json.connections]).toMatchObject([0, [{ id: 'gates', state: 'idle', outcome: 'done' }]])
    const list = await sync()
    const test = await sync('gates', '--test', '--json')
    expect(test.json).toMatchObject({ tests: [{ id: 'gates', ok: true, items: [{ id: 'gate' }] }] })
    for (const { stdout, stderr } of [run, list, test]) expect(stdout + stderr).not.toContain('t0p-secret')
  })

  test('a failed run is reported with its reason, without waiting for the next attempt', async () => {
    faulty.faults.failAfterItems = 0
    const { code, stdout } = await sync('gates')
    expect([code, stdout]).toEqual([1, expect.stringContaining('The origin is not available. Try again later.')])
    faulty.faults.failAfterItems = Number.POSITIVE_INFINITY
    expect((await sync('gates')).code).toBe(0)
  })

  test('a signal ends the waiting, and the server goes on', async () => {
    memory.origin.set('gate', 'The gate opens at eight.')
    const signals = new EventEmitter()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    faulty.faults.onRead = async () => {
      signals.emit('SIGINT')
      await released
    }
    const argv = ['sync', 'gates', '--server', 'http://lorewell.test', '--key', key]
    const { code, stderr } = await runCli(argv, { fetch, signals })
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Interrupted. What is written stays; the server goes on.'),
    ])
    expect(signals.listenerCount('SIGINT')).toBe(0)
    faulty.faults.onRead = async () => {}
    release()
    expect((await sync('gates')).code).toBe(0)
  })

  test('text of the origin cannot write to the terminal', async () => {
    memory.origin.set('gate', { text: '', content: { type: 'skipped', reason: 'no \u001b[31m text' } })
    expect((await sync('gates')).stdout).not.toContain('\u001b')
  })

  test('a key without administration is refused', async () => {
    const { code, stderr } = await runCli(['sync', '--server', 'http://lorewell.test', '--key', memberKey], { fetch })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Only an admin')])
  })

  test.each([
    ['a name and --all', ['gates', '--all'], 'either one connection or --all'],
    ['--test without a connection', ['--test'], '--test needs the name'],
    ['--allow-removals without a connection', ['--allow-removals'], '--allow-removals needs the name'],
    ['--test with --allow-removals', ['gates', '--test', '--allow-removals'], 'leave out --allow-removals'],
    ['--org with --server', ['--org', 'acme'], '--org cannot be combined'],
  ])('%s ends with 2 and says what is wrong', async (_what, argv, message) => {
    const { code, stderr } = await sync(...argv)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
