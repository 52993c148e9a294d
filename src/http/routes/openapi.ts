import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints.ts'
import { openApiDocument } from '../../contract/openapi.ts'

/** `/v1/openapi.json`. */
export function openApiRoutes(server: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  // Rendered with the first request: it would take a tenth of every start.
  let document: string | undefined
  server.get('/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(endpoints, `${publicUrl}/v1`))
    reply.type('application/json; charset=utf-8').send(document)
  })
}
