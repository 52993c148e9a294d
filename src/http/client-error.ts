import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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

/** Answers HTTP/1.1 requests that name no host (RFC 9112, section 3.2) like others that are not valid HTTP. */
export function refuseWithoutHost(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return
    const { status, ...body } = invalidRequest
    return reply
      .code(status)
      .header('connection', 'close')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  })
}

/**
 * Combines several Authorization lines into one value (RFC 9110, section 5.3), which is no valid credential. Node would keep
 * the first line: another server on the way can have checked another one.
 */
export function combineAuthorization(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw }) => {
    const { headers, rawHeaders } = raw
    if (headers.authorization === undefined) return
    const values = rawHeaders.filter(
      (_, index) => rawHeaders[index - 1]?.toLowerCase() === 'authorization' && index % 2 === 1,
    )
    if (values.length > 1) headers.authorization = values.join(', ')
  })
}

/** Ignores `Expect` fields other than `100-continue` (RFC 9110, section 10.1.1): Node would refuse them without a body. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
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
