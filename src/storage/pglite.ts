import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { startWorker } from '../start-worker.ts'

export interface EmbeddedServer {
  /** A connection as the `pg` client expects one. PGlite has a single session: only one may be in use at a time. */
  connect(): Duplex
  close(): Promise<void>
}

/** Starts PGlite on a directory, in a worker thread, behind PostgreSQL's own wire protocol. */
export async function startEmbeddedServer(directory: string): Promise<EmbeddedServer> {
  const worker = startWorker('storage/pglite-worker', { directory })
  await started(worker, directory)

  let current: WorkerConnection | undefined
  worker.on('message', (message: unknown) => {
    if (message instanceof Uint8Array)
      current?.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
  })
  worker.on('error', (error) => current?.destroy(error))

  return {
    connect() {
      const connection = new WorkerConnection(worker)
      current = connection
      return connection
    },
    async close() {
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('close')
      await exited
    },
  }
}

function started(worker: Worker, directory: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(
        new AppError(
          'unavailable',
          `The embedded database in ${directory} could not be opened: ${cause instanceof Error ? cause.message : String(cause)}. If the directory belongs to another program or is damaged, choose another DATA_DIR or restore a backup.`,
          { cause },
        ),
      )
    worker.once('error', fail)
    worker.once('message', (message: unknown) => {
      worker.off('error', fail)
      if (message === 'ready') resolve()
      else fail((message as { failed: string }).failed)
    })
  })
}

const terminateMessage = 0x58

class WorkerConnection extends Duplex {
  private readonly worker: Worker

  constructor(worker: Worker) {
    super()
    this.worker = worker
  }

  /** The `pg` client calls this on its socket; there is nothing to reach, so it is connected at once. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.worker.ref()
    return this
  }

  unref(): this {
    this.worker.unref()
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
    this.worker.postMessage(copy, [copy.buffer])
  }
}
