import { accessSync, constants } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openPglite } from './open-pglite.ts'

/**
 * Runs the embedded database in a worker thread: a slow query never blocks the HTTP event loop. It speaks PostgreSQL's
 * wire protocol, so the main thread uses the same client as for a server.
 */
async function serve(port: MessagePort, directory: string): Promise<void> {
  // Without a ref the idle event loop drains V8's optimization tasks first, which delays the first message by about 0.4 s.
  port.ref()
  const database = await openPglite(directory)
  /**
   * Uses the streaming call because the other one parses and retains the whole response. The response is complete when
   * the call returns: only syncToFs is asynchronous, and that has no effect on a directory.
   */
  const execute = (message: Uint8Array) => {
    const parts: Uint8Array[] = []
    const onRawData = (bytes: Uint8Array) => parts.push(bytes.slice())
    void database.execProtocolRawStream(message, { onRawData, syncToFs: false })
    return concatBytes(parts)
  }
  let isReadOnly = false
  port.on('message', async (message: Uint8Array | 'close') => {
    if (message === 'close') {
      await database.close()
      port.postMessage('closed')
      port.close()
      return
    }
    if (isReadOnly === isWritable(directory) && !database.isInTransaction()) {
      isReadOnly = !isReadOnly
      execute(encodeSimpleQuery(`set default_transaction_read_only = ${isReadOnly}`))
    }
    const response = execute(message)
    const isFatal = isFatalResponse(response)
    port.postMessage(response, [response.buffer])
    if (isFatal) process.exit(1)
  })
  port.postMessage('ready')
}

const port = parentPort
if (!port) throw new Error('pglite-worker must be started as a worker thread')
serve(port, (workerData as { directory: string }).directory).catch((error: unknown) =>
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
)

/**
 * Returns whether the directory is writable. The system can remount a disk read-only at any time; PostgreSQL would stop at
 * its next WAL write, but in read-only mode it rejects writes and continues to serve reads.
 */
function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Encodes a simple query message: type, length, text. */
function encodeSimpleQuery(text: string): Uint8Array {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

/** Returns the parts in a new buffer that can be transferred to another thread. */
function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/**
 * Returns whether the database has stopped, as it does when it cannot write its WAL: the response then has an ErrorResponse
 * (`E`) whose field `V` is PANIC or FATAL, and later messages get no response.
 */
function isFatalResponse(response: Uint8Array): boolean {
  const bytes = Buffer.from(response.buffer, response.byteOffset, response.byteLength)
  if (!bytes.includes('VPANIC\0') && !bytes.includes('VFATAL\0')) return false
  // Data rows can contain these words too: only those in an ErrorResponse count.
  for (let offset = 0; offset + 5 <= bytes.length; offset += 1 + Math.max(4, bytes.readInt32BE(offset + 1))) {
    if (bytes[offset] !== 0x45) continue
    const fields = bytes.toString('latin1', offset + 5, offset + 1 + bytes.readInt32BE(offset + 1)).split('\0')
    if (fields.includes('VPANIC') || fields.includes('VFATAL')) return true
  }
  return false
}
