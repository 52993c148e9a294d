import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a server of the test on the loopback address, which ends with it. */
export async function startOriginServer(listener: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, requests }
}

export interface StaticPage {
  status?: number
  type?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Starts a server of pages that the test can change, with ETag and 304 as web servers send them. */
export async function startStaticSite(pages: Record<string, StaticPage | string>) {
  const state = { pages, isDown: false, notModified: 0, seen: [] as IncomingMessage[] }
  const server = await startOriginServer((request, response) => {
    state.seen.push(request)
    const found = state.pages[request.url ?? '']
    if (state.isDown) return response.writeHead(500).end()
    if (found === undefined) return response.writeHead(404).end('not found')
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers = {},
      body = '',
    } = typeof found === 'string' ? { body: found } : found
    const etag = `"${Buffer.from(String(body)).length}-${hash(String(body))}"`
    if (status === 200 && request.headers['if-none-match'] === etag) {
      state.notModified += 1
      return response.writeHead(304).end()
    }
    return response
      .writeHead(status, { 'content-type': type, ...(status === 200 ? { etag } : {}), ...headers })
      .end(body)
  })
  return Object.assign(state, server)
}

function hash(text: string): number {
  let value = 0
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 4_294_967_291
  return value
}
