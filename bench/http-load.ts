import { Agent, request } from 'node:http'

/** Asks one address over `connections` kept-alive connections for `seconds`; how many answers came per second. */
export async function requestsPerSecond(
  url: string,
  {
    seconds,
    connections,
    headers = {},
  }: { seconds: number; connections: number; headers?: Record<string, string> },
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

/** The median of how long one request after the other takes, in milliseconds. */
export async function medianMs(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  return percentileMs(await measureTimesMs(rounds, work), 0.5)
}

export async function measureTimesMs(
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work(round)
    times.push(performance.now() - startedAt)
  }
  return times
}

export function percentileMs(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

export function get(url: string, agent: Agent, headers: Record<string, string>): Promise<string> {
  return send('GET', url, agent, headers)
}

export function post(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  body: unknown,
): Promise<string> {
  return send('POST', url, agent, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body))
}

export function deleteRequest(url: string, agent: Agent, headers: Record<string, string>): Promise<string> {
  return send('DELETE', url, agent, headers)
}

function send(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  content = '',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
      })
      response.on('end', () => {
        if (response.statusCode && response.statusCode < 300) resolve(body)
        else reject(new Error(`${url} answered ${response.statusCode}: ${body}`))
      })
    })
    sent.on('error', reject)
    sent.end(content)
  })
}
