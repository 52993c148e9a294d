import type { FastifyInstance } from 'fastify'
import { validationError } from './validate.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Parses JSON bodies, and refuses invalid UTF-8 and invalid JSON. An empty body becomes undefined. */
export function registerJsonParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => {
      try {
        done(null, parseJson(body))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    throw validationError({ body: { message: 'must be valid UTF-8' } })
  }
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw validationError({ body: { message: 'must be valid JSON' } })
  }
}
