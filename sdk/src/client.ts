import { startDeadline } from './deadline.ts'
import { LorewellError } from './errors.ts'
import { interruptedError, readLines, readServerSentEvents } from './event-stream.ts'
import {
  type AnswerResult,
  type CustomContent,
  type FileOperations,
  fileOperations,
  type ItemResult,
  type OperationId,
  type OperationRoute,
  type Operations,
  operations,
  type Source,
} from './operations.ts'
import { abortableDelay, type SendOptions, sendRequest } from './send-request.ts'

export interface ClientOptions extends Partial<SendOptions> {
  /** The address of the service, such as `https://lorewell.example.com`. */
  url: string
}

/** Overrides for one call. */
export interface CallOptions
  extends Partial<Pick<SendOptions, 'maxAttempts' | 'maxRetryDelayMs' | 'retryUnreachable' | 'timeoutMs'>> {
  signal?: AbortSignal | undefined
  /** Added to the request, for example `idempotency-key`. */
  headers?: Record<string, string>
}

export interface WaitOptions extends CallOptions {
  /** The time between two reads; it grows by half each time, up to ten times as long. Default: one second. */
  pollIntervalMs?: number
}

type Input<K extends OperationId> = Operations[K]['input']
type Output<K extends OperationId> = Operations[K]['output']

/** One function per operation; the contract says which fields go to the path, the query string and the body. */
type OperationMethods = {
  [K in OperationId]: Record<never, never> extends Input<K>
    ? (input?: Input<K>, options?: CallOptions) => Promise<Output<K>>
    : (input: Input<K>, options?: CallOptions) => Promise<Output<K>>
}

/** Operations that return pages. */
type PagedOperationId = {
  [K in OperationId]: Output<K> extends { nbPages: number } | { nextCursor: string | null } ? K : never
}[OperationId]

/** The element type of the page's list. */
type PageItem<Page> = { [P in keyof Page]: Page[P] extends (infer Item)[] ? Item : never }[keyof Page]

export type AnswerEvent =
  | { type: 'source'; number: number; source: Source }
  | { type: 'delta'; text: string }
  /** The sections of a report (`mode: 'research'`), before any text. */
  | { type: 'plan'; sections: { title: string; question: string }[] }
  /** What a report is at: `section` is a number in the plan, from 1. */
  | {
      type: 'progress'
      state: 'planning' | 'started' | 'searching' | 'writing' | 'done' | 'summarizing'
      section?: number
      search?: string
      outcome?: 'written' | 'nothing-found' | 'failed' | 'not-reached'
    }
  /** The summary of a report, which stands above all text of the `delta` events. */
  | { type: 'summary'; text: string }
  | ({ type: 'done' } & AnswerResult)

