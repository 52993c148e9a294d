import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret, randomSecret } from '../../src/identity/secrets.ts'
import { listOperations } from '../support/openapi-request-generator.ts'
import { openRawConnection } from '../support/raw-connection.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

// What has no test of its own elsewhere; docs/security.md names the test of each danger.
let service: TestApp
let ada: Person
beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  await service.dataSource('acme', 'tickets')
})
afterAll(() => service?.close())

describe('clickjacking', () => {
  it.each(['/', '/settings', '/sign-in'])('what %s shows cannot be put into a frame', async (path) => {
    const reply = await service.call(undefined, 'GET', path, undefined, { accept: 'text/html' })
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.headers['x-frame-options']).toBe('DENY')
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('prototype pollution', () => {
  const body =
    '{"__proto__":{"role":"admin","polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"items":[{"__proto__":{"polluted":"yes"}}],"question":"x","title":"x"}'
  it('no operation takes a prototype from a body or a query', async () => {
    const document = (await service.call(undefined, 'GET', '/v1/openapi.json')).body
    const plain: Record<string, unknown> = {}
    for (const operation of listOperations(document)) {
      const path = `/v1${operation.path.replace(/\{\w+\}/g, '__proto__')}`
      const query = '__proto__[polluted]=yes&constructor.prototype.polluted=yes'
      const sent = operation.method === 'GET' ? undefined : body
      const reply = await service.call(ada.key, operation.method, `${path}?${query}`, sent)
      expect(reply.status, `${operation.method} ${path}: ${reply.text}`).toBeLessThan(500)
      expect(plain.polluted).toBeUndefined()
    }
    // Some of these end the key's owner or the organization's asking; whoever comes next starts anew.
    await service.organization('acme')
    ada = await service.person('acme', 'ada-again', { role: 'admin' })
  })

  it('a field of that name is refused like any other that is not known', async () => {
    const { __proto__: _none, ...item } = contentFixture()
    const text = JSON.stringify(item).replace(/^\{/, '{"__proto__":{"title":"x"},')
    const reply = await service.call(ada.key, 'POST', '/v1/ask/index', text)
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.details)).toEqual(['__proto__'])
  })
})

describe('regular expressions that backtrack', () => {
  // Each is at its limit of length and made of what nested repetition cannot decide quickly: a run ends, or the test does not.
  const fillers = ['a', 'a ', 'a.', '1,', '"', '(', '<', 'A.', '*_', '|']
  const long = fillers.map((filler) => `${filler.repeat(4000).slice(0, 3990)}!`)

  it('do not hang on questions and searches', async () => {
    for (const text of long) {
      expect((await service.call(ada.key, 'POST', '/v1/ask', { question: text })).status).toBe(200)
      const notes = `/v1/search-notes?query=${encodeURIComponent(text)}`
      expect((await service.call(ada.key, 'GET', notes)).status).toBe(200)
    }
  })

  it('do not hang on headers', async () => {
    for (const text of long) {
      for (const name of ['authorization', 'cookie', 'accept', 'prefer', 'content-type', 'origin']) {
        const reply = await service.call(undefined, 'GET', '/v1/me', undefined, { [name]: text })
        expect(reply.status).toBeLessThan(500)
      }
    }
  })
})

describe('timing of key comparison', () => {
  it('a key that is nearly right is looked up by something that has nothing in common with the right one', () => {
    const key = randomSecret(43)
    const right = hashSecret(key)
    for (const place of [0, 20, 42]) {
      const near = key.slice(0, place) + (key[place] === 'x' ? 'y' : 'x') + key.slice(place + 1)
      const shared = hashSecret(near).findIndex((byte, index) => byte !== right[index])
      expect(shared).toBeLessThan(4)
    }
  })

  it('no key is stored, so that none can be compared letter by letter', async () => {
    const rows = await service.database.unrestricted.selectFrom('api_key').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(ada.key)
    expect(rows.some((row) => row.hash.equals(hashSecret(ada.key)))).toBe(true)
  })
})

describe('two credentials', () => {
  // Node keeps the first of two such lines, a proxy in front of it may have checked the second.
  it.each(['/v1/me', '/mcp'])(
    'a request to %s with two Authorization lines is refused, whichever is valid',
    async (path) => {
      const url = await service.baseUrl()
      const { key } = await service.person('acme', `two-${path.slice(1).replace('/', '-')}`)
      const send = async (keys: readonly string[]) => {
        const credentials = keys.map((one) => `Authorization: Bearer ${one}\r\n`).join('')
        const connection = await openRawConnection(
          url,
          `GET ${path} HTTP/1.1\r\nHost: x\r\n${credentials}Connection: close\r\n\r\n`,
        )
        return connection.closed
      }
      expect(await send([key])).not.toContain('401 Unauthorized')
      for (const keys of [
        [key, 'lw_other'],
        ['lw_other', key],
        [key, key],
      ]) {
        const reply = await send(keys)
        expect(reply).toContain('401 Unauthorized')
        expect(reply).toContain('auth/unauthorized')
      }
    },
  )
})
