import { createServer, connect as openSocket, type Socket } from 'node:net'

export interface TcpProxy {
  /** Returns the address with this proxy in place of the server. */
  through(url: string): string
  /** From now on connections are accepted, and nothing is passed on; those that are open stay so for ever. */
  silence(): void
  /** Passes on what comes over new connections. */
  speak(): void
  /** Closes every connection, as a server that stops. */
  reset(): void
  /** Sends new connections to another port. */
  pointTo(port: number): void
  close(): Promise<void>
}

/** A proxy in front of a server on this machine, which can lose what it should pass on. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  let target = port
  let isSilent = false
  const pairs = new Set<{ client: Socket; server: Socket | undefined }>()
  const listener = createServer((client) => {
    const pair = { client, server: isSilent ? undefined : openSocket({ port: target, host: '127.0.0.1' }) }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      pair.server?.destroy()
    }
    for (const socket of [client, pair.server]) socket?.on('error', end).on('close', end)
    if (pair.server) client.pipe(pair.server).pipe(client)
    else client.resume()
  })
  await new Promise<void>((resolve) => listener.listen({ port: 0, host: '127.0.0.1' }, resolve))
  const { port: ownPort } = listener.address() as { port: number }
  const reset = () => {
    for (const { client, server } of pairs) {
      client.destroy()
      server?.destroy()
    }
  }
  return {
    through(url) {
      const proxied = new URL(url)
      proxied.port = String(ownPort)
      return proxied.href
    },
    silence() {
      isSilent = true
      for (const { client, server } of pairs) {
        client.unpipe()
        server?.unpipe()
        client.resume()
        server?.resume()
      }
    },
    speak() {
      isSilent = false
    },
    reset,
    pointTo(other) {
      target = other
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve())
        reset()
      }),
  }
}
