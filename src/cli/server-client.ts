import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Options of every command that can go through a running server. */
export const serverOptions = {
  server: {
    type: 'string',
    value: 'URL',
    description: 'Go through this server instead of opening the store (or LOREWELL_SERVER).',
  },
  key: {
    type: 'string',
    value: 'KEY',
    description: 'An API key for it (or LOREWELL_KEY, LOREWELL_KEY_FILE).',
  },
} as const

export interface ServerClient {
  readonly url: string
  /** The body of the answer; a refusal is thrown with what the server says. Waits where the server asks for patience. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<unknown>
  /** The body of an answer that is a file. */
  download(path: string): Promise<ReadableStream<Uint8Array>>
  /** The events of an answer that comes bit by bit. */
  stream(path: string, body: unknown): AsyncGenerator<ServerEvent>
}

export interface ServerEvent {
  name: string
  data: unknown
}

/** The server that the options or the variables name; undefined where they name none. */
export function chooseServer(
  options: { server?: string; key?: string },
  { env, fetch }: Pick<Terminal, 'env' | 'fetch'>,
): ServerClient | undefined {
  const url = options.server ?? env.LOREWELL_SERVER
  if (!url) {
    if (options.key !== undefined) throw new UsageError('--key needs --server URL.')
    return undefined
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`--server must be an http or https address, not "${url}".`)
  }
  const key = options.key ?? env.LOREWELL_KEY ?? readKeyFile(env.LOREWELL_KEY_FILE)
  if (!key) throw new UsageError('--server needs --key KEY, an API key of the person who asks.')
  return createServerClient({ url, key, fetch })
}

function readKeyFile(path: string | undefined): string | undefined {
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new UsageError('LOREWELL_KEY_FILE names a file that cannot be read.')
  }
}

const maxAttempts = 6

export function createServerClient({
  url,
  key,
  fetch,
  wait = (ms) => delay(ms),
}: {
  url: string
  key: string
  fetch: typeof globalThis.fetch
  wait?: (ms: number) => Promise<unknown>
}): ServerClient {
  const base = url.replace(/\/+$/, '')
  return {
    url: base,
    async call(method, path, body, headers) {
      const response = await admitted(method, path, body, { ...headers, accept: 'application/json' })
      return response.status === 204 ? undefined : response.json()
    },
    async download(path) {
      const response = await admitted('GET', path, undefined, { accept: '*/*' })
      if (!response.body) throw new AppError('unavailable', `${base} sent nothing.`)
      return response.body
    },
    async *stream(path, body) {
      const response = await admitted('POST', path, body, { accept: 'text/event-stream' })
      if (!response.body) return
      yield* parseServerEvents(response.body.pipeThrough(new TextDecoderStream()))
    },
  }

  /** The first answer that is neither a refusal nor a request for patience. */
  async function admitted(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await send(method, path, body, headers)
      if (response.ok) return response
      const isBusy = response.status === 429 || response.status === 503
      if (!isBusy || attempt >= maxAttempts)
        throw toServerError(response.status, parseJsonObject(await response.text()))
      await response.body?.cancel()
      await wait(retryDelayMs(response.headers.get('retry-after'), attempt))
    }
  }

  async function send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> {
    try {
      return await fetch(`${base}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    } catch (cause) {
      const reason =
        (cause as Error).cause instanceof Error ? ((cause as Error).cause as Error) : (cause as Error)
      throw new AppError('unavailable', `${base} cannot be reached: ${reason.message}`, { cause })
    }
  }
}

function retryDelayMs(retryAfter: string | null, attempt: number): number {
  const seconds = Number(retryAfter)
  return retryAfter !== null && Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : 250 * 2 ** attempt
}

/** Events as the HTML standard's event streams have them; ours have one line of data each. */
async function* parseServerEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let pending = ''
  for await (const chunk of chunks) {
    const events = (pending + chunk).split('\n\n')
    pending = events.pop() as string
    for (const event of events) {
      const field = (name: string) =>
        event
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2)
      const data = field('data')
      if (data !== undefined) yield { name: field('event') ?? 'message', data: JSON.parse(data) as unknown }
    }
  }
}

/** What the server said, as an error of our own: its message, and the fields it names. */
export function toServerError(status: number, body: Record<string, unknown>): AppError {
  const message =
    typeof body.message === 'string' ? body.message : `The server answered with status ${status}.`
  return new AppError(
    status === 401 ? 'unauthorized' : status === 404 ? 'not-found' : 'unavailable',
    message,
    {
      details: body.details as AppError['details'],
    },
  )
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
