import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface ReceivedCallback {
  path: string
  headers: Record<string, string>
  body: string
}

/** How the receiver treats a request. `response.socket` is there to be cut. */
export type ReceiverBehavior = (response: ServerResponse, received: ReceivedCallback) => void

export const receiverBehaviors = {
  accepts: (response) => void response.writeHead(200).end('thanks'),
  fails: (response) => void response.writeHead(500).end('broken'),
  isGone: (response) => void response.writeHead(410).end(),
  redirects: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  hangs: () => {},
  closesEarly: (response) => void (response.socket as Socket).destroy(),
  closesInTheMiddle: (response) => {
    response.writeHead(500, { 'content-length': '100' }).write('half')
    ;(response.socket as Socket).destroySoon()
  },
  neverEnds: (response) => {
    response.writeHead(200)
    const write = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  },
} as const satisfies Record<string, ReceiverBehavior>

/** A receiver of callbacks of our own, on this machine. */
export async function startCallbackReceiver() {
  const received: ReceivedCallback[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let manner: ReceiverBehavior = receiverBehaviors.accepts
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const entry = {
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString('utf8'),
      }
      received.push(entry)
      manner(response, entry)
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    allowedHosts: [`127.0.0.1:${port}`],
    received,
    setBehavior(next: ReceiverBehavior): void {
      manner = next
    },
    /** Resolves when so many requests have come in. */
    waitForRequests: (count: number): Promise<void> =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type CallbackReceiver = Awaited<ReturnType<typeof startCallbackReceiver>>
