import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { notJsonError } from './error-table.ts'
import { validationError } from './validate.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses JSON bodies, and refuses invalid UTF-8, invalid JSON and other content types. An empty body becomes undefined,
 * whatever its content type: clients name one without having a body.
 */
export function registerJsonParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      try {
        refuseCompression(request)
        done(null, parseJsonBody(body))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  server.addContentTypeParser('*', requireEmptyBody)
}

function refuseCompression({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return
  throw new AppError('unsupported-media-type', 'Send the request body without compression (no Content-Encoding).')
}

/** Refuses a body with its first byte. */
function requireEmptyBody(_request: FastifyRequest, payload: Readable, done: (error: Error | null) => void): void {
  const finish = (error: Error | null) => {
    payload.off('data', refuse).off('end', accept).off('error', finish)
    done(error)
  }
  const accept = () => finish(null)
  const refuse = () => {
    payload.pause()
    finish(notJsonError())
  }
  payload.on('end', accept).on('error', finish).on('data', refuse)
}

export function parseJsonBody(body: Buffer): unknown {
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
