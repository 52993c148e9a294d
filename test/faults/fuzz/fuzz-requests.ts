import { createRequestGenerator, type OpenApiDocument } from '../../support/openapi-request-generator.ts'
import { createFreshKeys, seedEntities } from '../../support/seed-entities.ts'
import type { SeededRandom } from '../../support/seeded-random.ts'
import type { TestApp } from '../../support/test-app.ts'
import { mutateRequest, type WireRequest } from './mutate-request.ts'

export interface FuzzOutcome {
  sent: number
  statuses: Map<number, number>
  slowestMs: number
  /** What was answered with an error of ours, or too late. */
  problems: string[]
}

/** Sends mutated requests over all routes, as admin, member, viewer and nobody. */
export async function fuzzRequests({
  service,
  count,
  random,
  longestMs,
  onProgress = () => {},
}: {
  service: TestApp
  count: number
  random: SeededRandom
  longestMs: number
  onProgress?: (sent: number) => void
}): Promise<FuzzOutcome> {
  const document = (await service.call(undefined, 'GET', '/v1/openapi.json')).body as OpenApiDocument
  const next = createRequestGenerator(document, random, await seedEntities(service))
  const others = routesOutsideContract(service)
  const outcome: FuzzOutcome = { sent: 0, statuses: new Map(), slowestMs: 0, problems: [] }
  let keys: (string | undefined)[] = []
  while (outcome.sent < count) {
    if (outcome.sent % 100 === 0) {
      keys = await createFreshKeys(service, outcome.sent)
      onProgress(outcome.sent)
    }
    const request = mutateRequest(next(), random.pick(others), random)
    const key = random.pick(keys)
    const startedAt = performance.now()
    const status = await sendAndGetStatus(service, request, key, longestMs)
    const ms = performance.now() - startedAt
    outcome.sent += 1
    outcome.slowestMs = Math.max(outcome.slowestMs, ms)
    outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
    if (status >= 500) outcome.problems.push(`${status} after ${Math.round(ms)} ms: ${formatRequest(request)}`)
  }
  return outcome
}

/** Where nothing came for too long, at the beginning of the answer or in the middle of it: 599. */
async function sendAndGetStatus(
  service: TestApp,
  { method, url, headers, body }: WireRequest,
  key: string | undefined,
  longestMs: number,
): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(599), longestMs)
  })
  const answered = service.server
    .inject({
      method,
      url,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { payload: body }),
      payloadAsStream: true,
    })
    .then(async (response) => {
      for await (const _part of response.stream()) timer?.refresh()
      return response.statusCode
    })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Every address outside of the contract: pages, sign-in, OAuth, MCP, health. */
function routesOutsideContract(service: TestApp): { method: string; url: string }[] {
  return service.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, url = '', methods = ''] = /[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? []
      return methods.split(', ').map((method) => ({ method, url: url.replace(/:\w+|\*/g, 'x') }))
    })
    .filter(({ method, url }) => method !== '' && url.startsWith('/') && !url.startsWith('/v1/'))
}

function formatRequest({ method, url, headers, body }: WireRequest): string {
  const text = JSON.stringify({ method, url, headers, body: body?.toString('utf8') })
  return text.length > 1500 ? `${text.slice(0, 1500)}…` : text
}
