import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { FileDownload } from '../content/files/file-download.ts'
import type { Guard } from './endpoint-registrar.ts'
import { routeNotFoundError } from './error-table.ts'
import { renderErrorsAsPages } from './pages/page-errors.ts'
import { sendFile } from './send-file.ts'

/** Serves files at the addresses that notes and answers link to, for browser sessions: a cookie opens nothing below /v1. */
export async function registerFilePage<S extends z.ZodType>(
  server: FastifyInstance,
  { guard, path, params, open }: FilePage<S>,
): Promise<void> {
  await server.register(async (pages) => {
    renderErrorsAsPages(pages)
    pages.get(path, async (request, reply) => {
      const caller = await guard.credentials.authenticate(request.headers)
      if (caller?.credential.kind !== 'session')
        return reply.redirect(`/sign-in?return=${encodeURIComponent(request.url)}`, 303)
      const address = params.safeParse(request.params)
      if (!address.success) throw routeNotFoundError()
      await sendFile(reply, await open(caller, address.data))
      return reply
    })
  })
}

interface FilePage<S extends z.ZodType> {
  guard: Guard
  path: string
  params: S
  open(caller: Caller, params: z.infer<S>): Promise<FileDownload>
}
