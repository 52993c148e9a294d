import { once } from 'node:events'
import { connect } from 'node:net'

export type RawConnection = Awaited<ReturnType<typeof openRawConnection>>

/** Opens a connection, sends the text as it is and leaves the connection open. */
export async function openRawConnection(url: string, text: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part
  })
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(text)
  return {
    socket,
    received: () => received,
    isOpen: () => !socket.destroyed && !socket.readableEnded,
    /** Resolves to everything received, once the server has closed the connection. */
    closed: closed.then(() => received),
  }
}

/** Returns the beginning of a request whose body never ends. */
export function halfOpenRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'x', 'transfer-encoding': 'chunked', ...headers })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n1\r\n{\r\n`
}
