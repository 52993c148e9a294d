import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'
import type { Embedder, EmbedOptions } from './embedder.ts'
import { l2Normalize } from './l2-normalize.ts'
import { createLinkedAbortController } from './linked-abort-controller.ts'
import { parseRetryAfterMs } from './retry-after.ts'

/**
 * Embeds through an endpoint with OpenAI's `POST /embeddings`. Unless configured, `dimensions` is 0 until the first
 * response. Later responses must have the same length: a server that replaces its model under the same name would
 * corrupt the index unnoticed.
 */
export function createRemoteEmbedder({
  baseUrl,
  model,
  apiKey,
  dimensions: knownDimensions = 0,
  timeoutMs = 30_000,
  fetch = globalThis.fetch,
  wait = (ms, signal) => delay(ms, undefined, { signal }),
  now = Date.now,
}: {
  baseUrl: string
  model: string
  apiKey?: string
  dimensions?: number
  /** Per request, without retries. */
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  now?: () => number
}): Embedder {
  const url = new URL(`${withoutTrailingSlashes(baseUrl)}/embeddings`)
  const closing = new AbortController()
  let dimensions = knownDimensions
  // Bulk requests are serialized, to leave the endpoint's rate limit to queries.
  let bulkTail: Promise<unknown> = Promise.resolve()

  async function embedBatch(texts: string[], retryPolicy: RetryPolicy, signal: AbortSignal): Promise<Float32Array[]> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      const outcome = await post(texts, signal)
      if ('body' in outcome) return toVectors(outcome.body, texts.length)
      const waitMs = outcome.retryAfterMs ?? Math.min(500 * 2 ** (attempt - 1), 16_000)
      if (!outcome.retryable || attempt >= retryPolicy.maxAttempts || waitMs > retryPolicy.maxWaitMs) {
        throw new AppError('unavailable', `The embedding endpoint ${url.host} failed: ${outcome.problem}`, {
          cause: outcome.cause,
          retryAfterSeconds: outcome.retryAfterMs === undefined ? undefined : Math.ceil(outcome.retryAfterMs / 1000),
          isPermanent: outcome.isRefusal,
        })
      }
      await wait(waitMs, signal)
    }
  }

  async function post(texts: string[], signal: AbortSignal): Promise<EmbeddingRequestOutcome> {
    const stop = createLinkedAbortController(signal)
    const timer = setTimeout(() => stop.abort(new Error('timeout')), timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        },
        // OpenAI rejects an empty string.
        body: JSON.stringify({ model, input: texts.map((text) => text || ' '), encoding_format: 'float' }),
        signal: stop.signal,
      })
      const text = await response.text()
      if (response.ok) return { body: parseJson(text) }
      return {
        problem: `status ${response.status} ${text.slice(0, 200)}`.trim(),
        retryable: response.status === 429 || response.status === 408 || response.status >= 500,
        isRefusal: refusalStatuses.has(response.status),
        retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after'), now()),
      }
    } catch (cause) {
      signal.throwIfAborted()
      const problem = stop.signal.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed'
      return { problem, retryable: true, cause }
    } finally {
      clearTimeout(timer)
      stop.release()
    }
  }

  function toVectors(body: unknown, count: number): Float32Array[] {
    const items = parseEmbeddingItems(body)
    if (items.length !== count) throw invalidResponse(`${items.length} vectors for ${count} texts`)
    const vectors: Float32Array[] = new Array(count)
    for (const [position, item] of items.entries()) {
      const index = item.index ?? position
      const vector = Float32Array.from(item.embedding)
      if (dimensions === 0 && vector.length > 0) dimensions = vector.length
      if (vector.length !== dimensions) {
        throw invalidResponse(`a vector of ${vector.length} numbers where ${dimensions} were expected`)
      }
      if (!l2Normalize(vector)) throw invalidResponse('a vector without a direction')
      if (index < 0 || index >= count || vectors[index]) throw invalidResponse('positions that do not match the texts')
      vectors[index] = vector
    }
    return vectors
  }

  function invalidResponse(problem: string) {
    return new AppError('unavailable', `The embedding endpoint ${url.host} returned ${problem} (model ${model}).`, {
      isPermanent: true,
    })
  }

  async function embedAll(texts: string[], retryPolicy: RetryPolicy, signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += maxBatchTexts) {
      vectors.push(...(await embedBatch(texts.slice(start, start + maxBatchTexts), retryPolicy, signal)))
    }
    return vectors
  }

  return {
    // With the host: two servers can use one name for different models.
    name: `${model}@${url.host}`,
    get dimensions() {
      return dimensions
    },
    async embed(texts, { priority = 'interactive', signal }: EmbedOptions = {}) {
      const stop = createLinkedAbortController(signal, closing.signal)
      try {
        stop.signal.throwIfAborted()
        if (priority === 'interactive') return await embedAll(texts, interactiveRetryPolicy, stop.signal)
        const pending = bulkTail.then(() => embedAll(texts, bulkRetryPolicy, stop.signal))
        bulkTail = pending.catch(() => {})
        return await rejectOnAbort(pending, stop.signal)
      } finally {
        stop.release()
      }
    },
    async close() {
      closing.abort(new AppError('unavailable', 'The embedding client was shut down.'))
    },
  }
}

const maxBatchTexts = 64

/** The texts themselves are the problem: too long, too many, or of characters that the model can't read. */
const refusalStatuses: ReadonlySet<number> = new Set([400, 413, 422])

/** Rejects at once on abort, also while the call is queued. */
function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

interface RetryPolicy {
  maxAttempts: number
  maxWaitMs: number
}

/** Users wait for queries; a bulk load can wait out a rate limit. */
const interactiveRetryPolicy: RetryPolicy = { maxAttempts: 3, maxWaitMs: 2_000 }
const bulkRetryPolicy: RetryPolicy = { maxAttempts: 8, maxWaitMs: 120_000 }

type EmbeddingRequestOutcome =
  | { body: unknown }
  | { problem: string; retryable: boolean; isRefusal?: boolean; retryAfterMs?: number; cause?: unknown }

/** Checked by hand: a schema would visit every one of up to 100,000 numbers. `Float32Array.from` turns non-numbers into NaN. */
function parseEmbeddingItems(body: unknown): { embedding: number[]; index: number | undefined }[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (!Array.isArray(data)) return []
  return data.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('embedding' in item) || !Array.isArray(item.embedding)) return []
    const index = 'index' in item && typeof item.index === 'number' ? item.index : undefined
    return [{ embedding: item.embedding, index }]
  })
}
