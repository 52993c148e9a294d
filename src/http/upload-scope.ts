import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { readUpload } from './multipart-upload.ts'

/** Registers routes that take multipart/form-data, in a scope of their own: all other bodies are JSON. */
export async function registerUploads(
  server: FastifyInstance,
  { maxFileBytes, routes }: { maxFileBytes: number; routes: (scope: FastifyInstance) => void },
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(/^multipart\/form-data(?:\s*;|$)/i, (request: FastifyRequest, payload: Readable) => {
      const { formFields } = request.routeOptions.config.operation ?? {}
      if (!formFields) throw notMultipartError()
      return readUpload(payload, { headers: request.headers, fields: formFields, maxFileBytes })
    })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notMultipartError()))
    routes(scope)
  })
}

/** Returns the body of an upload; a request without a body and content type has none. */
export function requireUpload<T>(body: T | undefined): T {
  if (body === undefined) throw notMultipartError()
  return body
}

/** Returns a signal that aborts when the client disconnects before the answer. */
export function abortedWith(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client disconnected'))
  })
  return controller.signal
}

function notMultipartError(): AppError {
  return new AppError('unsupported-media-type', 'The request body must be multipart/form-data.')
}
