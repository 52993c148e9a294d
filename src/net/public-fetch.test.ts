import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicFetch, isPublicUnicast } from './public-fetch.ts'

let server: Server
let port: number
let requests = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1
    if (request.url === '/moved') response.writeHead(302, { location: '/' }).end()
    else if (request.url !== '/slow') response.end('here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublicUnicast(address)).toBe(true)
  })

  it.each([
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', 'fe80::1', 'fd00::1', 'fec0::1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'ff02::1', '', 'localhost'],
  ])('%j is not public', (address) => {
    expect(isPublicUnicast(address)).toBe(false)
  })
})

describe('a fetch of an address that a stranger names', () => {
  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
  ])('does not reach %s', async (address) => {
    await expect(createPublicFetch()(address)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('is not a public address') },
    })
  })

  it.each(['http://93.184.215.14/', 'ftp://files.test/', 'file:///etc/passwd', 'https://user:pw@site.test/'])(
    'does not try %s',
    async (address) => {
      await expect(createPublicFetch()(address)).rejects.toThrow(/Only https|password/)
    },
  )

  it('does not reach a name with one private address among public ones', async () => {
    const lookup = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    await expect(createPublicFetch({ lookup })('https://mixed.test/')).rejects.toMatchObject({
      cause: { message: 'mixed.test is not a public address' },
    })
  })

  it('asks for the address of a name once, so that the answer cannot change after the check', async () => {
    let asked = 0
    const lookup = async () => {
      asked += 1
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const get = createPublicFetch({ lookup, allow: [`rebound.test:${port}`] })
    expect(await (await get(`http://rebound.test:${port}/`)).text()).toBe('here')
    expect(asked).toBe(1)
  })

  it('reaches an exception that was named, and nothing beside it', async () => {
    const get = createPublicFetch({ allow: [`127.0.0.1:${port}`] })
    expect(await (await get(`http://127.0.0.1:${port}/`)).text()).toBe('here')
    await expect(get(`http://localhost:${port}/`)).rejects.toThrow('Only https')
  })

  it('follows no redirect', async () => {
    const get = createPublicFetch({ allow: [`127.0.0.1:${port}`] })
    const before = requests
    await expect(get(`http://127.0.0.1:${port}/moved`)).rejects.toThrow()
    expect((await get(`http://127.0.0.1:${port}/moved`, { redirect: 'manual' })).status).toBe(302)
    expect(requests).toBe(before + 2)
  })

  it('gives up on a host that does not answer', async () => {
    const get = createPublicFetch({ allow: [`127.0.0.1:${port}`], timeoutMs: 50 })
    await expect(get(`http://127.0.0.1:${port}/slow`)).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
