import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { startWorker } from '../start-worker.ts'
import { initPglite } from './init-pglite.ts'

export interface PgliteServer {
  /** A connection as the `pg` client expects one. PGlite has a single session: only one may be in use at a time. */
  connect(): Duplex
  close(): Promise<void>
}

/**
 * Starts PGlite on a directory, in a worker thread, behind PostgreSQL's own wire protocol. A database that stops by itself,
 * as PostgreSQL does when its log cannot be written any more, is started again for the next connection: what was
 * committed is in the log.
 */
export async function startPgliteServer(directory: string): Promise<PgliteServer> {
  let running: Promise<Worker> | undefined
  let current: WorkerConnection | undefined
  let isClosed = false
  let triedAt = 0

  function begin(): Promise<Worker> {
    const worker = startWorker('storage/pglite-worker', { directory })
    const mine = waitUntilReady(worker, directory)
    worker.on('message', (message: unknown) => {
      if (message instanceof Uint8Array)
        current?.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
    })
    // Only a thread that has ended lets go of the files.
    worker.once('exit', () => {
      if (running !== mine) return
      running = undefined
      // By this code the client knows a connection that ended: none of its business once it said goodbye itself.
      const lost = Object.assign(new Error('the embedded database stopped'), { code: 'ECONNRESET' })
      current?.destroy(isClosed ? undefined : lost)
    })
    running = mine
    return mine
  }

  async function reach(): Promise<Worker> {
    if (running) return running
    // Trying costs seconds: not for every one of many requests while there is still no room on the disk.
    if (isClosed || Date.now() - triedAt < restartCooldownMs) throw databaseUnreachableError()
    triedAt = Date.now()
    try {
      return await begin()
    } catch (cause) {
      throw databaseUnreachableError(cause)
    }
  }

  await initPglite(directory).catch((cause: unknown) => {
    throw openFailedError(directory, cause)
  })
  await begin()
  return {
    connect() {
      const connection = new WorkerConnection(reach)
      current = connection
      return connection
    },
    async close() {
      isClosed = true
      const worker = await running?.catch(() => undefined)
      if (!worker) return
      const exited = once(worker, 'exit')
      worker.postMessage('close')
      await exited
    },
  }
}

const restartCooldownMs = 2000

function databaseUnreachableError(cause?: unknown): AppError {
  return new AppError('unavailable', 'The database cannot be reached at the moment. Please try again.', {
    cause,
    retryAfterSeconds: 5,
  })
}

/** The thread once its database is open; where it cannot be, the thread has ended. */
function waitUntilReady(worker: Worker, directory: string): Promise<Worker> {
  return new Promise((resolve, reject) => {
    let isReady = false
    let reason: unknown = 'it stopped while it was starting'
    worker.on('error', (error) => {
      reason = error
    })
    worker.once('message', (message: unknown) => {
      isReady = message === 'ready'
      if (isReady) return resolve(worker)
      reason = (message as { failed: string }).failed
      worker.terminate()
    })
    worker.once('exit', () => {
      if (isReady) return
      reject(openFailedError(directory, reason))
    })
  })
}

function openFailedError(directory: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `The embedded database in ${directory} could not be opened: ${cause instanceof Error ? cause.message : String(cause)}. If the directory belongs to another program or is damaged, choose another DATA_DIR or restore a backup.`,
    { cause },
  )
}

const terminateMessage = 0x58

class WorkerConnection extends Duplex {
  private readonly getWorker: () => Promise<Worker>
  private worker: Worker | undefined

  constructor(reach: () => Promise<Worker>) {
    super()
    this.getWorker = reach
  }

  /** The `pg` client calls this on its socket. */
  connect(): this {
    this.getWorker().then(
      (worker) => {
        this.worker = worker
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.worker?.ref()
    return this
  }

  unref(): this {
    this.worker?.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.send(Buffer.concat(chunks.map((entry) => entry.chunk)))
    done()
  }

  private send(bytes: Buffer): void {
    // A client that says goodbye must not end the one session there is.
    if (bytes[0] === terminateMessage) {
      this.push(null)
      return
    }
    const copy = new Uint8Array(bytes)
    this.worker?.postMessage(copy, [copy.buffer])
  }
}
