import type { FastifyInstance } from 'fastify'
import type { AppError } from '../../errors.ts'
import { toAppError, toErrorResponse } from '../error-table.ts'
import { messagePage, sendPage } from './page.ts'

/** Renders the errors of this plugin's routes as HTML pages. */
export function renderErrorsAsPages(server: FastifyInstance): void {
  server.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown, request.id)
    if (error.code === 'internal') request.log.error({ err: thrown }, 'page failed')
    if (reply.raw.headersSent) return
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    const { status } = toErrorResponse(error, 'content')
    return sendPage(reply, status, messagePage(errorPageTitles[error.code] ?? 'That did not work', error.message))
  })
}

const errorPageTitles: Partial<Record<AppError['code'], string>> = {
  'not-found': 'There is nothing here',
  'rate-limit': 'Too many attempts',
  conflict: 'This link was used already',
  internal: 'Something went wrong',
}
