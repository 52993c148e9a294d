import { timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { AppError } from '../../errors.ts'
import { hashSecret } from '../../identity/secrets.ts'
import type { Database } from '../../storage/database.ts'
import type { LoadShedder } from '../load-shedding.ts'

const latencyBucketsSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `/metrics` in Prometheus' text format, for whoever asks from this machine or with the token. */
export function metricsRoutes(
  server: FastifyInstance,
  { database, pressure, token }: { database: Database; pressure: LoadShedder; token: string },
): void {
  const requests = new Map<string, number>()
  const durations = new Map<string, { counts: number[]; sum: number; count: number }>()
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  server.addHook('onClose', async () => loop.disable())
  server.addHook('onResponse', async (request, reply) => {
    // The pattern of the address, never the address itself: there are only so many patterns.
    const route = request.routeOptions.url ?? 'unknown'
    const labels = `method="${request.method}",route="${route}"`
    const counted = `${labels},status="${reply.statusCode}"`
    requests.set(counted, (requests.get(counted) ?? 0) + 1)
    const seconds = reply.elapsedTime / 1000
    const known = durations.get(labels) ?? { counts: latencyBucketsSeconds.map(() => 0), sum: 0, count: 0 }
    known.count += 1
    known.sum += seconds
    for (const [index, most] of latencyBucketsSeconds.entries())
      if (seconds <= most) known.counts[index] = (known.counts[index] ?? 0) + 1
    durations.set(labels, known)
  })

  server.get('/metrics', async (request, reply) => {
    if (!isScrapeAllowed(request, token)) throw new AppError('not-found', 'There is nothing at this address.')
    const jobs = await sql<{ state: string; count: number }>`
      select state, count(*) as count from job group by state`.execute(database.unrestricted)
    const { inFlight, refused } = pressure.stats()
    const reads = database.replicaReadCounts()
    const lines = [
      ...formatMetric('lorewell_http_requests_total', 'counter', 'Requests answered', [...requests]),
      ...formatHistogram('lorewell_http_request_seconds', 'How long requests took', durations),
      ...formatMetric('lorewell_http_requests_in_flight', 'gauge', 'Requests worked on now', [
        ['', inFlight],
      ]),
      ...formatMetric('lorewell_http_requests_refused_total', 'counter', 'Requests refused as too many', [
        ['', refused],
      ]),
      ...formatMetric(
        'lorewell_jobs',
        'gauge',
        'Jobs by their state',
        jobs.rows.map(({ state, count }) => [`state="${state}"`, count]),
      ),
      ...(reads
        ? formatMetric(
            'lorewell_content_reads_total',
            'counter',
            'Reads of content by where they were done',
            [
              ['where="replica"', reads.served],
              ['where="primary"', reads.passedOn],
            ],
          )
        : []),
      ...formatMetric(
        'lorewell_event_loop_delay_seconds',
        'gauge',
        'How late the event loop is, 99th percentile',
        [['', loop.percentile(99) / 1e9]],
      ),
      ...formatMetric('process_resident_memory_bytes', 'gauge', 'Memory held', [
        ['', process.memoryUsage.rss()],
      ]),
      ...formatMetric('process_cpu_seconds_total', 'counter', 'Processor time used', [
        ['', (process.cpuUsage().user + process.cpuUsage().system) / 1e6],
      ]),
    ]
    loop.reset()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

function isScrapeAllowed(request: FastifyRequest, token: string): boolean {
  const presented = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token && presented) return timingSafeEqual(hashSecret(presented), hashSecret(token))
  // A proxy on this machine asks from here for everybody: what it passes on is not from here.
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  return !isPassedOn && ipaddr.process(request.ip).range() === 'loopback'
}

function formatMetric(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  values: readonly (readonly [string, number])[],
): string[] {
  return [
    `# HELP ${name} ${help}.`,
    `# TYPE ${name} ${type}`,
    ...values.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
  ]
}

function formatHistogram(
  name: string,
  help: string,
  values: ReadonlyMap<string, { counts: number[]; sum: number; count: number }>,
): string[] {
  return [
    `# HELP ${name} ${help}.`,
    `# TYPE ${name} histogram`,
    ...[...values].flatMap(([labels, { counts, sum, count }]) => [
      ...counts.map(
        (value, index) => `${name}_bucket{${labels},le="${latencyBucketsSeconds[index]}"} ${value}`,
      ),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ]),
  ]
}
