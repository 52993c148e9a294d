import { chmodSync, mkdirSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { checkBackupDirectory, checkDataDirectory, checkNode, checkPort } from '../../src/cli/doctor/machine.ts'
import { freePort } from '../support/free-port.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { createTempFolder, runCli } from '../support/test-terminal.ts'

const folder = createTempFolder()
afterAll(() => folder.remove())

interface Finding {
  part: string
  state: string
  says: string
  advice?: string
}

async function runDoctor(env: Record<string, string>) {
  const ran = await runCli(['doctor', '--json'], {
    env: { DATA_DIR: folder.directory, PORT: String(await freePort()), ...env },
  })
  const { ok, findings } = ran.json as { ok: boolean; findings: Finding[] }
  return { ...ran, ok, found: (part: string) => findings.find((finding) => finding.part === part) }
}

describe('lorewell doctor', () => {
  it('finds nothing wrong on a fresh machine, and ends with 0', async () => {
    const { code, ok, found, stderr } = await runDoctor({})
    expect({ code, ok, stderr }).toEqual({ code: 0, ok: true, stderr: '' })
    expect(found('database')).toMatchObject({ state: 'well' })
    for (const model of ['embedding model', 'reader']) {
      expect(found(model)).toMatchObject({ state: 'well', says: expect.stringContaining('on this machine') })
    }
    expect(found('language model')).toMatchObject({
      state: 'well',
      says: 'none in the environment; answers quote the notes unless a model is set up in the app',
    })
  })

  // The embedded store can't be read without opening it.
  if (process.env.TEST_DATABASE_URL) {
    it('names the models that are set up in the app, without their keys', async () => {
      const { database, settings, close } = await createTestDatabase()
      await sql`insert into organization (id, name) values ('acme', 'Acme')`.execute(database.unrestricted)
      await sql`
      insert into llm_setting (org_id, provider, base_url, model, api_key, updated_at)
      values ('acme', 'openai-compatible', 'https://api.example.com/v1', 'writer-1', 'encrypted', now())`.execute(
        database.unrestricted,
      )
      const { found, stdout } = await runDoctor({ DATABASE_URL: settings.databaseUrl })
      expect(found('language model')).toMatchObject({
        state: 'well',
        says: 'set up in the app: writer-1 at api.example.com for acme',
      })
      expect(stdout).not.toContain('encrypted')
      await close()
    })
  }

  it('prints lines without colours if the output is not a terminal', async () => {
    const ran = await runCli(['doctor'], {
      env: { DATA_DIR: folder.directory, PORT: String(await freePort()) },
    })
    expect(ran.stdout).toMatch(/^ok {5}node: \d+/)
    expect(ran.stdout).not.toContain('\u001b')
  })

  it('names every bad setting', async () => {
    const { code, found } = await runDoctor({ PORT: 'many', LLM_MODEL: 'x' })
    expect(code).toBe(1)
    expect(found('settings')?.says).toMatch(/PORT.*LLM_BASE_URL/s)
  })

  it('reports unreachable models and databases with advice, without secrets', async () => {
    const nobody = await freePort()
    const { code, found, stdout } = await runDoctor({
      LLM_BASE_URL: `http://127.0.0.1:${nobody}/v1`,
      LLM_MODEL: 'qwen3',
      LLM_API_KEY: 'sk-secret',
      EMBEDDINGS_BASE_URL: `http://127.0.0.1:${nobody}/v1`,
      EMBEDDINGS_MODEL: 'nomic',
      DATABASE_URL: `postgres://ada:hunter2@127.0.0.1:${nobody}/lorewell`,
    })
    expect(code).toBe(1)
    expect(found('language model')).toMatchObject({
      state: 'bad',
      advice: expect.stringContaining('LLM_BASE_URL'),
    })
    expect(found('embedding model')).toMatchObject({ state: 'bad' })
    expect(found('database')).toMatchObject({
      state: 'bad',
      says: expect.stringContaining('cannot be used: connect ECONNREFUSED'),
    })
    expect(stdout).not.toMatch(/hunter2|sk-secret/)
  })

  it('says that most addresses of models end in /v1 if one has no path', async () => {
    const address = `http://127.0.0.1:${await freePort()}`
    const adviceFor = async (url: string) => {
      const models = { LLM_BASE_URL: url, LLM_MODEL: 'qwen3', EMBEDDINGS_BASE_URL: url, EMBEDDINGS_MODEL: 'nomic' }
      const { found } = await runDoctor({ ...models, READER: 'off' })
      return [found('language model')?.advice, found('embedding model')?.advice]
    }
    for (const advice of await adviceFor(address)) expect(advice).toContain(`need /v1 at its end: ${address}/v1`)
    for (const advice of await adviceFor(`${address}/v1`)) expect(advice).not.toContain('/v1')
  })

  const onServer = process.env.TEST_DATABASE_URL
  if (onServer)
    it('checks a PostgreSQL server', async () => {
      const { found } = await runDoctor({ DATABASE_URL: process.env.TEST_DATABASE_URL ?? '' })
      expect(found('database')).toMatchObject({
        state: 'well',
        says: expect.stringMatching(/PostgreSQL 1[78] with pgvector/),
      })
    })
})

it('an old Node version is rejected', () => {
  expect(checkNode('20.18.9').state).toBe('bad')
  expect(checkNode('20.19.0').state).toBe('well')
  expect(checkNode('24.1.0').state).toBe('well')
})

it('a port of another program is distinguished from our own and from a free one', async () => {
  const port = await freePort()
  const config = { host: '127.0.0.1', port, publicUrl: `http://127.0.0.1:${port}` }
  expect((await checkPort(config, fetch)).state).toBe('well')
  let isOurs = false
  const other = createHttpServer((_request, response) => response.end(isOurs ? '{"ok":true}' : 'hello'))
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  try {
    expect(await checkPort(config, fetch)).toMatchObject({
      state: 'bad',
      advice: expect.stringContaining('PORT'),
    })
    isOurs = true
    expect(await checkPort(config, fetch)).toMatchObject({ state: 'well' })
  } finally {
    other.close()
  }
})

it('a data directory that others can read, or that is a file, is noticed', () => {
  const open = join(folder.directory, 'open')
  mkdirSync(open)
  chmodSync(open, 0o755)
  expect(checkDataDirectory({ dataDir: open })).toMatchObject({
    state: 'note',
    advice: expect.stringContaining(`chmod -R go-rwx ${open}`),
  })
  chmodSync(open, 0o700)
  expect(checkDataDirectory({ dataDir: open }).state).toBe('well')
  expect(checkDataDirectory({ dataDir: join(open, 'not', 'yet') }).state).toBe('well')
  const file = folder.writeFile('file', '')
  expect(checkDataDirectory({ dataDir: file }).state).toBe('bad')
})

describe('the folder of the nightly backups', () => {
  const check = (directory: string) => checkBackupDirectory({ backups: { directory, keep: 7, passphrase: '' } })

  it('can be one that is created later', () => {
    expect(check(join(folder.directory, 'new', 'backups'))).toMatchObject({ state: 'well' })
    expect(checkBackupDirectory({ backups: undefined })).toBeUndefined()
  })

  it('is reported if it is a file, or below one', () => {
    const file = folder.writeFile('not-a-folder', '')
    for (const path of [file, join(file, 'backups')]) {
      expect(check(path)).toMatchObject({
        state: 'bad',
        says: `${file} is not a directory`,
        advice: 'Set BACKUP_DIR to another one.',
      })
    }
  })

  it('is one of the checks if there are nightly backups', async () => {
    const { code, found } = await runDoctor({ BACKUP_DIR: folder.writeFile('another-file', ''), READER: 'off' })
    expect({ code, state: found('backup directory')?.state }).toEqual({ code: 1, state: 'bad' })
  })
})
