import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { InvalidSettingsError, readConfig } from './config.ts'
import { renderConfigurationDocs } from './configuration-docs.ts'

describe('settings', () => {
  test('no settings give a working configuration', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: './data',
      databaseUrl: '',
      llm: undefined,
      embeddings: undefined,
      modelDir: '',
      isReaderEnabled: true,
      askPerMinute: 60,
      indexPerMinute: 600,
      maxBodyBytes: 4 * 1024 * 1024,
    })
  })

  test('a node has a role only where there can be others', () => {
    expect(readConfig({}).role).toBe('all')
    expect(readConfig({ ROLE: 'worker', DATABASE_URL: 'postgres://host/lorewell' }).role).toBe('worker')
    for (const ROLE of ['api', 'worker']) expect(() => readConfig({ ROLE })).toThrow('DATABASE_URL is not set')
  })

  test('every bad variable is named in one message', () => {
    const bad = {
      PORT: '70000',
      PUBLIC_URL: 'ftp://x',
      RATE_LIMIT_ASK_PER_MINUTE: '0',
      LOG_LEVEL: 'loud',
      READER: 'maybe',
      ROLE: 'both',
      LLM_MODEL: 'x',
      DATABASE_URL: 'mysql://x',
      DATABASE_REPLICA_URL: 'mysql://y',
      CORS_ORIGINS: 'https://app.example.com, https://example.com/path',
      CALLBACK_ALLOW: '127.0.0.1:8080, hooks.internal',
      SYNC_ALLOW: 'wiki.internal:99999',
      LLM_ALLOW: 'http://127.0.0.1:11434',
      TRUST_PROXY: '10.0.0.0/8, proxy.internal',
    }
    const message = (() => {
      try {
        readConfig(bad)
        return ''
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidSettingsError)
        return (error as Error).message
      }
    })()
    for (const name of [
      'PORT',
      'PUBLIC_URL',
      'RATE_LIMIT_ASK_PER_MINUTE',
      'LOG_LEVEL',
      'READER',
      'ROLE',
      'LLM_BASE_URL',
      'DATABASE_URL',
      'CORS_ORIGINS',
      'CALLBACK_ALLOW must list host:port pairs; "hooks.internal" is not one',
      'SYNC_ALLOW',
      'LLM_ALLOW',
      'TRUST_PROXY must list IP addresses or networks; "proxy.internal" is none',
    ]) {
      expect(message).toContain(name)
    }
  })

  test.each([
    ['DATABASE_URL', 'postgres://ada:a/b#c@db.example.com/lorewell'],
    ['DATABASE_URL', 'postgres://ada@db.example.com:99999/lorewell'],
    ['PUBLIC_URL', 'https://notes.example.com/path'],
    ['PUBLIC_URL', 'https://notes.example.com/?page=1'],
    ['PUBLIC_URL', 'https://notes.example.com/#top'],
    ['PUBLIC_URL', 'https://ada@notes.example.com'],
  ])('%s cannot be %s', (name, text) => {
    expect(() => readConfig({ [name]: text })).toThrow(new RegExp(` ${name} must be an address `))
  })

  test.each(['postgres://', 'postgresql:///lorewell?host=/run/postgresql', 'postgres://ada:a%2Fb@/lorewell'])(
    'DATABASE_URL can be %s',
    (DATABASE_URL) => {
      expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
    },
  )

  test('a bad value is quoted, unless it can contain a password', () => {
    const start = () =>
      readConfig({ PORT: '80a', READER: 'yes', ROLE: 'web', OIDC_ISSUER: 'ftp://ada:secret@example.com' })
    expect(start).toThrow(
      / PORT must be .*, not "80a"\n(.|\n)* ROLE must be .*, not "web"\n(.|\n)* READER must be .*, not "yes"/,
    )
    expect(start).toThrow('OIDC_ISSUER must be an http or https address')
    expect(start).not.toThrow('secret')
  })

  test.each(['0.0.0.0:3000', 'http://0.0.0.0', 'my host', '0.0.0.0/', '[::1]:3000', '[::1', 'user@host', '999.1.1.1'])(
    'a HOST such as %s is named with the other bad variables',
    (HOST) => {
      const start = () => readConfig({ HOST, PORT: 'abc', LOG_LEVEL: 'loud' })
      expect(start).toThrow(InvalidSettingsError)
      expect(start).toThrow(/ HOST must be .*\n.* PORT must be (.|\n)* LOG_LEVEL must be /)
      expect(() => readConfig({ HOST, PUBLIC_URL: 'https://notes.example.com' })).toThrow(InvalidSettingsError)
    },
  )

  test.each([
    ['0.0.0.0', '0.0.0.0', 'http://0.0.0.0:3000'],
    ['::1', '::1', 'http://[::1]:3000'],
    ['[::1]', '::1', 'http://[::1]:3000'],
    ['::', '::', 'http://[::]:3000'],
    ['localhost', 'localhost', 'http://localhost:3000'],
    ['lorewell_1.internal', 'lorewell_1.internal', 'http://lorewell_1.internal:3000'],
  ])('HOST can be %s', (HOST, host, publicUrl) => {
    expect(readConfig({ HOST })).toMatchObject({ host, publicUrl })
  })

  test('a HOST with a zone needs a PUBLIC_URL: addresses of pages cannot have one', () => {
    const HOST = 'fe80::1%eth0'
    expect(() => readConfig({ HOST, LOG_LEVEL: 'loud' })).toThrow(/ LOG_LEVEL must be .*\n.* PUBLIC_URL must be set /)
    expect(readConfig({ HOST, PUBLIC_URL: 'https://notes.example.com' }).host).toBe(HOST)
  })

  test('lists of hosts and of proxies can have every form that their users read', () => {
    const { callbackAllow, trustProxy } = readConfig({
      CALLBACK_ALLOW: 'hooks.internal:80, [::1]:8080, 10.0.0.1:443',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, 192.168.0.0/255.255.0.0, fd00::/8, loopback',
    })
    expect(callbackAllow).toHaveLength(3)
    expect(() => fastify({ trustProxy })).not.toThrow()
    for (const bad of ['10.0.0.0/33', '10.0.0.0/x', 'fd00::/129', '10.0.0.0/8/8', '1.2.3'])
      expect(() => readConfig({ TRUST_PROXY: bad }), bad).toThrow('TRUST_PROXY')
  })

  test('a secret can come from a file, but not from both places', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'lorewell-config-')), 'secret')
    writeFileSync(file, 'sk-secret\n')
    const llm = { LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL: 'm' }
    expect(readConfig({ ...llm, LLM_API_KEY_FILE: file }).llm?.apiKey).toBe('sk-secret')
    expect(() => readConfig({ ...llm, LLM_API_KEY_FILE: file, LLM_API_KEY: 'x' })).toThrow('LLM_API_KEY_FILE')
    expect(() => readConfig({ ...llm, LLM_API_KEY_FILE: '/nowhere' })).toThrow('LLM_API_KEY_FILE')
  })

  test('docs/configuration.md matches the table of settings', () => {
    const page = new URL('../docs/configuration.md', import.meta.url)
    if (process.env.UPDATE_DOCS) writeFileSync(page, renderConfigurationDocs())
    expect(readFileSync(page, 'utf8')).toBe(renderConfigurationDocs())
  })
})
