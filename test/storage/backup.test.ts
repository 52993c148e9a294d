import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkBackup, createChecksumChain } from '../../src/backup/backup-file.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { createScheduledBackups } from '../../src/backup/scheduled-backups.ts'
import { writeBackup } from '../../src/backup/write-backup.ts'
import { loadServiceKeys, type ServiceKeys } from '../../src/identity/service-keys.ts'
import type { JobHandler } from '../../src/jobs/job-runner.ts'
import type { Job } from '../../src/jobs/job-store.ts'
import { createBrowserCall } from '../api/browser-session.ts'
import { createRestoreTarget } from '../support/restore-target.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** Every word has a direction of its own, so what shares no word is far apart, as with a real model. */
const embedder = {
  name: 'test-words',
  dimensions: 128,
  embed: async (texts: string[]) => texts.map(wordVector),
  close: async () => {},
}
function wordVector(text: string): Float32Array {
  const vector = new Float32Array(128).fill(0.01)
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const place = createHash('sha256').update(word.slice(0, 5)).digest()[0] as number
    vector[place % 128] = (vector[place % 128] as number) + 1
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
const subjects = ['lift', 'printer', 'garden', 'kitchen', 'server room', 'archive', 'garage', 'roof']
const questions = subjects.flatMap((subject) => [`When does the ${subject} close?`, `Who looks after the ${subject}?`])
const now = () => new Date('2026-11-15T02:30:00Z')

const threadId = '0b0c2f2e-6a3e-4b8c-9d0e-3f1f0c3f6d11'
const directory = mkdtempSync(join(tmpdir(), 'lorewell-backup-test-'))
const file = join(directory, 'one.backup')
let service: TestApp
let admin: Person
let reader: Person

beforeAll(async () => {
  service = await createTestApp({ embedder })
  await service.organization('acme')
  admin = await service.person('acme', 'ada', { role: 'admin', groups: ['Crew'], password: 'correct horse' })
  reader = await service.person('acme', 'rita')
  await service.dataSource('acme', 'tickets')
  for (const [index, subject] of subjects.entries()) {
    await service.note('acme', {
      title: `The ${subject}`,
      content: `The ${subject} closes at ${index + 3} o'clock. Person ${index} looks after the ${subject}.`,
      ...(index % 3 === 0 && { audience: ['group:Crew'] }),
    })
  }
  await service.note('acme', { id: 'rules', title: 'Rules', content: 'Read them.' })
  await service.call(admin.key, 'PUT', '/v1/notes/rules/rights', { edit: ['user:ada@acme.test'] })
  await service.call(admin.key, 'POST', '/v1/ask/index', contentFixture())
  await service.call(admin.key, 'POST', '/v1/ask', { question: 'When does the lift close?', threadId })
  await service.call(admin.key, 'POST', '/v1/ask', { question: 'And the roof?', threadId }, { prefer: 'respond-async' })
  await service.call(admin.key, 'PUT', `/v1/threads/${threadId}/audience`, { audience: ['user:rita@acme.test'] })
  await service.app.backlog?.whenDrained()
})
afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true })
})

const fetchAnswers = async (app: TestApp) =>
  Promise.all(
    [admin, reader].flatMap((person) =>
      questions.map(async (question) => (await app.call(person.key, 'POST', '/v1/ask', { question })).text),
    ),
  )

