import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LoadBalancer = Awaited<ReturnType<typeof startLoadBalancer>>

/**
 * Sends each request to another node than the one before it, whoever it is from: nothing sticks. A node that does not
 * take the connection is passed over; a request that a node had begun with and left unanswered is told as 502.
 */
export async function startLoadBalancer() {
  let addresses: string[] = []
  let turn = 0
  // A connection for each request: a kept one may be cut by a node that ends, before anybody has noticed.
  const agent = new Agent({ keepAlive: false })
  const requestCounts = new Map<string, number>()

  function forward(request: IncomingMessage, response: ServerResponse, body: Buffer, tries: number): void {
    const address = addresses[turn++ % addresses.length]
    if (address === undefined || tries === 0) {
      response.writeHead(503).end()
      return
    }
    const { method, headers } = request
    const onward = send(new URL(request.url ?? '/', address), { method, headers, agent }, (answer) => {
      requestCounts.set(address, (requestCounts.get(address) ?? 0) + 1)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return forward(request, response, body, tries - 1)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    onward.end(body)
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => forward(request, response, Buffer.concat(parts), addresses.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** How many requests each node has answered. */
    served: requestCounts,
    setTargets(nodes: readonly string[]): void {
      addresses = [...nodes]
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
