import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { cookieValue } from '../../identity/request-credential.ts'
import { serializeCookie } from './cookies.ts'

export type FormFields = Record<string, string | undefined>

export interface FormProtection {
  /** A token for a form on the page being made. */
  csrfToken(request: FastifyRequest, reply: FastifyReply): string
  /** The fields of a form that came from one of our own pages; fails for any other. */
  verifiedFields(request: FastifyRequest): FormFields
  /** A value that goes through the browser and comes back as it was, for a few minutes. */
  signValue(value: unknown): string
  verifySignedValue(sealed: string): unknown
}

const maxFormBodyBytes = 64 * 1024
const signedValueTtlMs = 10 * 60_000

/**
 * Guards forms against other sites: a random value in a cookie, and its keyed hash in the form. Another site can make
 * the browser send the cookie, but cannot know the hash.
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
  const presented = (request: FastifyRequest) => cookieValue(request.headers.cookie ?? '', cookieName)

  return {
    csrfToken(request, reply) {
      let value = presented(request)
      if (!value) {
        value = randomBytes(32).toString('base64url')
        reply.header('set-cookie', serializeCookie(cookieName, value, { publicUrl }))
      }
      return mac('form', value)
    },

    verifiedFields(request) {
      const fields = (request.body ?? {}) as FormFields
      const value = presented(request)
      const site = request.headers['sec-fetch-site']
      const isOurs = site === undefined || site === 'same-origin' || site === 'none'
      if (!isOurs || !value || !isEqualConstantTime(fields.form ?? '', mac('form', value)))
        throw new AppError('forbidden', 'This form has expired. Go back, reload the page, and try again.')
      return fields
    },

    signValue(value) {
      const text = Buffer.from(JSON.stringify({ value, until: now().getTime() + signedValueTtlMs })).toString(
        'base64url',
      )
      return `${text}.${mac('seal', text)}`
    },

    verifySignedValue(sealed) {
      const [text = '', signature = ''] = sealed.split('.')
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

/** Lets the routes of this plugin take forms, and nothing else. */
export function registerFormParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBodyBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

function isEqualConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function expiredFormError(): AppError {
  return new AppError('forbidden', 'That took too long. Please sign in again.')
}
