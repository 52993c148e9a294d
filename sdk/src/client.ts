import { LorewellError } from './errors.ts'
import { readLines, readServerSentEvents } from './event-stream.ts'
import type { AnswerResult, CustomContent, ItemResult, Operations, Source } from './operations.ts'
import { type OperationId, operations } from './operations.ts'
import { abortableDelay, type Credential, type SendOptions, sendRequest } from './send-request.ts'

export interface ClientOptions {
  /** Where the service is, such as `https://lorewell.example.com`. */
  url: string
  credential: Credential
  fetch?: typeof globalThis.fetch
  maxAttempts?: number
  maxRetryDelayMs?: number
  wait?: SendOptions['wait']
}

export interface CallOptions {
  signal?: AbortSignal
}

type Input<K extends OperationId> = Operations[K]['input']
type Output<K extends OperationId> = Operations[K]['output']

/** One function for each operation; its fields go to path, query string and body as the contract says. */
type OperationMethods = {
  [K in OperationId]: Record<never, never> extends Input<K>
    ? (input?: Input<K>, options?: CallOptions) => Promise<Output<K>>
    : (input: Input<K>, options?: CallOptions) => Promise<Output<K>>
}

/** Operations whose answers are pages. */
type PagedOperationId = {
  [K in OperationId]: Output<K> extends { nbPages: number } | { nextCursor: string | null } ? K : never
}[OperationId]

/** What a page holds a list of. */
type PageItem<Page> = { [P in keyof Page]: Page[P] extends (infer Item)[] ? Item : never }[keyof Page]

export type AnswerEvent =
  | { type: 'source'; number: number; source: Source }
  | { type: 'delta'; text: string }
  | ({ type: 'done' } & AnswerResult)

export interface Client extends OperationMethods {
  /** The answer as it is written; the last event has all of it. */
  askStream(input: Input<'ask'>, options?: CallOptions): AsyncGenerator<AnswerEvent>
  /** Every item of a paged operation, page after page. */
  paginate<K extends PagedOperationId>(
    id: K,
    input: Input<K>,
    options?: CallOptions,
  ): AsyncGenerator<PageItem<Output<K>>>
  /** Any number of custom contents in one request, a result for each, in order. Not for browsers: they send no streams. */
  indexStream(
    items: Iterable<CustomContent> | AsyncIterable<CustomContent>,
    options?: CallOptions,
  ): AsyncGenerator<ItemResult>
}

export function createClient(options: ClientOptions): Client {
  const base = `${options.url.replace(/\/+$/, '')}/v1`
  const sendOptions: SendOptions = {
    credential: options.credential,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    maxAttempts: options.maxAttempts ?? 5,
    maxRetryDelayMs: options.maxRetryDelayMs ?? 120_000,
    wait: options.wait ?? abortableDelay,
  }

  async function call(id: OperationId, input: object = {}, { signal }: CallOptions = {}): Promise<unknown> {
    const response = await sendRequest({ ...requestOf(id, input), signal }, sendOptions)
    return response.status === 204 ? undefined : response.json()
  }

  function requestOf(id: OperationId, input: object) {
    const { method, path, query, isRepeatable } = operations[id]
    const rest: Record<string, unknown> = { ...input }
    const take = (name: string) => {
      const value = rest[name]
      delete rest[name]
      return value
    }
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))))
    const search = new URLSearchParams()
    for (const name of query) {
      const value = take(name)
      if (value !== undefined) search.set(name, String(value))
    }
    const text = search.toString()
    const hasBody = method !== 'GET' && Object.keys(rest).length > 0
    return {
      url: `${base}${address}${text && `?${text}`}`,
      method,
      isRepeatable,
      headers: { accept: 'application/json', ...(hasBody && { 'content-type': 'application/json' }) },
      body: hasBody ? JSON.stringify(rest) : undefined,
    }
  }

  const calls = Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [
      id,
      (input?: object, given?: CallOptions) => call(id, input, given),
    ]),
  ) as unknown as OperationMethods

  return {
    ...calls,

    async *askStream(input, { signal } = {}) {
      const request = requestOf('ask', input)
      const headers = { ...request.headers, accept: 'text/event-stream' }
      const response = await sendRequest({ ...request, headers, signal }, sendOptions)
      for await (const { name, data } of readServerSentEvents(response.body as ReadableStream<Uint8Array>)) {
        if (name === 'error') throw new LorewellError(500, JSON.parse(data))
        yield { type: name, ...JSON.parse(data) } as AnswerEvent
        if (name === 'done') return
      }
      throw new Error('The service broke off in the middle of its answer.')
    },

    async *paginate(id, input, given) {
      let next: object | undefined = input
      while (next) {
        const page = (await call(id, next, given)) as Record<string, unknown>
        yield* Object.values(page).find(Array.isArray) ?? []
        next = nextPageInput(page, next)
      }
    },

    async *indexStream(items, { signal } = {}) {
      const response = await sendRequest(
        {
          url: `${base}/ask/index/stream`,
          method: 'POST',
          headers: { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' },
          body: toNdjsonStream(items),
          // What has been read of the items cannot be sent again.
          isRepeatable: false,
          signal,
        },
        { ...sendOptions, maxAttempts: 1 },
      )
      for await (const line of readLines(response.body as ReadableStream<Uint8Array>))
        if (line !== '') yield JSON.parse(line) as ItemResult
    },
  }
}

/** What to ask for next; undefined after the last page. */
function nextPageInput(page: Record<string, unknown>, input: object): object | undefined {
  if (typeof page.nbPages === 'number') {
    const next = Number(page.page) + 1
    return next < page.nbPages ? { ...input, page: next } : undefined
  }
  return typeof page.nextCursor === 'string' ? { ...input, cursor: page.nextCursor } : undefined
}

function toNdjsonStream(
  items: Iterable<CustomContent> | AsyncIterable<CustomContent>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
