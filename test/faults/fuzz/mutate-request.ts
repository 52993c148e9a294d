import type { GeneratedRequest } from '../../support/openapi-request-generator.ts'
import type { SeededRandom } from '../../support/seeded-random.ts'
import { mutateText } from './mutate-text.ts'

export interface WireRequest {
  method: (typeof methods)[number]
  url: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const
const mediaTypes = [
  ...['application/json', 'application/json; charset=latin1', 'application/x-ndjson', 'text/plain', 'text/html'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', '', ';;;', 'a/b/c'],
]
const malformedHeaders: Record<string, readonly string[]> = {
  'content-type': mediaTypes,
  accept: ['*/*', 'text/event-stream', 'application/xml', ',,,', 'q=;'],
  authorization: ['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a.b.c', `Bearer ${'x'.repeat(9000)}`, 'Digest'],
  cookie: ['lorewell_session=x', '=;=', `lorewell_session=${'%'.repeat(99)}`, '__proto__=1', 'a'.repeat(4000)],
  'content-encoding': ['gzip', 'identity', 'br', 'x'],
  origin: ['null', 'http://evil.test', '%%%'],
  range: ['bytes=0-', 'bytes=-1', 'lines=1'],
  'if-none-match': ['*', '"x"', 'W/"'],
  'accept-language': ['de', '*', 'x'.repeat(500), ';q=1'],
  prefer: ['respond-async', 'wait=0', 'x=y;z'],
  'mcp-protocol-version': ['2025-06-18', '1', ''],
  'mcp-session-id': ['x', ''],
  'x-forwarded-for': ['1.2.3.4', 'x', '::1, evil'],
  'last-event-id': ['1', 'x'],
}

/** A request as the contract has it, or one for another address, with faults that no client library would make. */
export function mutateRequest(
  { operation, url, headers, body }: GeneratedRequest,
  other: { method: string; url: string },
  random: SeededRandom,
): WireRequest {
  const isOther = random.chance(0.2)
  const request: WireRequest = {
    method: (isOther ? other.method : operation.method) as WireRequest['method'],
    url: isOther ? other.url : url,
    headers: { ...headers },
    body,
  }
  if (isOther && random.chance(0.6)) {
    request.body ??= random.pick([
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
      'grant_type=authorization_code&code=x&client_id=y',
      'email=a%40b.c&password=secret&csrf=x&return_to=%2F',
      '{"redirect_uris":["https://example.com/cb"],"client_name":"x"}',
    ])
    request.headers['content-type'] = random.pick(mediaTypes)
  }
  if (random.chance(0.35)) request.url = toSendablePath(mutateText(request.url, random, 12_000))
  if (random.chance(0.1)) request.method = random.pick(methods)
  if (random.chance(0.3)) {
    const name = random.pick(Object.keys(malformedHeaders))
    request.headers[name] = random.pick(malformedHeaders[name] as readonly string[])
  }
  if (request.body !== undefined && random.chance(0.45)) {
    const mutated = mutateText(String(request.body), random)
    request.body = random.chance(0.2) ? Buffer.from(mutated, 'latin1') : mutated
  }
  return request
}

/** What can be sent at all: no spaces, line ends or characters outside of ASCII, and beginning with a slash. */
function toSendablePath(text: string): string {
  const sendable = text.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
  // What begins like another host is none of ours to answer, and the injected request could not be made of it.
  return /^\/(?![/\\])/.test(sendable) && URL.canParse(sendable, 'http://localhost') ? sendable : `/x${sendable}`
}
