import { createHash, randomUUID } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDirectories, unusableDirectoryError } from './private-directory.ts'

export interface DirectoryLock {
  release(): Promise<void>
}

export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError'
  constructor(directory: string, holder: string) {
    super(`${directory} is in use by another Lorewell process (${holder}).`)
  }
}

/**
 * Locks a directory for this process. The lock is a listening socket, not a file with a process id: the system closes it
 * when the process ends in any way, so a killed server does not block the next one.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  makeDirectories(directory)
  const address = socketAddress(realpathSync(directory))
  const token = `${process.pid} ${randomUUID()}`
  for (let attempt = 0; attempt < 5; attempt++) {
    const holder = await readLockHolder(address)
    if (holder !== undefined) throw new DirectoryLockedError(directory, `process ${holder.split(' ')[0]}`)
    removeStaleSocket(address)
    const server = await listenOnSocket(address, token).catch((cause: unknown) => {
      throw unusableDirectoryError(directory, cause)
    })
    if (server === undefined) continue
    // Two processes can both have removed a stale socket: the one that answers at the address holds the lock.
    if ((await readLockHolder(address)) === token) return { release: () => closeSocket(server, address) }
    server.close()
  }
  throw new DirectoryLockedError(directory, 'it is being opened right now')
}

function socketAddress(directory: string): string {
  const name = `lorewell-${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inside = join(directory, '.lock')
  // The path of a Unix socket is limited to about a hundred bytes.
  return Buffer.byteLength(inside) < 100 ? inside : join(tmpdir(), name)
}

function readLockHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    socket.setEncoding('utf8')
    socket.setTimeout(2000, () => {
      socket.destroy()
      resolve(answer || '? unknown')
    })
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('end', () => resolve(answer || undefined))
    socket.on('error', () => resolve(undefined))
  })
}

function removeStaleSocket(address: string): void {
  if (process.platform !== 'win32') rmSync(address, { force: true })
}

function listenOnSocket(address: string, token: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(token)
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

function closeSocket(server: Server, address: string): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      removeStaleSocket(address)
      resolve()
    })
  })
}
