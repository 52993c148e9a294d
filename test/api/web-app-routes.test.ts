import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBaseServer } from '../../src/http/base-server.ts'
import { webAppRoutes } from '../../src/http/routes/web-app.ts'

let server: FastifyInstance
let empty: FastifyInstance
const directory = mkdtempSync(join(tmpdir(), 'lorewell-app-'))

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>The app</title>')
  writeFileSync(join(directory, 'assets', 'app-abc123.js'), 'console.log(1)')
  writeFileSync(join(directory, 'assets', 'app-abc123.js.gz'), 'packed')
  writeFileSync(join(directory, '.built'), 'secret')
  server = createBaseServer({ log: pino({ level: 'silent' }), maxBodyBytes: 1000, trustProxy: '' })
  await webAppRoutes(server, { directory })
  empty = createBaseServer({ log: pino({ level: 'silent' }), maxBodyBytes: 1000, trustProxy: '' })
  await webAppRoutes(empty, { directory: join(directory, 'nothing') })
})
afterAll(async () => {
  await server.close()
  await empty.close()
  rmSync(directory, { recursive: true })
})

const get = (url: string, headers = {}) => server.inject({ url, headers })

describe('the page', () => {
  test.each(['/', '/notes', '/notes/', '/notes/a%2Fb', '/data-sources/x', '/docs', '/settings/keys?x=1'])(
    '%s is the app',
    async (path) => {
      const reply = await get(path)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['cache-control']).toBe('no-cache')
      expect(reply.body).toContain('The app')
    },
  )

  test.each(['/nothing', '/v1beta', '/notes/a/b', '/ask', '/wp-login.php'])(
    '%s is the app, which says that there is no such page',
    async (path) => {
      const reply = await get(path)
      expect(reply.statusCode).toBe(404)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
      expect(reply.body).toContain('The app')
    },
  )

  test.each([
    ...[
      '/v1',
      '/v1/nothing',
      '//v1/ask/index',
      '///v1/nothing',
      '/./v1/nothing',
      '/oauth/nothing',
      '/mcp/x',
      '/.well-known/x',
    ],
    ...['/assets/', '/assets/gone.js', '/assets/%00', '/assets/a%00.js', '/assets//'],
  ])('%s is never the app', async (path) => {
    const reply = await get(path)
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('The app')
  })

  test.each([
    ['application/json', 404],
    ['application/json, text/event-stream', 404],
    ['text/html;q=0, application/json', 404],
    ['*/*', 200],
    ['text/*;q=0.5', 200],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 200],
  ])('an unknown address, asked for with Accept: %s, is %i', async (accept, status) => {
    const reply = await get('/ask/index?rootId=tickets', { accept })
    expect(reply.statusCode).toBe(status)
    if (status === 404) expect(reply.json().id).toBe('not-found')
  })

  test('allows no script, style, frame or connection but our own', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('*')
  })
})

describe('files', () => {
  test('named by their content are kept by browsers for ever, and sent packed where that is taken', async () => {
    const plain = await get('/assets/app-abc123.js')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['x-content-type-options']).toBe('nosniff')
    const packed = await get('/assets/app-abc123.js', { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
  })

  test.each(['/assets/../index.html', '/assets/..%2f.built', '/assets/%2e%2e/.built', '/.built'])(
    '%s gives nothing away',
    async (path) => {
      expect((await get(path)).body).not.toContain('secret')
    },
  )
})

test('where the app is not built, it says so and the rest works', async () => {
  const reply = await empty.inject({ url: '/' })
  expect(reply.statusCode).toBe(503)
  expect(reply.json().message).toContain('npm run build')
})
