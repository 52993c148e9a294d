import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStorable } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import { cookieValue } from '../../identity/request-credential.ts'
import { serializeCookie } from './cookies.ts'

export type FormFields = Record<string, string | undefined>

export interface FormProtection {
  /** Returns the CSRF token for a form, and sets the cookie that it belongs to. */
  csrfToken(request: FastifyRequest, reply: FastifyReply): string
  /** Returns the fields of a form from one of our own pages; fails for any other. */
  verifiedFields(request: FastifyRequest): FormFields
  /** Signs a value that passes through the browser. It is readable there, cannot be changed, and expires in minutes. */
  signValue(value: unknown): string
  verifySignedValue(signed: string): unknown
}

const maxFormBodyBytes = 64 * 1024
const signedValueTtlMs = 10 * 60_000

/**
 * Protects forms against requests of other sites: a cookie holds a random value, the form its HMAC. Another site can make
 * the browser send the cookie, but does not know the HMAC.
 */
export function createFormProtection({
  key,
  publicUrl,
  now,
}: {
  key: string
  publicUrl: string
  now: () => Date
}): FormProtection {
  const cookieName = publicUrl.startsWith('https:') ? '__Host-lorewell_form' : 'lorewell_form'
  const mac = (purpose: string, value: string) =>
    createHmac('sha256', key).update(`${purpose}\n${value}`).digest('base64url')
  const formCookie = (request: FastifyRequest) => cookieValue(request.headers.cookie ?? '', cookieName)

  return {
    csrfToken(request, reply) {
      let value = formCookie(request)
      if (!value) {
        value = randomBytes(32).toString('base64url')
        reply.header('set-cookie', serializeCookie(cookieName, value, { publicUrl }))
      }
      return mac('form', value)
    },

    verifiedFields(request) {
      const fields = (request.body ?? {}) as FormFields
      const value = formCookie(request)
      const site = request.headers['sec-fetch-site']
      const isSameSite = site === undefined || site === 'same-origin' || site === 'none'
      if (!isSameSite || !value || !isEqualConstantTime(fields.form ?? '', mac('form', value)))
        throw new AppError('forbidden', 'This form has expired. Go back, reload the page, and try again.')
      return fields
    },

    signValue(value) {
      const text = Buffer.from(JSON.stringify({ value, until: now().getTime() + signedValueTtlMs })).toString(
        'base64url',
      )
      return `${text}.${mac('seal', text)}`
    },

    verifySignedValue(signed) {
      const [text = '', signature = ''] = signed.split('.')
      if (!isEqualConstantTime(signature, mac('seal', text))) throw expiredFormError()
      const { value, until } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
        value: unknown
        until: number
      }
      if (until < now().getTime()) throw expiredFormError()
      return value
    },
  }
}

/** Makes the routes of this plugin accept form bodies only, with text that can be stored. */
export function registerFormParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBodyBytes },
    (_request, body, done) => {
      const fields = Object.fromEntries(new URLSearchParams(String(body)))
      if (isStorable(fields)) done(null, fields)
      else
        done(
          new AppError('validation', 'The form contains characters that cannot be stored. Remove them and try again.'),
        )
    },
  )
}

function isEqualConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function expiredFormError(): AppError {
  return new AppError('forbidden', 'That took too long. Please sign in again.')
}