describe('a backup', () => {
  test('is one file for its owner alone, and checks out', async () => {
    const counted = await writeBackup({ database: service.database, path: file, now })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await checkBackup(file)).toMatchObject({
      ...counted,
      head: { engine: service.database.engine, at: '2026-11-15T02:30:00.000Z' },
    })
    expect(counted.rows).toBeGreaterThan(30)
  })

  test('answers every question after its restoring as before, to everybody, and goes on from there', async () => {
    const before = await fetchAnswers(service)
    expect(before[0]).toContain("The lift closes at 3 o'clock")
    // What is private to the group is not told to others, before or after.
    expect(before[questions.length]).not.toContain("closes at 3 o'clock")
    const { settings, remove } = await createRestoreTarget()
    try {
      await restoreBackup(file, settings)
      const restored = await createTestApp({ embedder, settings })
      try {
        expect(await fetchAnswers(restored)).toEqual(before)
        const counts = async (app: TestApp) =>
          (
            await sql`
              select (select count(*) from chunk) chunks, (select count(*) from chunk_vector) vectors,
                (select count(*) from document) documents, (select count(*) from audit_event) audited`.execute(
              app.database.unrestricted,
            )
          ).rows
        expect(await counts(restored)).toEqual(await counts(service))
        const thread = (app: TestApp) => app.call(admin.key, 'GET', `/v1/threads/${threadId}`)
        expect((await thread(restored)).body).toEqual((await thread(service)).body)
        expect((await thread(restored)).body).toMatchObject({
          audience: ['user:rita@acme.test'],
          turns: [{ state: 'done', answer: expect.stringContaining("3 o'clock") }, { state: 'processing' }],
        })
        const rights = (app: TestApp, person: Person) => app.call(person.key, 'GET', '/v1/notes/rules/rights')
        expect((await rights(restored, admin)).body).toEqual((await rights(service, admin)).body)
        expect((await rights(restored, reader)).body).toMatchObject({
          effectiveEdit: ['user:ada@acme.test'],
          canShare: false,
        })
        const write = await restored.call(reader.key, 'PUT', '/v1/notes/rules', { title: 'Mine' })
        expect(write.status).toBe(403)
        // Identities go on after the restored rows; references hold again.
        const made = await restored.call(admin.key, 'POST', '/v1/notes', { title: 'New', markdown: 'Fresh.' })
        expect(made.status).toBe(200)
        expect((await restored.call(admin.key, 'DELETE', `/v1/members/${reader.id}`)).status).toBe(204)
        expect((await restored.call(reader.key, 'GET', '/v1/me')).status).toBe(401)
      } finally {
        await restored.close()
      }
      await expect(restoreBackup(file, settings)).rejects.toThrow('This store already has an organization')
    } finally {
      await remove()
    }
  })

  test('is refused where anything in it is not as it was written, before anything is touched', async () => {
    const whole = readFileSync(file)
    const plain = gunzipSync(whole).toString('utf8')
    const broken = {
      'cut short': whole.subarray(0, whole.length - 100),
      'one byte other': Buffer.from(whole).fill(whole[500] === 0 ? 1 : 0, 500, 501),
      'a changed word': gzipSync(plain.replace('closes at', 'opens at')),
      'without its end': gzipSync(plain.split('\n').slice(0, -2).join('\n')),
      'a line left out': gzipSync(plain.split('\n').toSpliced(3, 1).join('\n')),
      'something else': Buffer.from('PK not a backup'),
      nothing: Buffer.alloc(0),
    }
    const path = join(directory, 'broken.backup')
    const dataDir = join(directory, 'never-made')
    for (const [name, bytes] of Object.entries(broken)) {
      writeFileSync(path, bytes)
      await expect(restoreBackup(path, { dataDir, databaseUrl: '' }), name).rejects.toThrow(
        'This is not a complete Lorewell backup',
      )
    }
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })

  test('of a newer version is refused with the way out', async () => {
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
    const head = JSON.parse((lines[0] as string).split('\t')[0] as string)
    head.head.migrations.push('9999-later.sql')
    const seal = createChecksumChain()
    const path = join(directory, 'newer.backup')
    const end = { end: { tables: 0, rows: 0 } }
    writeFileSync(path, gzipSync(seal.appendChecksum(JSON.stringify(head)) + seal.appendChecksum(JSON.stringify(end))))
    await expect(restoreBackup(path, { dataDir: directory, databaseUrl: '' })).rejects.toThrow(
      'A newer version of Lorewell wrote this backup',
    )
  })

  test('is read whole with line separators of Unicode in its texts', async () => {
    const [head] = gunzipSync(readFileSync(file)).toString('utf8').split('\t')
    const chain = createChecksumChain()
    const rows = { rows: [{ text: 'one\u2028two\u2029three\u0085four' }] }
    const texts = [
      head as string,
      ...[{ table: 'a' }, rows, { end: { tables: 1, rows: 1 } }].map((line) => JSON.stringify(line)),
    ]
    const path = join(directory, 'separators.backup')
    writeFileSync(path, gzipSync(texts.map((text) => chain.appendChecksum(text)).join('')))
    expect(await checkBackup(path)).toMatchObject({ tables: 1, rows: 1 })
  })

  test('holds one moment, whatever is written while it is taken', async () => {
    const path = join(directory, 'moment.backup')
    const writing = Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        service.call(admin.key, 'POST', '/v1/ask/index', contentFixture({ id: `M-${index}` })),
      ),
    )
    await writeBackup({ database: service.database, path, now })
    await writing
    const text = gunzipSync(readFileSync(path)).toString('utf8')
    const rowsOf = (table: string) => {
      const [, after = ''] = text.split(`{"table":"${table}"`)
      const own = after.split('{"table":')[0] as string
      return own
        .split('\n')
        .flatMap((line) => /^\{"rows":(.*)\}\t/.exec(line)?.[1] ?? [])
        .flatMap((rows) => JSON.parse(rows) as Record<string, unknown>[])
    }
    const documents = new Set(rowsOf('document').map((row) => row.key))
    const chunked = new Set(rowsOf('chunk').map((row) => row.document_key))
    expect(chunked.size).toBeGreaterThan(0)
    expect([...chunked].filter((key) => !documents.has(key))).toEqual([])
    expect([...documents].filter((key) => !chunked.has(key))).toEqual([])
  })
})

