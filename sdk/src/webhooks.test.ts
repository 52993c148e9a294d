import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook } from './webhooks.ts'

const secret = `whsec_${btoa('a secret of twenty-four bytes or more')}`
const otherSecret = `whsec_${btoa('another secret of so many bytes, too')}`
const now = new Date('2026-11-17T09:00:00Z')
const body = JSON.stringify({ answer: 'Größe: 3 [1]', sources: [] })

/** As the service signs: the reference implementation. */
function sign(text: string, at = now, secrets = [secret]): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((each) => new Webhook(each).sign('msg_1', at, text)).join(' '),
  }
}

const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('verifyWebhook', () => {
  it('returns the payload with its ids', async () => {
    const headers = { ...sign(body), 'lorewell-answer-id': 'a1' }
    expect(await verifyWebhook({ body, headers, secret, now })).toEqual({
      id: 'msg_1',
      sentAt: now,
      answerId: 'a1',
      payload: { answer: 'Größe: 3 [1]', sources: [] },
    })
  })

  it.each([
    ['bytes', new TextEncoder().encode(body), sign(body)],
    ['a Headers object', body, new Headers(sign(body))],
    ['names in capitals', body, Object.fromEntries(Object.entries(sign(body)).map(([k, v]) => [k.toUpperCase(), v]))],
    ['the headers of Node', body, { ...sign(body), host: 'x', 'set-cookie': ['a', 'b'] }],
  ])('accepts %s', async (_case, given, headers) => {
    expect((await verifyWebhook({ body: given, headers, secret, now })).id).toBe('msg_1')
  })

  it('accepts one of several signatures, and one of several secrets', async () => {
    const rotated = sign(body, now, [otherSecret, secret])
    expect((await verifyWebhook({ body, headers: rotated, secret, now })).id).toBe('msg_1')
    expect((await verifyWebhook({ body, headers: sign(body), secret: [otherSecret, secret], now })).id).toBe('msg_1')
  })

  it.each([
    ['a changed body', { body: body.replace('3', '4') }],
    ['another secret', { secret: otherSecret }],
    ['a changed id', { headers: { ...sign(body), 'webhook-id': 'msg_2' } }],
    ['a changed time', { headers: { ...sign(body), 'webhook-timestamp': String(now.getTime() / 1000 + 1) } }],
    ['no signature of version 1', { headers: { ...sign(body), 'webhook-signature': 'v2,AAAA v1 v1,' } }],
    ['a signature that is not Base64', { headers: { ...sign(body), 'webhook-signature': 'v1,%%%' } }],
    [
      'part of a signature',
      { headers: { ...sign(body), 'webhook-signature': sign(body)['webhook-signature']?.slice(0, -5) } },
    ],
  ])('refuses %s', async (_case, change) => {
    await expect(verifyWebhook({ body, headers: sign(body), secret, now, ...change })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      id: 'signature-wrong',
    })
  })

  it('refuses what was sent more than five minutes ago, or later than now', async () => {
    const verifyAt = (at: Date, toleranceSeconds?: number) =>
      verifyWebhook({ body, headers: sign(body), secret, now: at, ...(toleranceSeconds && { toleranceSeconds }) })
    await verifyAt(later(300))
    await verifyAt(later(-300))
    await verifyAt(later(900), 1000)
    for (const at of [later(301), later(-301)])
      await expect(verifyAt(at)).rejects.toMatchObject({ id: 'timestamp-outside-tolerance' })
    const headers = { ...sign(body), 'webhook-timestamp': 'NaN' }
    await expect(verifyWebhook({ body, headers, secret, now })).rejects.toMatchObject({
      id: 'timestamp-outside-tolerance',
    })
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a request without %s', async (name) => {
    const headers: Record<string, string | undefined> = { ...sign(body), [name]: undefined }
    await expect(verifyWebhook({ body, headers, secret, now })).rejects.toMatchObject({ id: 'header-missing' })
  })

  it('reports a secret that is none', async () => {
    await expect(verifyWebhook({ body, headers: sign(body), secret: 'whsec_', now })).rejects.toThrow(TypeError)
  })
})
