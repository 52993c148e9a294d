import { request as send } from 'node:http'
import type { Reply } from './test-app.ts'

/** Sends a request over a connection. What `canSendOverHttp` refuses only an injected request can carry. */
export function sendHttpRequest(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | Buffer },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send(url, { method, headers: { ...length, ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('error', reject)
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
        resolve({
          status: response.statusCode ?? 0,
          text,
          body: isJson && text ? JSON.parse(text) : undefined,
          headers: response.headers,
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A client refuses to send control characters, and a body that is refused half-way may take its answer with it. */
export function canSendOverHttp(headers: Record<string, string>, body: string | Buffer | undefined): boolean {
  const isPlain = Object.values(headers).every((value) => /^[\t\x20-\x7e]*$/.test(value))
  return isPlain && (body === undefined || Buffer.byteLength(body) < 1_000_000)
}
