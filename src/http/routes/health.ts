import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../../readiness.ts'

/** `/healthz`: the process is alive. `/readyz`: the readiness of each part. */
export function healthRoutes(server: FastifyInstance, { readiness }: { readiness: () => Promise<Readiness> }): void {
  server.get('/healthz', (_request, reply) => {
    reply.type('application/json').send('{"ok":true}')
  })
  server.get('/readyz', async (_request, reply) => {
    const state = await readiness()
    return reply.code(state.ok ? 200 : 503).send(state)
  })
}
