import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileDownload } from '../content/files/file-download.ts'
import { isShownInline } from '../content/files/media-type.ts'

/**
 * Sends a stored file. PDFs and pictures are shown, without any right to run or load something; others are downloads of
 * unknown type, whatever their content is.
 */
export function sendFile(reply: FastifyReply, { name, mediaType, sizeBytes, parts }: FileDownload): FastifyReply {
  const isShown = isShownInline(mediaType)
  return reply
    .headers({
      'content-type': isShown ? mediaType : 'application/octet-stream',
      'content-length': sizeBytes,
      'content-disposition': contentDisposition(isShown ? 'inline' : 'attachment', name),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(parts, { objectMode: false }))
}

/** RFC 6266: a name in ASCII for old clients, and the exact one (RFC 8187). */
function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
