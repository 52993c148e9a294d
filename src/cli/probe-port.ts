import { createServer } from 'node:net'

/** Listens on a port for a moment and returns it; port 0 chooses a free one. Rejects if the port cannot be used. */
export function probePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
