import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { writeBackup } from '../../src/backup/write-backup.ts'
import { loadServiceKeys } from '../../src/identity/service-keys.ts'
import { startFakeLlm } from '../support/fake-llm.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { type BrowserCall, createBrowserCall } from './browser-session.ts'

type Llm = Awaited<ReturnType<typeof startFakeLlm>>

const key = 'sk-live-5T9qXv7LrWz0'
const question = 'When does the blue harbour gate open?'
const path = '/v1/service/language-model'

let llm: Llm
let other: Llm
let service: TestApp
let ada: Person
let eve: Person
let asAda: BrowserCall
const logged: string[] = []

const hostOf = ({ baseUrl }: Llm) => new URL(baseUrl).host
const modelAt = (server: Llm, fields: object = {}) => ({
  provider: 'openai-compatible',
  baseUrl: server.baseUrl,
  model: 'writer-1',
  ...fields,
})

beforeAll(async () => {
  llm = await startFakeLlm()
  other = await startFakeLlm()
  service = await createTestApp({
    now: () => new Date(),
    config: { llmAllow: [hostOf(llm), hostOf(other), '127.0.0.1:1', '169.254.169.254:80', '[fd00:ec2::254]:80'] },
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  })
  for (const organization of ['acme', 'globex']) {
    await service.organization(organization)
    await service.note(organization, {
      id: 'gate',
      title: 'Gates',
      content: 'The blue harbour gate opens at seven in the morning.',
    })
  }
  ada = await service.person('acme', 'ada', { role: 'admin' })
  eve = await service.person('globex', 'eve', { role: 'admin' })
  asAda = await createBrowserCall(service, 'acme', ada)
})
afterAll(async () => {
  await service.close()
  await llm.close()
  await other.close()
})
beforeEach(() => {
  llm.setBehavior('honest')
  for (const server of [llm, other]) server.keys.length = 0
})
afterEach(() => service.call(ada.key, 'DELETE', path))

const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: string, body?: unknown) =>
  service.call(ada.key, method, at, body)

/** Asks in the app and returns the stored question. */
async function askInApp() {
  expect((await asAda('POST', '/v1/ask', { question })).status).toBe(200)
  return (await asAda('GET', '/v1/questions')).body.questions[0]
}

describe('a language model set up in the app', () => {
  test('writes the next answer, until it is removed', async () => {
    expect((await admin('GET', path)).body).toMatchObject({ origin: 'none', variables: [], model: null })
    expect((await admin('GET', '/v1/organization')).body.writtenBy).toBeNull()
    const saved = await admin('PUT', path, modelAt(llm, { apiKey: key, inputPrice: 0.5, outputPrice: 2 }))
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual({
      origin: 'settings',
      variables: [],
      provider: 'openai-compatible',
      baseUrl: llm.baseUrl,
      model: 'writer-1',
      hasApiKey: true,
      isApiKeyReadable: true,
      inputPrice: 0.5,
      outputPrice: 2,
      updatedAt: expect.any(String),
    })
    expect((await admin('GET', '/v1/organization')).body.writtenBy).toBe('writer-1')
    expect((await admin('GET', '/v1/service')).body.chat).toEqual({ model: 'writer-1', host: hostOf(llm) })
    expect(await askInApp()).toMatchObject({ writtenBy: 'writer-1' })
    expect(llm.keys).toEqual([key])
    expect((await admin('DELETE', path)).status).toBe(204)
    expect(await askInApp()).toMatchObject({ writtenBy: null, outcome: 'answered' })
    expect(llm.keys).toHaveLength(1)
    expect((await admin('GET', '/v1/organization')).body.writtenBy).toBeNull()
  })

  test('a change applies on another node, and removing it too', async () => {
    const node = await createApp({
      config: service.app.config,
      database: service.database,
      embedder: undefined,
      log: pino({ level: 'silent' }),
    })
    const caller = await service.caller(ada)
    const ask = () => node.answering.ask(caller, { question, parentId: undefined })
    await admin('PUT', path, modelAt(llm, { apiKey: key }))
    await ask()
    expect(llm.keys).toEqual([key])
    await admin('PUT', path, modelAt(other, { apiKey: 'sk-second' }))
    await ask()
    expect([llm.keys, other.keys]).toEqual([[key], ['sk-second']])
    await admin('DELETE', path)
    await ask()
    expect([llm.keys, other.keys]).toEqual([[key], ['sk-second']])
    await node.close()
  })

  test('an answer says that it is quoted when the model fails, and the service that it is degraded', async () => {
    await admin('PUT', path, modelAt(llm, { apiKey: key }))
    llm.setBehavior('knows-no-such-model')
    expect(await askInApp()).toMatchObject({ writtenBy: null, outcome: 'answered' })
    expect((await service.app.checkReadiness()).parts.llm).toBe('degraded')
  })

  test('belongs to one organization', async () => {
    await admin('PUT', path, modelAt(llm, { apiKey: key }))
    expect((await service.call(eve.key, 'GET', path)).body).toMatchObject({ origin: 'none', baseUrl: null })
    expect((await service.call(eve.key, 'POST', '/v1/ask', { question })).status).toBe(200)
    expect(llm.keys).toEqual([])
    expect((await service.call(eve.key, 'DELETE', path)).status).toBe(204)
    expect((await admin('GET', path)).body.origin).toBe('settings')
  })

  test('setting and removing are in the audit log, the key is not', async () => {
    await admin('PUT', path, modelAt(llm, { apiKey: key }))
    await admin('POST', `${path}/trial`, modelAt(llm, { apiKey: key }))
    await admin('DELETE', path)
    const { text, body } = await admin('GET', '/v1/admin/audit')
    expect(body.events.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
      'removeLanguageModel',
      'tryLanguageModel',
      'setLanguageModel',
    ])
    expect(text).not.toContain(key)
  })
})

