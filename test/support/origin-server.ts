import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface OriginServerOptions {
  /** Serves several tests: the caller closes it. Else it ends with the test that starts it. */
  isShared?: boolean
}

/** Starts a server of a test on the loopback address. */
export async function startOriginServer(listener: RequestListener, { isShared = false }: OriginServerOptions = {}) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  if (!isShared) onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, requests, close }
}

export interface StaticPage {
  status?: number
  type?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Starts a server of pages that the test can change, with ETag and 304 as web servers send them. */
export async function startStaticSite(pages: Record<string, StaticPage | string>, options: OriginServerOptions = {}) {
  const state = { pages, isDown: false, isDenied: false, notModified: 0, seen: [] as IncomingMessage[] }
  const server = await startOriginServer((request, response) => {
    state.seen.push(request)
    const found = state.pages[request.url ?? '']
    if (state.isDown) return response.destroy()
    if (state.isDenied) return response.writeHead(403).end()
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
  }, options)
  return Object.assign(state, server)
}

function hash(text: string): number {
  let value = 0
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 4_294_967_291
  return value
}
