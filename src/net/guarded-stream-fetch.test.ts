import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { createGuardedStreamFetch } from './guarded-stream-fetch.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function startServer(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const fetchAllowing = (...allow: string[]) => createGuardedStreamFetch({ guard: createAddressGuard({ allow }) })

describe('guardedStreamFetch', () => {
  it('passes parts of a response on before it ends', async () => {
    let finish = () => {}
    const port = await startServer((_request, response) => {
      response.write('first')
      finish = () => response.end('last')
    })
    const response = await fetchAllowing(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'x',
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first')
    finish()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('last')
  })

  it('does not follow a redirect', async () => {
    let isReached = false
    const inside = await startServer((_request, response) => {
      isReached = true
      response.end()
    })
    const port = await startServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside}/` }).end()
    })
    const fetch = fetchAllowing(`127.0.0.1:${port}`, `127.0.0.1:${inside}`)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(302)
    expect(isReached).toBe(false)
  })

  it.each([
    ['http://127.0.0.1:1/', 'public address'],
    ['https://169.254.169.254/', 'public address'],
    ['http://93.184.215.14/', 'must use https'],
  ])('does not try %s', async (url, message) => {
    await expect(fetchAllowing()(url)).rejects.toThrow(message)
  })

  it('does not connect when a name changes to a private address after the check', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']]
    const guard = createAddressGuard({ resolve: async () => answers.shift() ?? [] })
    await expect(createGuardedStreamFetch({ guard })('https://model.test/')).rejects.toMatchObject({
      cause: { message: 'model.test is not a public address' },
    })
  })
})