describe('the key', () => {
  test('is returned by no operation and stored nowhere in the clear', async () => {
    await admin('PUT', path, modelAt(llm, { apiKey: key }))
    llm.setBehavior('rejects-the-key')
    await askInApp()
    const [{ id }] = (await asAda('GET', '/v1/questions')).body.questions
    const replies = await Promise.all([
      admin('GET', path),
      admin('GET', '/v1/service'),
      admin('POST', '/v1/service/models/trial'),
      admin('POST', `${path}/trial`, {}),
      admin('GET', `/v1/answer-traces/${id}`),
      admin('PUT', path, { ...modelAt(llm), apiKey: `${key}\n` }),
      admin('PUT', path, { ...modelAt(llm), provider: 'none', apiKey: key }),
    ])
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(replies.map(({ text }) => text).join('\n')).not.toContain(key)
    expect(logged.join('\n')).toContain('the language model failed')
    expect(logged.join('\n')).not.toContain(key)
    const { rows } = await sql`select * from llm_setting`.execute(service.database.unrestricted)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  test('is unreadable in a backup without the keys of the server', async () => {
    await admin('PUT', path, modelAt(llm, { apiKey: key }))
    const file = join(mkdtempSync(join(tmpdir(), 'lorewell-llm-')), 'one.backup')
    await writeBackup({ database: service.database, path: file, now: () => new Date() })
    const text = gunzipSync(readFileSync(file)).toString('utf8')
    expect(text).toContain('writer-1')
    expect(text).not.toContain(key)
    expect(text).not.toContain((await loadServiceKeys(service.database)).cookies[0])
    // As after a restore, where the server makes new keys.
    const restored = await createApp({
      config: { ...service.app.config, encryptionKey: 'another key of at least 32 characters' },
      database: service.database,
      embedder: undefined,
      log: pino({ level: 'silent' }),
    })
    expect(await restored.llmSettings.read('acme')).toMatchObject({ hasApiKey: true, isApiKeyReadable: false })
    await restored.answering.ask(await service.caller(ada), { question, parentId: undefined })
    expect(llm.keys).toEqual([])
    await restored.close()
  })

  test('stays when other settings change, and goes to no other server', async () => {
    await admin('PUT', path, modelAt(llm, { apiKey: key }))
    expect((await admin('PUT', path, modelAt(llm, { model: 'writer-2' }))).body).toMatchObject({ hasApiKey: true })
    await askInApp()
    expect(llm.keys).toEqual([key])
    for (const [method, at] of [
      ['PUT', path],
      ['POST', `${path}/trial`],
    ] as const) {
      const reply = await admin(method, at, modelAt(other))
      expect(reply.status).toBe(422)
      expect(reply.body.details.apiKey.message).toBe('must be entered again for this address')
    }
    expect(other.keys).toEqual([])
    expect((await admin('PUT', path, modelAt(llm, { apiKey: null }))).body.hasApiKey).toBe(false)
  })
})

describe('the address', () => {
  test.each([
    ['a private network', 'https://10.0.0.8/v1', /public address.*LLM_ALLOW/],
    ['this machine on a port that is not listed', 'http://127.0.0.1:2/v1', /127\.0\.0\.1:2 to LLM_ALLOW/],
    ['a name of this machine', 'https://localhost/v1', /public address/],
    ['link-local, although listed', 'http://169.254.169.254/v1', /public address/],
    ['a metadata service, although listed', 'http://[fd00:ec2::254]/v1', /public address/],
    ['a public host without encryption', 'http://93.184.215.14/v1', /must use https/],
    ['a password in it', 'https://user:pass@93.184.215.14/v1', /user name or password/],
    ['a query', 'https://93.184.215.14/v1?key=1', /must not contain/],
    ['another protocol', 'file:///etc/passwd', /http or https/],
  ])('is refused: %s', async (_, baseUrl, message) => {
    for (const [method, at] of [
      ['PUT', path],
      ['POST', `${path}/trial`],
    ] as const) {
      const reply = await admin(method, at, { ...modelAt(llm), baseUrl })
      expect(reply.status).toBe(422)
      expect(reply.body.details.baseUrl.message).toMatch(message)
    }
    expect((await admin('GET', path)).body.origin).toBe('none')
  })
})

describe('a test of settings', () => {
  const tryModel = async (fields: object = {}) =>
    (await admin('POST', `${path}/trial`, modelAt(llm, { apiKey: key, question, ...fields }))).body

  test('asks about the notes, shows time, tokens and cost, and stores nothing', async () => {
    const before = (await asAda('GET', '/v1/questions')).body.questions.length
    expect(await tryModel({ inputPrice: 0.5, outputPrice: 2 })).toEqual({
      ok: true,
      question,
      answer: 'The blue harbour gate opens at seven in the morning. [1]',
      mode: 'written',
      failure: null,
      message: null,
      ms: expect.any(Number),
      inputTokens: 2000,
      outputTokens: 100,
      cost: 0.0012,
    })
    expect(llm.keys).toEqual([key])
    expect(await tryModel()).toMatchObject({ ok: true, cost: null })
    expect((await admin('GET', path)).body.origin).toBe('none')
    expect((await asAda('GET', '/v1/questions')).body.questions).toHaveLength(before)
  })

  test.each([
    ['rejects-the-key', 'key-rejected', /status 401, Incorrect API key provided: \[key\]/],
    ['knows-no-such-model', 'model-unknown', /status 404, The model does not exist/],
    ['fails', 'failed', /status 500/],
  ] as const)('says why a server fails: %s', async (behavior, failure, message) => {
    llm.setBehavior(behavior)
    const trial = await tryModel()
    expect(trial).toMatchObject({ ok: false, answer: null, mode: null, failure })
    expect(trial.message).toMatch(message)
  })

  test('says that nothing listens', async () => {
    const trial = await tryModel({ baseUrl: 'http://127.0.0.1:1/v1' })
    expect(trial).toMatchObject({ ok: false, failure: 'unreachable' })
  })

  test('asks the model itself where nothing is found', async () => {
    const trial = await tryModel({ question: 'zzzz qqqq xxxx' })
    expect(trial).toMatchObject({ ok: true, mode: null })
    expect(llm.keys).toEqual([key])
  })

  test('without settings needs those in use', async () => {
    expect((await admin('POST', `${path}/trial`, {})).body.details).toEqual({ baseUrl: { message: 'is required' } })
    const partial = await admin('POST', `${path}/trial`, { baseUrl: llm.baseUrl })
    expect(Object.keys(partial.body.details)).toEqual(['provider', 'model'])
    await admin('PUT', path, modelAt(llm, { apiKey: key, inputPrice: 1, outputPrice: 1 }))
    expect((await admin('POST', `${path}/trial`, { question })).body).toMatchObject({ ok: true, cost: 0.0021 })
    expect(llm.keys).toEqual([key])
  })
})

test('environment variables win, and the settings are then read-only', async () => {
  await admin('PUT', path, modelAt(other, { apiKey: key }))
  const node = await createTestApp({
    now: () => new Date(),
    config: { llm: { baseUrl: llm.baseUrl, model: 'from-the-environment', apiKey: 'sk-environment' } },
  })
  await node.organization('acme')
  const ben = await node.person('acme', 'ben', { role: 'admin' })
  const { body, text } = await node.call(ben.key, 'GET', path)
  expect(body).toMatchObject({
    origin: 'environment',
    variables: ['LLM_BASE_URL', 'LLM_MODEL', 'LLM_API_KEY'],
    model: 'from-the-environment',
    hasApiKey: true,
  })
  expect(text).not.toContain('sk-environment')
  for (const reply of [
    await node.call(ben.key, 'PUT', path, modelAt(other)),
    await node.call(ben.key, 'DELETE', path),
  ]) {
    expect(reply.status).toBe(409)
    expect(reply.body.message).toContain('LLM_BASE_URL')
  }
  expect((await node.call(ben.key, 'POST', `${path}/trial`, {})).body).toMatchObject({ ok: true })
  expect(llm.keys).toEqual(['sk-environment'])
  await node.close()
})
