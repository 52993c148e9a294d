import { timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { hashSecret } from '../../identity/secrets.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { Database } from '../../storage/database.ts'
import { routeNotFoundError } from '../error-table.ts'
import type { LoadShedder } from '../load-shedding.ts'

export interface MetricsRoutesDeps {
  database: Pick<Database, 'replicaReadCounts'>
  jobs: Pick<JobQueue, 'countByState'>
  loadShedder: Pick<LoadShedder, 'stats'>
  token: string
}

/** `/metrics` in the Prometheus text format, for clients on this machine and holders of the token. */
export function metricsRoutes(server: FastifyInstance, deps: MetricsRoutesDeps): void {
  // Loaded after the first response: the package would make every start slower.
  let loading: ReturnType<typeof createMetrics> | undefined
  const load = () => {
    loading ??= createMetrics(deps)
    return loading
  }
  server.addHook('onClose', async () => (await loading)?.close())
  server.addHook('onResponse', async (request, reply) => {
    const { requests, durations } = await load()
    // The route pattern, not the address, which has no bound on the number of its values.
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown' }
    requests.inc({ ...labels, status: reply.statusCode })
    durations.observe(labels, reply.elapsedTime / 1000)
  })

  server.get('/metrics', async (request, reply) => {
    if (!isScrapeAllowed(request, deps.token)) throw routeNotFoundError()
    const { registry } = await load()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

async function createMetrics({ database, jobs, loadShedder }: MetricsRoutesDeps) {
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
  eventLoopDelay.enable()

  const requests = new Counter({
    name: 'lorewell_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'lorewell_http_request_seconds',
    help: 'How long requests took.',
    labelNames: ['method', 'route'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Gauge({
    name: 'lorewell_http_requests_in_flight',
    help: 'Requests worked on now.',
    registers,
    collect() {
      this.set(loadShedder.stats().inFlight)
    },
  })
  new Counter({
    name: 'lorewell_http_requests_refused_total',
    help: 'Requests refused as too many.',
    registers,
    collect() {
      this.reset()
      this.inc(loadShedder.stats().refused)
    },
  })
  new Gauge({
    name: 'lorewell_jobs',
    help: 'Jobs by their state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await jobs.countByState()
      this.reset()
      for (const { state, count } of counts) this.set({ state }, count)
    },
  })
  if (database.replicaReadCounts()) {
    new Counter({
      name: 'lorewell_content_reads_total',
      help: 'Reads of content by where they were done.',
      labelNames: ['where'],
      registers,
      collect() {
        const reads = database.replicaReadCounts()
        this.reset()
        this.inc({ where: 'replica' }, reads?.served ?? 0)
        this.inc({ where: 'primary' }, reads?.passedOn ?? 0)
      },
    })
  }
  new Gauge({
    name: 'lorewell_event_loop_delay_seconds',
    help: 'How late the event loop is, 99th percentile.',
    registers,
    collect() {
      this.set(eventLoopDelay.percentile(99) / 1e9)
      eventLoopDelay.reset()
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory held.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time used.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  return { registry, requests, durations, close: () => eventLoopDelay.disable() }
}

function isScrapeAllowed(request: FastifyRequest, token: string): boolean {
  const presented = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token && presented) return timingSafeEqual(hashSecret(presented), hashSecret(token))
  // A proxy on this machine connects from here for every client, so a forwarded request does not count as local.
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  return !isForwarded && ipaddr.process(request.ip).range() === 'loopback'
}
