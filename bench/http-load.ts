import { Agent, request } from 'node:http'

/** Requests one address over `connections` keep-alive connections for `seconds`; returns the responses per second. */
export async function requestsPerSecond(
  url: string,
  { seconds, connections, headers = {} }: { seconds: number; connections: number; headers?: Record<string, string> },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const endsAt = performance.now() + seconds * 1000
  let count = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endsAt) {
        await get(url, agent, headers)
        count += 1
      }
    }),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  agent.destroy()
  return count / elapsed
}

/** Returns the median duration of sequential runs, in milliseconds. */
export async function medianMs(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  return percentile(await measureTimesMs(rounds, work), 0.5)
}

export async function measureTimesMs(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work(round)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Returns the nearest-rank percentile; `fraction` is between 0 and 1. */
export function percentile(numbers: readonly number[], fraction: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] as number
}

export function get(url: string, agent: Agent, headers: Record<string, string>): Promise<string> {
  return send('GET', url, agent, headers)
}

export function post(url: string, agent: Agent, headers: Record<string, string>, body: unknown): Promise<string> {
  return send('POST', url, agent, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body))
}

export function deleteRequest(url: string, agent: Agent, headers: Record<string, string>): Promise<string> {
  return send('DELETE', url, agent, headers)
}

/** Posts a body and returns the status, whatever it is, and the duration. */
export async function postTimed(
  url: string,
  agent: Agent,
  key: string,
  body: unknown,
): Promise<{ status: number; ms: number }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const startedAt = performance.now()
  const { status } = await sendRaw('POST', url, agent, headers, JSON.stringify(body))
  return { status, ms: performance.now() - startedAt }
}

async function send(...args: Parameters<typeof sendRaw>): Promise<string> {
  const { status, body } = await sendRaw(...args)
  if (status >= 300) throw new Error(`${args[1]} returned ${status}: ${body}`)
  return body
}

function sendRaw(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  content = '',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    outgoing.on('error', reject)
    outgoing.end(content)
  })
}
