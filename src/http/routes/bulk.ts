import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { CustomContents } from '../../content/sources/custom-content.ts'
import { bulkEndpoints, type ItemResult } from '../../contract/bulk-endpoints.ts'
import { type CustomContent, customContent } from '../../contract/custom-content.ts'
import type { Source } from '../../contract/source.ts'
import { AppError } from '../../errors.ts'
import { splitStream, tooLong } from '../../split-stream.ts'
import { createEndpointRegistrar, type Guard, reloadCaller } from '../endpoint-registrar.ts'
import { toAppError, toErrorResponse } from '../error-table.ts'
import { parseJsonBody } from '../json-body.ts'
import { takeOverResponse } from '../take-over-response.ts'
import { validate } from '../validate.ts'

/** Items of one request to index at once: enough to fill the embedder's batches. */
const itemConcurrency = 8
/** Limit on results that the client has not read yet; beyond it, no more items are read. */
const maxUnreadBytes = 8 * 1024 * 1024

/** Indexes many custom contents in one request: a batch in a JSON body, or a stream of NDJSON lines. */
export async function bulkRoutes(
  server: FastifyInstance,
  { guard, contents, maxLineBytes }: { guard: Guard; contents: CustomContents; maxLineBytes: number },
): Promise<void> {
  const register = createEndpointRegistrar(server, guard)

  register(bulkEndpoints.indexBatch, async ({ caller, body, request, recordPart }) => {
    const results: ItemResult[] = []
    const work = createItemIndexer({ loadCaller: async () => caller, request, contents, recordPart })
    for await (const result of mapInOrder(body.items, (item) => work(() => item))) results.push(result)
    return { results }
  })

  register(bulkEndpoints.indexSnapshot, ({ caller, body }) => contents.keepOnly(caller, body))

  // In a scope of its own: only this body is not JSON and is read by the operation itself.
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(/^application\/(?:x-)?(?:ndjson|jsonl)(?:\s*;|$)/i, (_request, payload, done) =>
      done(null, payload),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notNdjsonError()))
    createEndpointRegistrar(scope, guard)(bulkEndpoints.indexStream, async ({ request, reply, recordPart }) => {
      const payload = request.body as Readable | undefined
      if (payload === undefined) throw notNdjsonError()
      // A stream has no end of its own: what its sender can write is looked up for each item.
      const loadCaller = () => reloadCaller(guard, bulkEndpoints.indexStream, request)
      const work = createItemIndexer({ loadCaller, request, contents, recordPart })
      const results = mapInOrder(readLines(payload, maxLineBytes), (line) => work(() => parseItemLine(line)))
      await sendNdjsonResults(request, reply, results)
    })
  })
}

function notNdjsonError(): AppError {
  return new AppError('unsupported-media-type', 'The request body must be NDJSON (Content-Type: application/x-ndjson).')
}

function unrecordedError(cause: unknown): AppError {
  const message = 'The item was indexed, but the audit log could not be written. Please send the item again.'
  return new AppError('unavailable', message, { cause })
}

/**
 * Returns a function that indexes one item and returns its result. Items with the same id are indexed in order. For each data
 * source, the first item that was indexed and the first that was refused are recorded; if that fails, the next one.
 */
