import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints.ts'
import { openApiDocument } from '../../contract/openapi.ts'

export function openApiRoutes(server: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  // Made with the first look at it: it takes as long as a tenth of a start.
  let document: string | undefined
  server.get('/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(endpoints, `${publicUrl}/v1`))
    reply.type('application/json; charset=utf-8').send(document)
  })
}
