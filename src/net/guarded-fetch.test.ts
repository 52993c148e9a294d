import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { createGuardedFetch, type GuardedRequest } from './guarded-fetch.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function receiver(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const options: GuardedRequest = { timeoutMs: 10_000, maxResponseBytes: 1000 }

describe('guardedFetch', () => {
  it('posts to an allowed host and reads the answer', async () => {
    const port = await receiver((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () =>
        response
          .writeHead(201, { 'x-seen': request.headers['x-sent'] })
          .end(`${request.method} ${request.headers.host} ${Buffer.concat(parts)}`),
      )
    })
    const fetch = createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${port}`] }) })
    const answer = await fetch(`http://127.0.0.1:${port}/hook`, {
      ...options,
      method: 'POST',
      headers: { 'x-sent': 'yes' },
      body: 'hello',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers['x-seen']).toBe('yes')
    expect(answer.body.toString()).toBe(`POST 127.0.0.1:${port} hello`)
  })

  it('tries the further addresses of a name when the first does not answer', async () => {
    const port = await receiver((_request, response) => response.end('second'))
    const guard = createAddressGuard({
      allow: [`two.example.com:${port}`],
      resolve: async () => ['127.0.0.99', '127.0.0.1'],
    })
    const answer = await createGuardedFetch({ guard })(`http://two.example.com:${port}/`, options)
    expect(answer.body.toString()).toBe('second')
  })

  it('does not follow a redirect', async () => {
    const paths: string[] = []
    const port = await receiver((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const fetch = createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${port}`] }) })
    expect((await fetch(`http://127.0.0.1:${port}/hook`, options)).status).toBe(302)
    expect(paths).toEqual(['/hook'])
  })

  it('reads no more of the answer than asked for, though it never ends', async () => {
    const port = await receiver((_request, response) => {
      const write = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    })
    const fetch = createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${port}`] }) })
    const url = `http://127.0.0.1:${port}/`
    expect((await fetch(url, { ...options, maxResponseBytes: 12_345 })).body).toHaveLength(12_345)
    expect((await fetch(url, { ...options, maxResponseBytes: 0 })).body).toHaveLength(0)
  })

  it('ends when nobody answers in time', async () => {
    const port = await receiver(() => {})
    const fetch = createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${port}`] }) })
    const answer = fetch(`http://127.0.0.1:${port}/`, { ...options, timeoutMs: 20 })
    await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('ends when it is told to', async () => {
    const controller = new AbortController()
    const port = await receiver(() => controller.abort(new Error('enough')))
    const fetch = createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${port}`] }) })
    const answer = fetch(`http://127.0.0.1:${port}/`, { ...options, signal: controller.signal })
    await expect(answer).rejects.toThrow('enough')
  })

  it('does not connect to a name that became private between check and connection', async () => {
    let requests = 0
    const port = await receiver((_request, response) => {
      requests += 1
      response.end()
    })
    let questions = 0
    const guard = createAddressGuard({
      resolve: async () => (++questions === 1 ? ['93.184.215.14'] : ['127.0.0.1']),
    })
    const answer = createGuardedFetch({ guard })(`http://rebinding.example.com:${port}/`, options)
    await expect(answer).rejects.toThrow('not a public address')
    expect(questions).toBe(2)
    expect(requests).toBe(0)
  })

  it('does not send to a socket that ended up elsewhere than was checked', async () => {
    let requests = 0
    const port = await receiver((_request, response) => {
      requests += 1
      response.end()
    })
    // A guard that is wrong about the address: the socket itself is asked.
    const guard = {
      ...createAddressGuard({ resolve: async () => ['93.184.215.14'] }),
      addressesFor: async () => ['127.0.0.1'],
    }
    const answer = createGuardedFetch({ guard })(`http://wrong.example.com:${port}/`, options)
    await expect(answer).rejects.toThrow('not a public address')
    expect(requests).toBe(0)
  })

  it.each(['127.0.0.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', 'localhost'])(
    'sends nothing to %s',
    async (host) => {
      let requests = 0
      const port = await receiver((_request, response) => {
        requests += 1
        response.end()
      })
      const fetch = createGuardedFetch({ guard: createAddressGuard() })
      await expect(fetch(`http://${host}:${port}/`, options)).rejects.toThrow('public address')
      expect(requests).toBe(0)
    },
  )
})
