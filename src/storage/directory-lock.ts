import { createHash, randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
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

const maxAttempts = 8

/**
 * Locks a directory for this process. The lock is a listening socket, not a file with a process id: the system closes it
 * when the process ends in any way, so a killed server does not block the next one.
 *
 * Each process announces itself under a name of its own and then looks for others. Of two that start at once, at least the
 * second one to announce itself sees the other; a process that sees another one which does not hold the lock yet tries
 * again later. Names are never used twice, so that removing one of a killed process cannot remove a live one's.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  makeDirectories(directory)
  const place = openSocketPlace(realpathSync(directory))
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const claim = await announce(place)
      const others = await findOthers(place, claim)
      if (claim && others.length === 0) {
        claim.holdsLock = true
        return { release: () => claim.withdraw().finally(() => place.close()) }
      }
      await claim?.withdraw()
      const holder = others.find(({ holdsLock }) => holdsLock)
      if (holder) throw new DirectoryLockedError(directory, `process ${holder.processId}`)
      await wait(Math.random() * 50 * attempt)
    }
    throw new DirectoryLockedError(directory, 'it is being opened right now')
  } catch (cause) {
    place.close()
    throw cause instanceof DirectoryLockedError ? cause : unusableDirectoryError(directory, cause)
  }
}

/** Where the sockets of one directory are. */
interface SocketPlace {
  prefix: string
  names(): string[]
  address(name: string): string
  rename(from: string, to: string): void
  remove(name: string): void
  close(): void
}

/** The path of a Unix socket is limited to about a hundred bytes. */
const maxAddressBytes = 100
const longestNameBytes = 32
const descriptorDirectory = '/proc/self/fd'

function openSocketPlace(directory: string): SocketPlace {
  if (process.platform === 'win32') return placeOfPipes(directory)
  if (Buffer.byteLength(directory) + longestNameBytes < maxAddressBytes) return placeIn(directory, '.lock', directory)
  if (existsSync(descriptorDirectory)) {
    const descriptor = openSync(directory, 'r')
    return placeIn(directory, '.lock', `${descriptorDirectory}/${descriptor}`, () => closeSync(descriptor))
  }
  return placeIn(tmpdir(), `lorewell-${hashName(directory).slice(0, 12)}`, tmpdir())
}

function placeIn(directory: string, prefix: string, addressDirectory: string, close = () => {}): SocketPlace {
  return {
    prefix,
    // Also the name that earlier versions used.
    names: () => readdirSync(directory).filter((name) => name === prefix || name.startsWith(`${prefix}-`)),
    address: (name) => join(addressDirectory, name),
    rename: (from, to) => renameSync(join(directory, from), join(directory, to)),
    remove: (name) => rmSync(join(directory, name), { force: true }),
    close,
  }
}

/** Windows has no sockets in the file system; its pipes vanish with their process, so one name is enough. */
function placeOfPipes(directory: string): SocketPlace {
  const prefix = `lorewell-${hashName(directory).slice(0, 32)}`
  const keep = () => {}
  const address = () => `\\\\.\\pipe\\${prefix}`
  return { prefix, names: () => [prefix], address, rename: keep, remove: keep, close: keep }
}

function hashName(directory: string): string {
  return createHash('sha256').update(directory).digest('hex')
}

interface Claim {
  id: string
  holdsLock: boolean
  withdraw(): Promise<void>
}

/**
 * Listens, and then makes that visible: a visible socket on which nobody listens is one of a killed process. Returns
 * undefined where the one name of all processes is taken.
 */
async function announce(place: SocketPlace): Promise<Claim | undefined> {
  const id = randomUUID()
  const [hidden, visible] = [`.n${id.slice(0, 13)}`, `${place.prefix}-${id.slice(0, 13)}`]
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`${process.pid} ${id} ${claim.holdsLock ? 'holds' : 'waits'}`)
  })
  const claim: Claim = {
    id,
    holdsLock: false,
    withdraw: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      place.remove(visible)
      await closed
    },
  }
  if (!(await listen(server, place.address(hidden)))) return undefined
  place.rename(hidden, visible)
  return claim
}

function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(address, () => {
      server.unref()
      resolve(true)
    })
  })
}

interface OtherProcess {
  processId: string
  holdsLock: boolean
}

/** Returns the other live processes that announced themselves, and removes the names of dead ones. */
async function findOthers(place: SocketPlace, own: Pick<Claim, 'id'> | undefined): Promise<OtherProcess[]> {
  const others = await Promise.all(
    place.names().map(async (name) => {
      const answer = await readAnswer(place.address(name))
      if (answer === undefined) place.remove(name)
      if (answer === undefined || (own && answer.includes(own.id))) return []
      const [processId = '?', , state] = answer.split(' ')
      // Earlier versions, and processes that do not answer, hold it.
      return [{ processId, holdsLock: state !== 'waits' }]
    }),
  )
  return others.flat()
}

/** Returns what the process at the address says; undefined if there is none. */
function readAnswer(address: string): Promise<string | undefined> {
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
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (nobodyListens.has(code)) resolve(undefined)
      else resolve(withdrew.has(code) ? '? unknown waits' : '? unknown')
    })
  })
}

const nobodyListens = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'])
/** The process ended, or withdrew its claim, just now. */
const withdrew = new Set(['ECONNRESET', 'EPIPE'])
