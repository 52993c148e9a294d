import { accessSync, constants } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { openPglite } from './open-pglite.ts'

/**
 * The embedded database, in a thread of its own: a slow query never stalls the HTTP loop. It speaks PostgreSQL's wire
 * protocol, so the main thread uses the same client as for a server.
 */
const port = parentPort
if (!port) throw new Error('pglite-worker must be started as a worker thread')
const { directory } = workerData as { directory: string }

// A thread whose loop has nothing to wait for drains its tasks instead, and that is over only when V8 has optimized
// whatever it had in mind: some 0.4 s after the database is open.
port.ref()
try {
  const database = await openPglite(directory)
  /**
   * Streamed, because what PGlite hands over in one piece it also reads itself, and keeps for good. All of it is there when
   * the call returns: only its own syncing would take longer, which does nothing to a directory.
   */
  const answerTo = (message: Uint8Array) => {
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
    if (isReadOnly === isDirectoryWritable() && !database.isInTransaction()) {
      isReadOnly = !isReadOnly
      answerTo(encodeSimpleQuery(`set default_transaction_read_only = ${isReadOnly}`))
    }
    const answer = answerTo(message)
    const isOver = isFatalResponse(answer)
    port.postMessage(answer, [answer.buffer])
    if (isOver) process.exit(1)
  })
  port.postMessage('ready')
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) })
}

/**
 * The system may stop writing to a disk while we run. PostgreSQL would stop at its first attempt to write its log: told in
 * time, it refuses to change anything and goes on reading.
 */
function isDirectoryWritable(): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** As a message of the protocol: its kind, its length, its text. */
function encodeSimpleQuery(text: string): Uint8Array {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

/** In memory of its own, which can be handed over to another thread. */
function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * Whether the database has given up, as it does when its log cannot be written: it says so in an ErrorResponse (`E`) whose
 * field `V` is PANIC or FATAL, and would leave every later message without an answer.
 */
function isFatalResponse(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  if (!bytes.includes('VPANIC\0') && !bytes.includes('VFATAL\0')) return false
  // The words may also stand in somebody's text: only those of an error count.
  for (let at = 0; at + 5 <= bytes.length; at += 1 + Math.max(4, bytes.readInt32BE(at + 1))) {
    if (bytes[at] !== 0x45) continue
    const fields = bytes.toString('latin1', at + 5, at + 1 + bytes.readInt32BE(at + 1)).split('\0')
    if (fields.includes('VPANIC') || fields.includes('VFATAL')) return true
  }
  return false
}
