import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressGuard, type ResolveHost } from './address-guard.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

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

async function countingReceiver() {
  const counter = { port: 0, requests: 0 }
  counter.port = await receiver((_request, response) => {
    counter.requests += 1
    response.end()
  })
  return counter
}

/** A fetch that can reach one local port. */
const fetchAllowing = (
  port: number,
  limits: { timeoutMs?: number; maxResponseBytes?: number; isKeptAlive?: boolean } = {},
) => createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${port}`] }), ...limits })

const fetchResolving = (resolve: ResolveHost, allow: string[] = []) =>
  createGuardedFetch({ guard: createAddressGuard({ resolve, allow }), httpsOnly: false })

describe('guardedFetch', () => {
  it('posts to an allowed host and reads the response', async () => {
    const port = await receiver((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () =>
        response
          .writeHead(201, { 'x-seen': request.headers['x-sent'] })
          .end(`${request.method} ${request.headers.host} ${Buffer.concat(parts)}`),
      )
    })
    const response = await fetchAllowing(port)(`http://127.0.0.1:${port}/hook`, {
      method: 'POST',
      headers: { 'x-sent': 'yes' },
      body: 'hello',
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-seen')).toBe('yes')
    expect(await response.text()).toBe(`POST 127.0.0.1:${port} hello`)
  })

  it('tries the next address of a name when the first does not answer', async () => {
    const port = await receiver((_request, response) => response.end('second'))
    const fetch = fetchResolving(async () => ['127.0.0.99', '127.0.0.1'], [`two.example.com:${port}`])
    expect(await (await fetch(`http://two.example.com:${port}/`)).text()).toBe('second')
  })

  it('resolves an allowed name once, so the address cannot change after the check', async () => {
    const port = await receiver((_request, response) => response.end('here'))
    let lookups = 0
    const fetch = fetchResolving(async () => {
      lookups += 1
      return ['127.0.0.1']
    }, [`rebound.test:${port}`])
    expect(await (await fetch(`http://rebound.test:${port}/`)).text()).toBe('here')
    expect(lookups).toBe(1)
  })

  it('does not follow a redirect', async () => {
    const paths: string[] = []
    const port = await receiver((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await fetchAllowing(port)(`http://127.0.0.1:${port}/hook`)).status).toBe(302)
    expect(paths).toEqual(['/hook'])
  })

  it('returns a response without a body', async () => {
    const port = await receiver((_request, response) => response.writeHead(204).end())
    expect((await fetchAllowing(port)(`http://127.0.0.1:${port}/`)).status).toBe(204)
  })

  it('stops reading at the limit, even if the response never ends', async () => {
    const port = await receiver((_request, response) => {
      const write = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    })
    const url = `http://127.0.0.1:${port}/`
    const readBytes = async (maxResponseBytes: number) =>
      (await (await fetchAllowing(port, { maxResponseBytes })(url)).arrayBuffer()).byteLength
    expect(await readBytes(12_345)).toBe(12_345)
    expect(await readBytes(0)).toBe(0)
  })

  it('shares connections between requests only with isKeptAlive', async () => {
    const sockets = new Set<unknown>()
    const port = await receiver((request, response) => {
      sockets.add(request.socket)
      response.end('x'.repeat(1000))
    })
    const url = `http://127.0.0.1:${port}/`
    const countSockets = async (isKeptAlive: boolean) => {
      sockets.clear()
      const fetch = fetchAllowing(port, { isKeptAlive })
      for (let count = 0; count < 6; count += 1) await fetch(url)
      return sockets.size
    }
    expect(await countSockets(true)).toBeLessThan(6)
    expect(await countSockets(false)).toBe(6)
  })

  it('times out when the server does not answer', async () => {
    const port = await receiver(() => {})
    const response = fetchAllowing(port, { timeoutMs: 20 })(`http://127.0.0.1:${port}/`)
    await expect(response).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('ends when it is aborted', async () => {
    const controller = new AbortController()
    const port = await receiver(() => controller.abort(new Error('enough')))
    const response = fetchAllowing(port)(`http://127.0.0.1:${port}/`, { signal: controller.signal })
    await expect(response).rejects.toThrow('enough')
  })

  it('does not connect to a name that became private between check and connection', async () => {
    const server = await countingReceiver()
    let lookups = 0
    const fetch = fetchResolving(async () => (++lookups === 1 ? ['93.184.215.14'] : ['127.0.0.1']))
    const response = fetch(`http://rebinding.example.com:${server.port}/`)
    await expect(response).rejects.toThrow('not a public address')
    expect(lookups).toBe(2)
    expect(server.requests).toBe(0)
  })

  it('does not send to a socket that is connected to another address than the checked one', async () => {
    const server = await countingReceiver()
    // A guard that is wrong about the address: the socket's own address counts.
    const guard = {
      ...createAddressGuard({ resolve: async () => ['93.184.215.14'] }),
      addressesFor: async () => ['127.0.0.1'],
    }
    const fetch = createGuardedFetch({ guard, httpsOnly: false })
    const response = fetch(`http://wrong.example.com:${server.port}/`)
    await expect(response).rejects.toThrow('not a public address')
    expect(server.requests).toBe(0)
  })

  it('does not reach a name with one private address among public ones', async () => {
    const fetch = fetchResolving(async () => ['93.184.215.14', '127.0.0.1'])
    await expect(fetch('https://mixed.test/')).rejects.toThrow('public address')
  })

  it.each(['127.0.0.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', 'localhost'])(
    'sends nothing to %s',
    async (host) => {
      const server = await countingReceiver()
      const fetch = createGuardedFetch({ httpsOnly: false })
      await expect(fetch(`http://${host}:${server.port}/`)).rejects.toThrow('public address')
      expect(server.requests).toBe(0)
    },
  )

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/metadata',
    'https://localhost/',
  ])('does not reach %s', async (address) => {
    await expect(createGuardedFetch()(address)).rejects.toThrow('must be a public address')
  })

  it.each([
    ['http://93.184.215.14/', 'must use https'],
    ['ftp://files.test/', 'http or https'],
    ['file:///etc/passwd', 'http or https'],
    ['https://user:pw@site.test/', 'password'],
  ])('does not try %s', async (address, message) => {
    await expect(createGuardedFetch()(address)).rejects.toThrow(message)
  })

  it('reaches an allowed host over http, and no other', async () => {
    const port = await receiver((_request, response) => response.end('here'))
    const fetch = fetchAllowing(port)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
    await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow('public address')
  })
})
