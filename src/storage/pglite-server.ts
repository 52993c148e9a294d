import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { startWorker } from '../start-worker.ts'
import { initPglite } from './init-pglite.ts'
import { unreachableError } from './storage-error.ts'

export interface PgliteServer {
  /** Returns a stream for the `pg` client. PGlite has a single session: use only one connection at a time. */
  connect(): Duplex
  close(): Promise<void>
}

/**
 * Starts PGlite in a worker thread that speaks PostgreSQL's wire protocol. PostgreSQL stops when it cannot write its WAL;
 * the next connection then restarts it and recovers all commits from the WAL.
 */
export async function startPgliteServer(directory: string): Promise<PgliteServer> {
  let running: Promise<Worker> | undefined
  let current: WorkerConnection | undefined
  let isClosed = false
  let restartedAt = 0

  function startThread(): Promise<Worker> {
    const worker = startWorker('storage/pglite-worker', { directory })
    const starting = waitUntilReady(worker, directory)
    worker.on('message', (message: unknown) => {
      if (message instanceof Uint8Array)
        current?.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
    })
    // The files are in use until the thread has exited.
    worker.once('exit', () => {
      if (running !== starting) return
      running = undefined
      // The client treats this code as a lost connection; after close() no error is due.
      const lost = Object.assign(new Error('the embedded database stopped'), { code: 'ECONNRESET' })
      current?.destroy(isClosed ? undefined : lost)
    })
    running = starting
    return starting
  }

  async function getWorker(): Promise<Worker> {
    if (running) return running
    // A restart takes seconds: while the disk is full, requests must not each try one.
    if (isClosed || Date.now() - restartedAt < restartCooldownMs) throw unreachableError()
    restartedAt = Date.now()
    try {
      return await startThread()
    } catch (cause) {
      throw unreachableError(cause)
    }
  }

  await initPglite(directory).catch((cause: unknown) => {
    throw openFailedError(directory, cause)
  })
  await startThread()
  return {
    connect() {
      const connection = new WorkerConnection(getWorker)
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

/** Resolves with the worker once its database is open; rejects after the worker has exited. */
function waitUntilReady(worker: Worker, directory: string): Promise<Worker> {
  return new Promise((resolve, reject) => {
    let isReady = false
    let reason: unknown = 'it stopped during startup'
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

  constructor(getWorker: () => Promise<Worker>) {
    super()
    this.getWorker = getWorker
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
    // Terminate would end PGlite's only session.
    if (bytes[0] === terminateMessage) {
      this.push(null)
      return
    }
    const copy = new Uint8Array(bytes)
    this.worker?.postMessage(copy, [copy.buffer])
  }
}
