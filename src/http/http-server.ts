import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { sessionCookieName } from '../identity/browser-sessions.ts'
import { createConfirmations } from '../identity/confirmations.ts'
import { createExternalTokenVerifier } from '../identity/external-token-verifier.ts'
import { createRequestAuthenticator } from '../identity/request-authenticator.ts'
import type { GuardedFetch } from '../net/guarded-fetch.ts'
import { createAuditTrail } from './audit-trail.ts'
import { createBaseServer, rejectUnknownRoutes, rejectUnsupportedMethods } from './base-server.ts'
import { installBodyReading } from './body-reading.ts'
import { type ConnectionTimeouts, defaultConnectionTimeouts } from './connection-timeouts.ts'
import { enableCors } from './cors.ts'
import type { Guard } from './endpoint-registrar.ts'
import { registerIdentityRoutes } from './identity-routes.ts'
import { installLoadShedding } from './load-shedding.ts'
import { maxFormOverheadBytes } from './multipart-upload.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter } from './rate-limit.ts'
import { createReportSlots } from './report-slots.ts'
import { traceRequests } from './request-tracing.ts'
import { administrationRoutes } from './routes/administration.ts'
import { askRoutes } from './routes/ask.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { auditRoutes } from './routes/audit.ts'
import { backupRoutes } from './routes/backups.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { connectionRoutes } from './routes/connections.ts'
import { favouriteRoutes } from './routes/favourites.ts'
import { fileRoutes } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { historyRoutes } from './routes/history.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { jobRoutes } from './routes/jobs.ts'
import { knowledgeManagementRoutes } from './routes/knowledge-management.ts'
import { llmSettingsRoutes } from './routes/llm-settings.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { noteRoutes } from './routes/notes.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { peopleRoutes } from './routes/people.ts'
import { searchRoutes } from './routes/search.ts'
import type { SetupRoutesDeps } from './routes/setup.ts'
import { sharingRoutes } from './routes/sharing.ts'
import { threadRoutes } from './routes/threads.ts'
import { trashRoutes } from './routes/trash.ts'
import { webAppRoutes } from './routes/web-app.ts'

export interface HttpServerOptions {
  /** Called with the first organization, created through the setup link. */
  onSetup?: SetupRoutesDeps['onSetup']
  /** Another way to the metadata documents of OAuth clients than the public network. */
  documentFetch?: GuardedFetch
  timeouts?: Partial<ConnectionTimeouts>
  /** Tells whether the process is about to stop; readiness is 503 then. */
  isDraining?: () => boolean
}

/** Returns the HTTP server with every route of the service. */
export async function createHttpServer(app: App, options: HttpServerOptions = {}): Promise<FastifyInstance> {
  const { config, database, log, now } = app
  const timeouts = { ...defaultConnectionTimeouts, ...options.timeouts }
  const { maxBodyBytes, maxFileBytes, trustProxy } = config
  const maxUploadBytes = maxFileBytes + maxFormOverheadBytes
  const server = createBaseServer({ log, maxBodyBytes, trustProxy, timeouts })
  traceRequests(server, app.telemetry)
  enableCors(server, config.corsOrigins)
  // With a language model, latency depends on the model and says nothing about a queue.
  const loadShedder = installLoadShedding(server, { ...config, isPaused: app.isModelInUse })
  installBodyReading(server, { maxBodyBytes, maxUploadBytes, timeouts, refuse: loadShedder.refuse })
  rejectUnknownRoutes(server)
  const routes: { method: string; url: string }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, url })
  })
  const limits = { ask: config.askPerMinute, index: config.indexPerMinute }
  const clock = () => now().getTime()
  const auditTrail = createAuditTrail(app.auditLog)
  const guard: Guard = {
    auditTrail,
    confirmations: createConfirmations({ database, now }),
    loadShedder,
    publicUrl: config.publicUrl,
    admissionMs: timeouts.admissionMs,
    credentials: createRequestAuthenticator({
      database,
      now,
      sessionCookie: sessionCookieName(config.publicUrl),
      externalTokens:
        config.oidc &&
        createExternalTokenVerifier({
          ...config.oidc,
          publicUrl: config.publicUrl,
          now,
          onError: (err) => log.warn({ err }, 'the keys of the external issuer could not be fetched'),
        }),
      onError: (err) => log.warn({ err }, 'the last use of a credential could not be stored'),
    }),
    rateLimiter:
      database.engine === 'pglite'
        ? createMemoryRateLimiter(limits, clock)
        : createDatabaseRateLimiter(database, limits, clock),
  }

  healthRoutes(server, { readiness: () => app.checkReadiness({ isDraining: options.isDraining?.() ?? false }) })
  metricsRoutes(server, { database, jobs: app.jobs, loadShedder, token: config.metricsToken })
  // Not when requests are only injected, as in tests: those start jobs themselves.
  server.addHook('onListen', () => app.startJobs())
  if (config.role === 'worker') return server
  const { oauthClients, tickets } = await registerIdentityRoutes(server, app, { ...options, guard })
  openApiRoutes(server, { publicUrl: config.publicUrl })
  const reportSlots = createReportSlots()
  askRoutes(server, { guard, reportSlots, ...app })
  await bulkRoutes(server, { guard, contents: app.contents, maxLineBytes: config.maxBodyBytes })
  await fileRoutes(server, { guard, fileItems: app.fileItems, maxFileBytes })
  searchRoutes(server, { guard, ...app })
  noteRoutes(server, { guard, ...app })
  favouriteRoutes(server, { guard, ...app })
  sharingRoutes(server, { guard, ...app })
  knowledgeManagementRoutes(server, { guard, ...app })
  await attachmentRoutes(server, { guard, attachments: app.attachments, maxFileBytes })
  trashRoutes(server, { guard, trashDays: app.config.trashDays, ...app })
  peopleRoutes(server, { guard, ...app })
  administrationRoutes(server, { guard, ...app, oauthClients })
  invitationRoutes(server, { guard, ...app })
  connectionRoutes(server, { guard, ...app })
  llmSettingsRoutes(server, { guard, ...app })
  historyRoutes(server, { guard, ...app })
  threadRoutes(server, { guard, ...app })
  inboxRoutes(server, { guard, ...app })
  jobRoutes(server, { guard, database, jobs: app.jobs, secrets: app.callbackSecrets })
  await mcpRoutes(server, { guard, app, reportSlots, maxBodyBytes: config.maxBodyBytes })
  await backupRoutes(server, { guard, tickets, ...app })
  auditRoutes(server, { guard, ...app })
  await webAppRoutes(server)
  rejectUnsupportedMethods(
    server,
    routes.filter((route) => route.url.startsWith('/v1/') || route.url === '/mcp'),
  )
  return server
}