function createItemIndexer({
  loadCaller,
  request,
  contents,
  recordPart,
}: {
  loadCaller: () => Promise<Caller>
  request: FastifyRequest
  contents: CustomContents
  recordPart: (outcome: 'done' | 'refused', part: object) => Promise<void>
}) {
  const recorded = new Map<string, Promise<void>>()
  const recordOnce = (outcome: 'done' | 'refused', rootId: string): Promise<void> => {
    const key = `${outcome} ${rootId}`
    const known = recorded.get(key)
    if (known) return known
    const recording = recordPart(outcome, { rootId }).catch((error: unknown) => {
      recorded.delete(key)
      request.log.error({ err: error }, 'an item could not be recorded in the audit log')
      throw unrecordedError(error)
    })
    recorded.set(key, recording)
    return recording
  }

  async function indexItem(item: CustomContent): Promise<Source> {
    let source: Source
    try {
      source = await contents.index(await loadCaller(), item)
    } catch (error) {
      // Without its entry, it is still a refusal: to send the item again would not help.
      if (error instanceof AppError && error.code === 'forbidden')
        await recordOnce('refused', item.rootId).catch(() => {})
      throw error
    }
    await recordOnce('done', item.rootId)
    return source
  }

  const last = new Map<string, Promise<unknown>>()
  return async (read: () => unknown): Promise<ItemResult> => {
    try {
      const item = validate(customContent, read())
      const key = `${item.rootId} ${item.id}`
      const mine = Promise.resolve(last.get(key))
        .catch(() => {})
        .then(() => indexItem(item))
      last.set(key, mine)
      try {
        return { ok: true, source: await mine }
      } finally {
        if (last.get(key) === mine) last.delete(key)
      }
    } catch (thrown) {
      const error = toAppError(thrown, request.id)
      if (error.code === 'internal') request.log.error({ err: thrown }, 'an item could not be indexed')
      return { ok: false, error: toErrorResponse(error, 'content').body as { message: string; id: string } }
    }
  }
}

/** Maps a few items at a time. Yields each result, in order, as soon as it is ready. */
async function* mapInOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = []
  let isOver = false
  let wakeReader = () => {}
  let wakeWriter = () => {}
  const sleep = (register: (wake: () => void) => void) => new Promise<void>((resolve) => register(resolve))
  const reading = (async () => {
    try {
      for await (const item of items) {
        pending.push(work(item))
        wakeWriter()
        while (pending.length >= itemConcurrency && !isOver) await sleep((wake) => (wakeReader = wake))
        if (isOver) return
      }
    } finally {
      isOver = true
      wakeWriter()
    }
  })()
  // Rethrown below, after the earlier results.
  reading.catch(() => {})
  try {
    for (;;) {
      const next = pending[0]
      if (next) {
        yield await next
        pending.shift()
        wakeReader()
      } else if (isOver) break
      else await sleep((wake) => (wakeWriter = wake))
    }
    await reading
  } finally {
    isOver = true
    wakeReader()
  }
}

function parseItemLine(line: Buffer | typeof tooLong): unknown {
  if (line === tooLong) {
    throw new AppError(
      'payload-too-large',
      'The line is larger than this service accepts (MAX_BODY_BYTES). Shorten the item, or split it.',
    )
  }
  return parseJsonBody(line)
}

/** Yields the lines of a body as they arrive, without blank ones. */
async function* readLines(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer | typeof tooLong> {
  for await (const line of splitStream(body, { maxBytes })) if (line === tooLong || !isBlank(line)) yield line
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 32 || byte === 9 || byte === 13)
}

async function sendNdjsonResults(
  request: FastifyRequest,
  reply: FastifyReply,
  results: AsyncIterable<ItemResult>,
): Promise<void> {
  const raw = takeOverResponse(reply)
  raw.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
  raw.flushHeaders()
  try {
    for await (const result of results) {
      if (raw.destroyed) return
      raw.write(`${JSON.stringify(result)}\n`)
      if (raw.writableLength > maxUnreadBytes) await waitForDrain(raw)
    }
    raw.end()
  } catch (error) {
    // The client disconnected. Items that were reported as indexed are indexed.
    request.log.debug({ err: error }, 'a stream of items ended early')
    raw.destroy()
  }
}

async function waitForDrain(raw: ServerResponse): Promise<void> {
  const settled = new AbortController()
  try {
    await Promise.race([once(raw, 'drain', { signal: settled.signal }), once(raw, 'close', { signal: settled.signal })])
  } finally {
    settled.abort()
  }
}
