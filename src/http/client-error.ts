import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request that Node could not parse, so that no hook or handler sees it, with an error body like any other. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, ...body } = errorsByCode[error.code ?? ''] ?? invalidRequest
  const text = JSON.stringify(body)
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  socket.destroy(error)
}

const invalidRequest = { status: 400, message: 'The request is not valid HTTP.', id: 'bad-request' }

const errorsByCode: Record<string, typeof invalidRequest> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request arrived too slowly.',
    id: 'request-timeout',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The address and headers of the request are too long. Send long texts in a body.',
    id: 'headers-too-large',
  },
}
