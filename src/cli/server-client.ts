import { readFileSync } from 'node:fs'
import type { Client } from '../../sdk/src/client.ts'
import type { LorewellError } from '../../sdk/src/errors.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { fileProblem } from '../file-problem.ts'
import { UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Options of every command that can use a running server. */
export const serverOptions = {
  server: {
    type: 'string',
    value: 'URL',
    description: 'Use this server instead of opening the store (or set LOREWELL_SERVER).',
  },
  key: {
    type: 'string',
    value: 'KEY',
    description: 'An API key for the server (or set LOREWELL_KEY or LOREWELL_KEY_FILE).',
  },
} as const

export interface Server {
  url: string
  /** Throws AppError instead of LorewellError. */
  client: Client
}

/** For the first call of a command: a wrong address is reported at once; a busy server is waited for. */
export const firstCallOptions = { retryUnreachable: false }

/** Returns the server that the options or the variables name; undefined if they name none. Its key names the caller. */
export async function chooseServer(
  options: { server?: string; key?: string; as?: string; org?: string },
  { env, fetch }: Pick<Terminal, 'env' | 'fetch'>,
): Promise<Server | undefined> {
  const address = options.server ?? env.LOREWELL_SERVER
  if (!address) {
    if (options.key !== undefined) throw new UsageError('--key needs --server URL.')
    return undefined
  }
  const caller = [options.as !== undefined && '--as', options.org !== undefined && '--org'].filter(Boolean)
  if (caller.length > 0) {
    const names = caller.join(' and ')
    throw new UsageError(
      `${names} cannot be combined with --server or LOREWELL_SERVER: the key identifies the user and the organization.`,
    )
  }
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new UsageError(`--server must be an http or https address, not "${address}".`)
  }
  const { origin: url, href } = new URL(address)
  if (href !== `${url}/`) throw new UsageError(`--server must be an address without a path, such as ${url}.`)
  const credential = options.key ?? env.LOREWELL_KEY ?? readKeyFile(env.LOREWELL_KEY_FILE)
  if (!credential) throw new UsageError('--server needs --key KEY, an API key.')
  const { createClient } = await import('../../sdk/src/client.ts')
  return { url, client: withAppErrors(createClient({ url, credential, fetch, maxAttempts: 6 })) }
}

function readKeyFile(path: string | undefined): string | undefined {
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new UsageError(`LOREWELL_KEY_FILE cannot be read: ${path}: ${fileProblem(cause)}`)
  }
}

function withAppErrors(client: Client): Client {
  type Result = Promise<unknown> | AsyncGenerator<unknown>
  const methods = Object.entries(client) as [string, (...args: unknown[]) => Result][]
  return Object.fromEntries(
    methods.map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        const result = method(...args)
        return result instanceof Promise ? result.catch(throwAppError) : iterateWithAppErrors(result)
      },
    ]),
  ) as unknown as Client
}

async function* iterateWithAppErrors<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throwAppError(error)
  }
}

function throwAppError(error: unknown): never {
  if ((error as Error).name !== 'LorewellError') throw error
  const { id, status, message, details } = error as LorewellError
  const advice = status === 401 ? `. ${keyAdvice}` : isForeignResponse(error as LorewellError) ? ` ${serverAdvice}` : ''
  throw new AppError(codeById[id] ?? codeByStatus[status] ?? 'unavailable', `${message}${advice}`, {
    cause: error,
    details,
  })
}

const keyAdvice =
  'Check the key in --key, LOREWELL_KEY or LOREWELL_KEY_FILE: create one in the app, Settings → API keys.'

/** Whether a response has no error of Lorewell, such as the page of another program or of a proxy. */
function isForeignResponse({ id, status }: LorewellError): boolean {
  return id === 'unknown' && status > 0
}

const serverAdvice = 'Check that --server or LOREWELL_SERVER is the address of a running Lorewell server.'

/** Responses with one status and different meanings; `error-table.ts` is the inverse. */
const codeById: Record<string, ErrorCode> = {
  'askx-disabled': 'disabled',
  'root-id-not-found': 'root-not-found',
  'parent-not-found': 'parent-not-found',
  'assistant-not-found': 'assistant-not-found',
}

const codeByStatus: Record<number, ErrorCode> = {
  400: 'validation',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  422: 'validation',
  429: 'rate-limit',
  507: 'insufficient-storage',
}