describe('backups by themselves', () => {
  test('are written into the folder, and the newest are kept', async () => {
    const folder = join(directory, 'nightly')
    let day = 10
    const backups = createScheduledBackups({
      database: service.database,
      jobs: { register: () => {} } as never,
      schedules: {} as never,
      settings: { directory: folder, keep: 2 },
      now: () => new Date(`2026-11-${day}T02:30:00Z`),
    })
    expect(await backups.list()).toEqual([])
    for (; day < 14; day++) await backups.run()
    writeFileSync(join(folder, 'mine.txt'), 'not a backup')
    await backups.run()
    expect((await backups.list()).map((kept) => kept.name)).toEqual([
      'lorewell-20261114T023000Z.backup',
      'lorewell-20261113T023000Z.backup',
    ])
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('not a backup')
  })

  test('are kept although earlier ones have a date in the future, from a clock that was wrong', async () => {
    const folder = join(directory, 'wrong-clock')
    let at = ''
    const backups = createScheduledBackups({
      database: service.database,
      jobs: { register: () => {} } as never,
      schedules: {} as never,
      settings: { directory: folder, keep: 2 },
      now: () => new Date(at),
    })
    const keptAfter = async (time: string) => {
      at = time
      await backups.run()
      return (await backups.list()).map(({ name }) => name.slice(9, 17))
    }
    expect(await keptAfter('2031-01-01T02:30:00Z')).toEqual(['20310101'])
    expect(await keptAfter('2031-01-02T02:30:00Z')).toEqual(['20310102', '20310101'])
    expect(await keptAfter('2026-11-10T02:30:00Z')).toEqual(['20310102', '20261110'])
    expect(await keptAfter('2026-11-11T02:30:00Z')).toEqual(['20261111', '20261110'])
  })

  test('a download that has nowhere to write its file fails alone; the next one succeeds', async () => {
    const call = await createBrowserCall(service, 'acme', admin)
    expect((await call('POST', '/v1/me/confirm', { password: 'correct horse' })).status).toBe(204)
    const download = () => call('GET', '/v1/admin/backup')
    vi.stubEnv('TMPDIR', join(directory, 'missing'))
    expect((await download()).status).toBe(500)
    vi.unstubAllEnvs()
    expect((await download()).status).toBe(200)
  })

  test('leave no file behind when they are interrupted', async () => {
    const folder = join(directory, 'interrupted')
    let handler: JobHandler | undefined
    createScheduledBackups({
      database: service.database,
      jobs: { register: (_kind: string, registered: JobHandler) => (handler = registered) } as never,
      schedules: {} as never,
      settings: { directory: folder, keep: 2 },
      now,
    })
    const run = (signal: AbortSignal) => handler?.({} as Job, { signal })
    await expect(run(AbortSignal.abort('timeout'))).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
    await run(new AbortController().signal)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('remove what processes that were killed have left, and nothing else', async () => {
    const folder = join(directory, 'killed')
    mkdirSync(folder)
    const kept = ['lorewell-20261115T010000Z.backup.partial', 'mine.backup.partial']
    const left = ['lorewell-20261111T023000Z.backup.partial', 'lorewell-20261112T023000Z.backup.0123abcd.partial']
    for (const name of [...left, ...kept]) {
      writeFileSync(join(folder, name), 'half')
      const hoursAgo = name === kept[0] ? 2 : 72
      const at = new Date(now().getTime() - hoursAgo * 3600_000)
      utimesSync(join(folder, name), at, at)
    }
    await createScheduledBackups({
      database: service.database,
      jobs: { register: () => {} } as never,
      schedules: {} as never,
      settings: { directory: folder, keep: 2 },
      now,
    }).run()
    expect(readdirSync(folder).sort()).toEqual(['lorewell-20261115T023000Z.backup', ...kept].sort())
  })

  test('are for their owner alone', async () => {
    const folder = join(directory, 'private')
    const settings = { directory: folder, keep: 2, passphrase: 'a long passphrase' }
    const jobs = { register: () => {} } as never
    const backups = createScheduledBackups({ database: service.database, jobs, schedules: {} as never, settings, now })
    await backups.run()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const [name = ''] = (await backups.list()).map((backup) => backup.name)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect((await checkBackup(join(folder, name))).head.serverKeys).toMatchObject({ cipher: 'scrypt-aes-256-gcm' })
  })
})

describe('the keys of the server', () => {
  const passphrase = 'a long passphrase'
  const path = join(directory, 'keys.backup')

  async function restoreInto(
    work: (restored: { keys: ServiceKeys; serverKeys: string; sessions: number; keyStatus: number }) => void,
    options?: { passphrase?: string },
  ): Promise<void> {
    const { settings, remove } = await createRestoreTarget()
    try {
      const { serverKeys } = await restoreBackup(path, settings, options)
      const app = await createTestApp({ embedder, settings })
      try {
        const { rows } = await sql`select from browser_session`.execute(app.database.unrestricted)
        const keyStatus = (await app.call(admin.key, 'GET', '/v1/me')).status
        work({ keys: await loadServiceKeys(app.database), serverKeys, sessions: rows.length, keyStatus })
      } finally {
        await app.close()
      }
    } finally {
      await remove()
    }
  }

  test('are left out without a passphrase: the restored service makes new ones, and everyone signs in again', async () => {
    await createBrowserCall(service, 'acme', admin)
    const before = await loadServiceKeys(service.database)
    await writeBackup({ database: service.database, path, now })
    await restoreInto(({ keys, serverKeys, sessions, keyStatus }) => {
      expect(keys.cookies[0]).not.toBe(before.cookies[0])
      expect(keys.signing.keys[0]?.kid).not.toBe(before.signing.keys[0]?.kid)
      expect({ serverKeys, sessions, keyStatus }).toEqual({ serverKeys: 'new', sessions: 0, keyStatus: 200 })
    })
  })

  test('are restored with the passphrase, and only with it', async () => {
    const before = await loadServiceKeys(service.database)
    await writeBackup({ database: service.database, path, passphrase, now })
    expect(gunzipSync(readFileSync(path)).includes(before.cookies[0] as string)).toBe(false)
    await restoreInto(
      ({ keys, serverKeys, sessions }) => {
        expect(keys).toEqual(before)
        expect(serverKeys).toBe('restored')
        expect(sessions).toBeGreaterThan(0)
      },
      { passphrase },
    )
    await restoreInto(({ keys }) => expect(keys.cookies[0]).not.toBe(before.cookies[0]))
    const dataDir = join(directory, 'never-restored')
    await expect(
      restoreBackup(path, { dataDir, databaseUrl: '' }, { passphrase: 'another passphrase' }),
    ).rejects.toThrow('The passphrase does not open the server keys')
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })

  test('are taken from a backup of an older version, which has them among its rows', async () => {
    const before = await loadServiceKeys(service.database)
    await writeBackup({ database: service.database, path, now })
    const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
    const chain = createChecksumChain()
    const older = lines.flatMap((line) => {
      const parsed = JSON.parse(line.slice(0, line.lastIndexOf('\t'))) as Record<string, unknown>
      if (parsed.end) (parsed.end as { rows: number }).rows += 1
      const texts = [JSON.stringify(parsed)]
      if (parsed.table === 'service_value')
        texts.push(JSON.stringify({ rows: [{ name: 'keys', value: before, updated_at: now() }] }))
      return texts.map((text) => chain.appendChecksum(text))
    })
    writeFileSync(path, gzipSync(older.join('')))
    await restoreInto(({ keys, serverKeys }) => {
      expect(keys).toEqual(before)
      expect(serverKeys).toBe('restored')
    })
  })
})
