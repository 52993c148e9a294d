import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'

/** `/healthz`: the process is alive. `/readyz`: it can answer, part by part. */
export function healthRoutes(server: FastifyInstance, { database }: { database: Database }): void {
  server.get('/healthz', (_request, reply) => {
    reply.type('application/json').send('{"ok":true}')
  })
  server.get('/readyz', async (_request, reply) => {
    const isDatabaseReady = await sql`select 1`.execute(database.service).then(
      () => true,
      () => false,
    )
    return reply
      .code(isDatabaseReady ? 200 : 503)
      .send({ ok: isDatabaseReady, parts: { database: isDatabaseReady } })
  })
}