export interface Client extends OperationMethods {
  /** Calls an operation by its id; the same as the method of that name. */
  call<K extends OperationId>(id: K, input: Input<K>, options?: CallOptions): Promise<Output<K>>
  /** Yields the answer as it is written; the last event, `done`, has the complete answer. */
  askStream(input: Input<'ask'>, options?: CallOptions): AsyncGenerator<AnswerEvent>
  /** Returns an answer that `respondAsync` asked for, as soon as it is there. */
  waitForAnswer(id: string, options?: WaitOptions): Promise<AnswerResult>
  /** Yields every item of a paged operation, fetching page after page. */
  paginate<K extends PagedOperationId>(
    id: K,
    input: Input<K>,
    options?: CallOptions,
  ): AsyncGenerator<PageItem<Output<K>>>
  /** Returns the content of an operation whose response is a file. */
  download<K extends keyof FileOperations>(
    id: K,
    input: FileOperations[K]['input'],
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>
  /**
   * Indexes any number of items in one request and yields one result per item, in order. Browsers cannot send streams:
   * use `indexBatch` there.
   */
  indexStream(
    items: Iterable<CustomContent> | AsyncIterable<CustomContent>,
    options?: CallOptions,
  ): AsyncGenerator<ItemResult>
}

export function createClient({ url, ...options }: ClientOptions): Client {
  const base = `${url.replace(/\/+$/, '')}/v1`
  const defaults: SendOptions = {
    ...options,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    maxAttempts: options.maxAttempts ?? 5,
    maxRetryDelayMs: options.maxRetryDelayMs ?? 120_000,
    wait: options.wait ?? abortableDelay,
  }

  function send(
    { method, path, query, hasBody, isForm, isIdempotent }: OperationRoute,
    input: object,
    accept: string,
    {
      signal,
      headers,
      maxAttempts = defaults.maxAttempts,
      maxRetryDelayMs = defaults.maxRetryDelayMs,
      retryUnreachable = defaults.retryUnreachable,
    }: CallOptions = {},
  ): Promise<Response> {
    const fields: Record<string, unknown> = { ...input }
    const take = (name: string) => {
      const value = fields[name]
      delete fields[name]
      return value
    }
    const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))))
    const search = new URLSearchParams()
    for (const name of query) {
      const value = take(name)
      if (value !== undefined) for (const one of [value].flat()) search.append(name, String(one))
    }
    return sendRequest(
      {
        url: `${base}${filledPath}${String(search) && `?${search}`}`,
        method,
        headers: { accept, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
        body: isForm ? toForm(fields) : hasBody ? JSON.stringify(fields) : undefined,
        isIdempotent,
        signal,
      },
      { ...defaults, maxAttempts, maxRetryDelayMs, retryUnreachable },
    )
  }

  async function call<K extends OperationId>(id: K, input: Input<K>, options?: CallOptions): Promise<Output<K>> {
    const { signal, present } = startDeadline(options?.signal, options?.timeoutMs ?? defaults.timeoutMs)
    try {
      const response = await send(operations[id], input, 'application/json', { ...options, signal })
      return (response.status === 204 ? undefined : await readJson(response, signal)) as Output<K>
    } catch (error) {
      throw present(error)
    }
  }

  const methods = Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [
      id,
      (input = {}, options?: CallOptions) => call(id, input, options),
    ]),
  ) as unknown as OperationMethods

  return {
    ...methods,
    call,

    async *askStream(input, options) {
      const { signal, present } = startDeadline(options?.signal, options?.timeoutMs ?? defaults.timeoutMs)
      try {
        const response = await send(operations.ask, input, 'text/event-stream, application/json', {
          ...options,
          signal,
        })
        if (response.headers.get('content-type')?.startsWith('application/json')) {
          yield { type: 'done', ...((await readJson(response, signal)) as AnswerResult) }
          return
        }
        for await (const { name, data } of readServerSentEvents(response, signal)) {
          if (name === 'error') throw new LorewellError(500, JSON.parse(data))
          yield { type: name, ...JSON.parse(data) } as AnswerEvent
          if (name === 'done') return
        }
        throw interruptedError()
      } catch (error) {
        throw present(error)
      }
    },

    async waitForAnswer(id, { pollIntervalMs = 1000, timeoutMs, ...options } = {}) {
      const { signal, present } = startDeadline(options.signal, timeoutMs)
      try {
        for (let pauseMs = pollIntervalMs; ; pauseMs = Math.min(pauseMs * 1.5, pollIntervalMs * 10)) {
          const { result, error } = await call('readAnswer', { id }, { ...options, signal })
          if (result) return result
          if (error) throw new LorewellError(500, error)
          await defaults.wait(pauseMs, signal)
        }
      } catch (error) {
        throw present(error)
      }
    },

    async *paginate(id, input, options) {
      let next: typeof input | undefined = input
      while (next) {
        const page = (await call(id, next, options)) as Record<string, unknown>
        yield* Object.values(page).find(Array.isArray) ?? []
        next = nextPageInput(page, next)
      }
    },

    async download(id, input, options) {
      const { signal, present } = startDeadline(options?.signal, options?.timeoutMs)
      try {
        const response = await send(fileOperations[id], input, '*/*', { ...options, signal })
        return presentErrors(response.body as ReadableStream<Uint8Array>, present)
      } catch (error) {
        throw present(error)
      }
    },

    async *indexStream(items, { headers, ...options } = {}) {
      const { signal, present } = startDeadline(options.signal, options.timeoutMs)
      try {
        const response = await sendRequest(
          {
            url: `${base}/ask/index/stream`,
            method: 'POST',
            headers: { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson', ...headers },
            body: toNdjsonStream(items),
            isIdempotent: false,
            signal,
          },
          // Items already read from the iterator cannot be sent again.
          { ...defaults, maxAttempts: 1 },
        )
        for await (const line of readLines(response, signal)) if (line !== '') yield JSON.parse(line) as ItemResult
      } catch (error) {
        throw present(error)
      }
    },
  }
}

/** Returns the body of a response. A connection that breaks off, or a body that is not JSON, is a `LorewellError`. */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (!(cause instanceof SyntaxError)) throw interruptedError(cause)
    throw new LorewellError(response.status, { message: 'The response is not JSON.' }, { cause })
  }
}

/** Returns the same bytes; an error that ends them is the one that `present` returns for it. */
function presentErrors(
  body: ReadableStream<Uint8Array>,
  present: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw present(error)
      })
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Returns the input for the next page; undefined after the last. */
function nextPageInput<T extends object>(page: Record<string, unknown>, input: T): T | undefined {
  if (typeof page.nbPages === 'number') {
    const next = Number(page.page) + 1
    return next < page.nbPages ? { ...input, page: next } : undefined
  }
  return typeof page.nextCursor === 'string' ? { ...input, cursor: page.nextCursor } : undefined
}

/** Returns a form; a `File` keeps its name, which says what kind of text it is. */
function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value)
    else if (value !== undefined) form.set(name, String(value))
  }
  return form
}

function toNdjsonStream(items: Iterable<CustomContent> | AsyncIterable<CustomContent>): ReadableStream<Uint8Array> {
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
