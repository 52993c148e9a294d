import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileDownload } from '../../content/files/file-download.ts'
import type { FileItems } from '../../content/sources/file-items.ts'
import { fileEndpoints } from '../../contract/file-endpoints.ts'
import { filePath } from '../../contract/files.ts'
import { AppError } from '../../errors.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'
import { routeNotFoundError } from '../error-table.ts'
import { readUpload } from '../multipart-upload.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'

/** Indexing files, and their originals: below /v1 for clients, and at the addresses that answers cite for browsers. */
export async function fileRoutes(
  server: FastifyInstance,
  { guard, fileItems, maxFileBytes }: { guard: Guard; fileItems: FileItems; maxFileBytes: number },
): Promise<void> {
  createEndpointRegistrar(server, guard)(fileEndpoints.readFile, async ({ caller, params, reply }) => {
    await sendFile(reply, await fileItems.open(caller, params))
  })

  // In a scope of its own: only these bodies are not JSON.
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(/^multipart\/form-data(?:\s*;|$)/i, (request: FastifyRequest, payload: Readable) => {
      const { formFields } = request.routeOptions.config.operation ?? {}
      if (!formFields) throw notMultipartError()
      return readUpload(payload, { headers: request.headers, fields: formFields, maxFileBytes })
    })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notMultipartError()))
    createEndpointRegistrar(scope, guard)(fileEndpoints.indexFile, async ({ caller, body, reply }) => {
      if (body === undefined) throw notMultipartError()
      const { file, ...fields } = body
      return fileItems.index(caller, fields, file, abortedWith(reply))
    })
  })

  await server.register(async (pages) => {
    renderErrorsAsPages(pages)
    pages.get('/files/:rootId/:id', async (request, reply) => {
      const caller = await guard.credentials.authenticate(request.headers)
      if (caller?.credential.kind !== 'session')
        return reply.redirect(`/sign-in?return=${encodeURIComponent(request.url)}`, 303)
      const params = filePath.safeParse(request.params)
      if (!params.success) throw routeNotFoundError()
      await sendFile(reply, await fileItems.open(caller, params.data))
      return reply
    })
  })
}

function notMultipartError(): AppError {
  return new AppError('unsupported-media-type', 'The request body must be multipart/form-data.')
}

/** Returns a signal that aborts when the client disconnects before the answer. */
function abortedWith(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client disconnected'))
  })
  return controller.signal
}

/**
 * Sends an original. Only PDFs are shown, without any right to run or load something; others are downloads, whatever their
 * content is.
 */
function sendFile(reply: FastifyReply, { name, mediaType, sizeBytes, parts }: FileDownload): FastifyReply {
  const isPdf = mediaType === 'application/pdf'
  return reply
    .headers({
      'content-type': isPdf ? mediaType : 'application/octet-stream',
      'content-length': sizeBytes,
      'content-disposition': contentDisposition(isPdf ? 'inline' : 'attachment', name),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(parts, { objectMode: false }))
}

/** RFC 6266: a name in ASCII for old clients, and the exact one (RFC 8187). */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
