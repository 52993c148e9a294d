import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStorable } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import { cookieValue } from '../../identity/request-credential.ts'
import { isEqualConstantTime } from '../../identity/secrets.ts'
import { serializeCookie } from './cookies.ts'

export type FormFields = Record<string, string | undefined>

export interface FormProtection {
  /** Returns the CSRF token for a form, and sets the cookie that it belongs to. */
  csrfToken(request: FastifyRequest, reply: FastifyReply): string
  /** Returns the fields of a form from one of our own pages; fails for any other. */
  verifiedFields(request: FastifyRequest): FormFields
  /** Returns an id of the browser, the same on all pages, once one with a form has been shown. */
  browserId(request: FastifyRequest): string
}

const maxFormBodyBytes = 64 * 1024

/**
 * Protects forms against requests of other sites: a cookie holds a random value, the form its HMAC. Another site can make
 * the browser send the cookie, but does not know the HMAC.
 */
export function createFormProtection({ key, publicUrl }: { key: string; publicUrl: string }): FormProtection {
  const cookieName = publicUrl.startsWith('https:') ? '__Host-lorewell_form' : 'lorewell_form'
  const mac = (purpose: string, value: string) =>
    createHmac('sha256', key).update(`${purpose}\n${value}`).digest('base64url')
  /** Cookies that the responses to these requests set. */
  const newCookies = new WeakMap<FastifyRequest, string>()
  const formCookie = (request: FastifyRequest) =>
    cookieValue(request.headers.cookie ?? '', cookieName) || newCookies.get(request)

  return {
    csrfToken(request, reply) {
      let value = formCookie(request)
      if (!value) {
        value = randomBytes(32).toString('base64url')
        newCookies.set(request, value)
        reply.header('set-cookie', serializeCookie(cookieName, value, { publicUrl }))
      }
      return mac('form', value)
    },

    verifiedFields(request) {
      const fields = (request.body ?? {}) as FormFields
      const value = formCookie(request)
      const site = request.headers['sec-fetch-site']
      const isSameSite = site === undefined || site === 'same-origin' || site === 'none'
      if (!isSameSite || !value || !isEqualConstantTime(fields.form ?? '', mac('form', value))) throw expiredFormError()
      return fields
    },

    browserId(request) {
      const value = formCookie(request)
      if (!value) throw expiredFormError()
      return mac('browser', value)
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

function expiredFormError(): AppError {
  return new AppError('forbidden', 'This form has expired. Go back, reload the page, and try again.')
}
