import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWebhookReceiver } from '../../sdk/examples/webhook-receiver.ts'
import type { AnswerResult } from '../../sdk/src/index.ts'
import { freePort } from '../support/free-port.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let admin: Person
let port: number
beforeAll(async () => {
  port = await freePort()
  service = await createTestApp({ config: { callbackAllow: [`127.0.0.1:${port}`] } })
  await service.organization('acme')
  admin = await service.person('acme', 'ada', { role: 'admin' })
  await service.note('acme', { title: 'On call', content: 'The platform team is on call at the weekend.' })
})
afterAll(() => service?.close())

it('the example receives a signed answer once, and refuses others', async () => {
  const { body: callbackSecret } = await service.call(admin.key, 'GET', '/v1/admin/callback-secret')
  const received: { answer: AnswerResult; answerId: string | undefined }[] = []
  const receiver = createWebhookReceiver(callbackSecret.secret, (answer, answerId) =>
    received.push({ answer, answerId }),
  )
  receiver.listen(port, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const callbackUrl = `http://127.0.0.1:${port}/`
    const question = { question: 'Who is on call at the weekend?', callbackUrl }
    const accepted = await service.call(admin.key, 'POST', '/v1/ask/answers', question)
    await service.app.jobs.drain()
    await service.app.jobs.drain()
    expect(received).toMatchObject([{ answerId: accepted.body.id, answer: { sources: [{ title: 'On call' }] } }])
    const forged = await fetch(callbackUrl, { method: 'POST', body: '{"answer":"Forged."}' })
    expect(forged.status).toBe(401)
    expect(received).toHaveLength(1)
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})
