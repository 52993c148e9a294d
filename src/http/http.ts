import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { sessionCookieName } from '../identity/browser-sessions.ts'
import { createCredentials } from '../identity/credentials.ts'
import { createExternalTokens } from '../identity/external-tokens.ts'
import { createAuditTrail } from './audit-trail.ts'
import { letPagesCall } from './cross-origin.ts'
import { openIdentityDoors } from './identity-doors.ts'
import type { Gate } from './operation.ts'
import { refuseUnderPressure } from './pressure.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter } from './rate-limit.ts'
import { traceRequests } from './request-traces.ts'
import { administrationRoutes } from './routes/administration.ts'
import { answerRoutes } from './routes/answers.ts'
import { askRoutes } from './routes/ask.ts'
import { auditRoutes } from './routes/audit.ts'
import { backupRoutes } from './routes/backups.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { healthRoutes } from './routes/health.ts'
import { historyRoutes } from './routes/history.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { jobRoutes } from './routes/jobs.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { noteRoutes } from './routes/notes.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { peopleRoutes } from './routes/people.ts'
import { searchRoutes } from './routes/search.ts'
import type { SetupRoutesNeeds } from './routes/setup.ts'
import { webAppRoutes } from './routes/web-app.ts'
import { createServer, refuseOtherMethods } from './server.ts'

export interface HttpOptions {
  /** Told of the first organization, made through the setup link. */
  onSetup?: SetupRoutesNeeds['onSetup']
  /** Another way to the metadata documents of OAuth clients than the public network. */
  documentFetch?: typeof fetch
}

/** Every address of the service on one server. */
export async function createHttp(app: App, options: HttpOptions = {}): Promise<FastifyInstance> {
  const { config, database, log, now } = app
  const server = createServer({ log, maxBodyBytes: config.maxBodyBytes, trustProxy: config.trustProxy })
  traceRequests(server, app.telemetry)
  letPagesCall(server, config.corsOrigins)
  // A language model takes its own time, whoever else asks: how long an answer takes tells nothing of a line then.
  const pressure = refuseUnderPressure(server, config.llm ? { ...config, askWaitMs: 0 } : config)
  const routes: { method: string; url: string }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  })
  const limits = { ask: config.askPerMinute, index: config.indexPerMinute }
  const clock = () => now().getTime()
  const auditTrail = createAuditTrail(app.auditLog)
  const gate: Gate = {
    auditTrail,
    pressure,
    publicUrl: config.publicUrl,
    credentials: createCredentials({
      database,
      now,
      sessionCookie: sessionCookieName(config.publicUrl),
      externalTokens:
        config.oidc &&
        createExternalTokens({
          ...config.oidc,
          publicUrl: config.publicUrl,
          now,
          onError: (err) => log.warn({ err }, 'the keys of the external issuer could not be had'),
        }),
      onError: (err) => log.warn({ err }, 'could not note the use of a credential'),
    }),
    rateLimiter:
      database.engine === 'pglite'
        ? createMemoryRateLimiter(limits, clock)
        : createDatabaseRateLimiter(database, limits, clock),
  }

  healthRoutes(server, { readiness: app.readiness })
  metricsRoutes(server, { database, pressure, token: config.metricsToken })
  const { oauthClients } = await openIdentityDoors(server, app, { ...options, auditTrail })
  openApiRoutes(server, { publicUrl: config.publicUrl })
  askRoutes(server, { gate, desk: app.askDesk, digests: app.digests, contents: app.contents })
  answerRoutes(server, { gate, desk: app.askDesk })
  await bulkRoutes(server, { gate, contents: app.contents, maxLineBytes: config.maxBodyBytes })
  searchRoutes(server, { gate, ...app })
  noteRoutes(server, { gate, ...app })
  peopleRoutes(server, { gate, database })
  administrationRoutes(server, { gate, ...app, oauthClients })
  historyRoutes(server, { gate, history: app.history })
  inboxRoutes(server, { gate, ...app })
  jobRoutes(server, { gate, database, jobs: app.jobs, secrets: app.callbackSecrets })
  await mcpRoutes(server, { gate, app, maxBodyBytes: config.maxBodyBytes })
  backupRoutes(server, { gate, ...app })
  auditRoutes(server, { gate, auditLog: app.auditLog })
  await webAppRoutes(server)
  refuseOtherMethods(
    server,
    routes.filter((route) => route.url.startsWith('/v1/') || route.url === '/mcp'),
  )
  // Whoever only injects requests, as tests do, decides for themselves when jobs run.
  server.addHook('onListen', () => app.startJobs())
  return server
}
