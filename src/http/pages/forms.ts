import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { cookieValue } from '../../identity/presented-secret.ts'
import { cookie } from './cookies.ts'

export type FormFields = Record<string, string | undefined>

export interface Forms {
  /** A token for a form on the page being made. */
  token(request: FastifyRequest, reply: FastifyReply): string
  /** The fields of a form that came from one of our own pages; fails for any other. */
  fields(request: FastifyRequest): FormFields
  /** A value that goes through the browser and comes back as it was, for a few minutes. */
  seal(value: unknown): string
  unseal(sealed: string): unknown
}

const longestBody = 64 * 1024
const sealLifeMs = 10 * 60_000

/**
 * Guards forms against other sites: a random value in a cookie, and its keyed hash in the form. Another site can make
 * the browser send the cookie, but cannot know the hash.
 */
export function createForms({
  key,
  publicUrl,
  now,
}: {
  key: string
  publicUrl: string
  now: () => Date
}): Forms {
  const cookieName = publicUrl.startsWith('https:') ? '__Host-lorewell_form' : 'lorewell_form'
  const mac = (purpose: string, value: string) =>
    createHmac('sha256', key).update(`${purpose}\n${value}`).digest('base64url')
  const presented = (request: FastifyRequest) => cookieValue(request.headers.cookie ?? '', cookieName)

  return {
    token(request, reply) {
      let value = presented(request)
      if (!value) {
        value = randomBytes(32).toString('base64url')
        reply.header('set-cookie', cookie(cookieName, value, { publicUrl }))
      }
      return mac('form', value)
    },

    fields(request) {
      const fields = (request.body ?? {}) as FormFields
      const value = presented(request)
      const site = request.headers['sec-fetch-site']
      const isOurs = site === undefined || site === 'same-origin' || site === 'none'
      if (!isOurs || !value || !isSame(fields.form ?? '', mac('form', value)))
        throw new AppError('forbidden', 'This form has expired. Go back, reload the page, and try again.')
      return fields
    },

    seal(value) {
      const text = Buffer.from(JSON.stringify({ value, until: now().getTime() + sealLifeMs })).toString(
        'base64url',
      )
      return `${text}.${mac('seal', text)}`
    },

    unseal(sealed) {
      const [text = '', signature = ''] = sealed.split('.')
      if (!isSame(signature, mac('seal', text))) throw expired()
      const { value, until } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
        value: unknown
        until: number
      }
      if (until < now().getTime()) throw expired()
      return value
    },
  }
}

/** Lets the routes of this plugin take forms, and nothing else. */
export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: longestBody },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function expired(): AppError {
  return new AppError('forbidden', 'That took too long. Please sign in again.')
}
