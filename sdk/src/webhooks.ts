import type { AnswerResult } from './operations.ts'

export interface WebhookRequest {
  /** The body exactly as it was received: parsed and written again, it would have another signature. */
  body: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  /** The secret of the organization, `whsec_…`; several while you change over to a new one. */
  secret: string | readonly string[]
  /** How far the time of the webhook can be from now, in either direction. Default: five minutes. */
  toleranceSeconds?: number
  /** Default: the current time. */
  now?: Date
}

export interface VerifiedWebhook<Payload> {
  /** The same for every attempt to deliver it: ignore an id that you have processed. */
  id: string
  sentAt: Date
  /** The id that `respondAsync` returned. The signature does not cover it. */
  answerId: string | undefined
  payload: Payload
}

/** A request that is not a webhook of the organization, or no longer valid. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly id: 'header-missing' | 'timestamp-outside-tolerance' | 'signature-wrong'

  constructor(id: WebhookVerificationError['id'], message: string) {
    super(message)
    this.id = id
  }
}

/**
 * Returns the payload of a callback or a digest, or throws a `WebhookVerificationError`. Signatures follow Standard Webhooks:
 * HMAC-SHA256 over id, time and body. They are compared in constant time.
 */
export async function verifyWebhook<Payload = AnswerResult>(
  request: WebhookRequest,
): Promise<VerifiedWebhook<Payload>> {
  const { toleranceSeconds = 300, now = new Date() } = request
  const id = requireHeader(request.headers, 'webhook-id')
  const timestamp = requireHeader(request.headers, 'webhook-timestamp')
  const signatures = requireHeader(request.headers, 'webhook-signature')
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN
  if (!(Math.abs(now.getTime() - sentAt) <= toleranceSeconds * 1000))
    throw new WebhookVerificationError('timestamp-outside-tolerance', 'The webhook is too old, or of the future.')
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
  const signed = concatBytes(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  if (!(await hasValidSignature(signed, signatures, [request.secret].flat())))
    throw new WebhookVerificationError('signature-wrong', 'The webhook is not signed with this secret.')
  return {
    id,
    sentAt: new Date(sentAt),
    answerId: readHeader(request.headers, 'lorewell-answer-id'),
    payload: JSON.parse(new TextDecoder().decode(body)) as Payload,
  }
}

async function hasValidSignature(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = signatures.split(' ').flatMap((entry) => {
    const [version, signature = ''] = entry.split(',')
    return version === 'v1' ? (decodeBase64(signature) ?? []) : []
  })
  for (const secret of secrets) {
    const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
    if (!bytes || bytes.length === 0) throw new TypeError('The secret is not of the form whsec_ and Base64.')
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const candidate of candidates) if (await crypto.subtle.verify('HMAC', key, candidate, signed)) return true
  }
  return false
}

function requireHeader(headers: WebhookRequest['headers'], name: string): string {
  const value = readHeader(headers, name)
  if (!value) throw new WebhookVerificationError('header-missing', `The request has no header ${name}.`)
  return value
}

function readHeader(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value.join(' ') : value
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
