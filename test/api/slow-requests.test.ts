import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRawConnection } from '../support/raw-connection.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let service: TestApp
/** Called once a caller is admitted, before the body of their request is read. */
let onAdmitted = () => {}
beforeAll(async () => {
  // However fast this machine is, a body that arrives after its headers is late.
  service = await createTestApp({ http: { timeouts: { admissionMs: 0 } } })
  service.server.addHook('preParsing', async (_request, _reply, payload) => {
    onAdmitted()
    return payload
  })
  await service.organization('acme')
})
afterAll(() => service?.close())

/** Sends a request with a part of its body, changes something, and sends the rest. Returns the response. */
async function changeBeforeEnd(key: string, path: string, body: object, change: () => Promise<unknown>) {
  const text = JSON.stringify(body)
  const headers = [
    ...[`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Authorization: Bearer ${key}`],
    ...['Content-Type: application/json', 'Accept: application/json, text/event-stream'],
    ...[`Content-Length: ${text.length}`, '', text.slice(0, 10)],
  ]
  const isAdmitted = new Promise<void>((resolve) => {
    onAdmitted = resolve
  })
  const connection = await openRawConnection(await service.baseUrl(), headers.join('\r\n'))
  await isAdmitted
  await change()
  connection.socket.write(text.slice(10))
  await expect.poll(connection.received).toMatch(/\r\n\r\n\S/)
  connection.socket.destroy()
  return connection.received()
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test.each([
  ['/v1/ask', { question: 'When does the door open?' }],
  ['/v1/search', { query: 'door' }],
  ['/mcp', initialize],
])('a key that is revoked while the body of a request to %s arrives is refused', async (path, body) => {
  const person = await service.person('acme', `revoked-${path.replaceAll('/', '-')}`)
  expect(await changeBeforeEnd(person.key, path, body, async () => {})).toContain('HTTP/1.1 200 OK')
  const reply = await changeBeforeEnd(person.key, path, body, () =>
    service.database.unrestricted.deleteFrom('api_key').where('member_id', '=', person.id).execute(),
  )
  expect(reply).toContain('HTTP/1.1 401 Unauthorized')
  expect(reply).toContain('auth/unauthorized')
})
