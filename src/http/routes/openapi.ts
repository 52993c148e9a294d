import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints.ts'
import { openApiDocument } from '../../contract/openapi.ts'

export function openApiRoutes(server: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const document = JSON.stringify(openApiDocument(endpoints, `${publicUrl}/v1`))
  server.get('/v1/openapi.json', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send(document)
  })
}
