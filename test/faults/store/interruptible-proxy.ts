import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut in the middle of something, and mended. */
export async function startInterruptibleProxy(target: { host: string; port: number }) {
  const open = new Set<Socket>()
  let isCut = false
  let left = Number.POSITIVE_INFINITY
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.on('data', (data) => {
        if (from === near && left-- <= 0) cut()
        else to.write(data)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    /** Lets so many more messages through, and nothing after them. */
    cutAfter(messages: number) {
      left = messages
    },
    restore() {
      isCut = false
      left = Number.POSITIVE_INFINITY
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
