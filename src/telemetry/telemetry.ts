import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { FastifyBaseLogger } from 'fastify'
import type { ExecutedQuery } from '../storage/database.ts'
import type { OtlpSettings } from './otlp-tracing.ts'
import { formatTraceparent, parseTraceparent } from './trace-context.ts'

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  kind?: keyof typeof spanKinds
  attributes?: SpanAttributes
}

export interface RequestTrace {
  /** Runs work as part of the request. */
  run<T>(work: () => T): T
  end(outcome: { name: string; attributes: SpanAttributes; isError: boolean }): void
}

export interface Telemetry {
  /** Runs work as a span of the current trace. `setAttributes` adds attributes known only later. */
  span<T>(
    name: string,
    options: SpanOptions,
    work: (setAttributes: (attributes: SpanAttributes) => void) => Promise<T>,
  ): Promise<T>
  /** Does the same for a stream. */
  streamSpan<T>(name: string, options: SpanOptions, parts: () => AsyncIterable<T>): AsyncIterable<T>
  /** Logs a slow statement and records it as a span. */
  recordQuery(query: ExecutedQuery): void
  startRequest(id: string, traceparent: unknown): RequestTrace
  /** Calls `fetch` with the `traceparent` of the current span. */
  readonly fetch: typeof globalThis.fetch
  flush(): Promise<void>
  close(): Promise<void>
}

export interface TelemetryDeps {
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Absent: nothing is traced. */
  otlp?: OtlpSettings | undefined
  /** 0: no statement counts as slow. */
  slowQueryMs?: number
}

interface ActiveRequest {
  requestId: string
  /** Absent: nothing is traced. */
  span?: Span
}

// The values of the enums SpanKind and SpanStatusCode in @opentelemetry/api, which is not loaded unless tracing is on.
const spanKinds = { internal: 0, server: 1, client: 2 } as const
const errorStatus = { code: 2 } as const

/** Creates the service's tracing and its log of slow statements. Traces only with a collector. */
export async function createTelemetry({ log, otlp, slowQueryMs = 0 }: TelemetryDeps): Promise<Telemetry> {
  const active = new AsyncLocalStorage<ActiveRequest>()
  const tracing =
    otlp &&
    (await import('./otlp-tracing.ts')).createOtlpTracing(otlp, (err, dropped) =>
      log.warn({ err, dropped }, 'traces could not be sent to the collector'),
    )

  /** Starts a span under the current one. Returns undefined outside a traced request. */
  const startSpan = (name: string, { kind = 'internal', attributes = {} }: SpanOptions, startTime?: number) => {
    const request = active.getStore()
    if (!tracing || !request?.span) return undefined
    const options = { kind: spanKinds[kind], attributes, ...(startTime !== undefined && { startTime }) }
    const span = tracing.startSpan(name, options, request.span.spanContext())
    return { span, run: <T>(work: () => T): T => active.run({ ...request, span }, work) }
  }

  return {
    async span(name, options, work) {
      const started = startSpan(name, options)
      if (!started) return work(() => {})
      const { span, run } = started
      try {
        return await run(() => work((attributes) => span.setAttributes(attributes)))
      } catch (error) {
        span.setStatus(errorStatus)
        throw error
      } finally {
        span.end()
      }
    },

    async *streamSpan<T>(name: string, options: SpanOptions, parts: () => AsyncIterable<T>) {
      const started = startSpan(name, options)
      if (!started) {
        yield* parts()
        return
      }
      const { span, run } = started
      const iterator = parts()[Symbol.asyncIterator]()
      let isOpen = true
      try {
        while (isOpen) {
          const next = await run(() => iterator.next()).catch((error: unknown) => {
            isOpen = false
            span.setStatus(errorStatus)
            throw error
          })
          if (next.done) isOpen = false
          else yield next.value
        }
      } finally {
        // The consumer stopped early, which is no failure; the source must stop too.
        if (isOpen) await iterator.return?.()
        span.end()
      }
    },

    recordQuery({ sql, ms, isFailed }) {
      if (slowQueryMs === 0 || ms < slowQueryMs) return
      const request = active.getStore()
      const text = sql.replace(/\s+/g, ' ').trim().slice(0, 500)
      log.warn(
        {
          ms: Math.round(ms),
          sql: text,
          reqId: request?.requestId,
          traceId: request?.span?.spanContext().traceId,
        },
        'slow query',
      )
      const name = text.split(' ', 1)[0]?.toUpperCase() ?? 'SQL'
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
      const endMs = performance.timeOrigin + performance.now()
      const span = startSpan(name, { kind: 'client', attributes }, endMs - ms)?.span
      if (isFailed) span?.setStatus(errorStatus)
      span?.end(endMs)
    },

    startRequest(requestId, traceparent) {
      if (!tracing) return { run: (work) => active.run({ requestId }, work), end: () => {} }
      const span = tracing.startSpan('request', { kind: spanKinds.server }, parseTraceparent(traceparent))
      return {
        run: (work) => active.run({ requestId, span }, work),
        end({ name, attributes, isError }) {
          span.updateName(name).setAttributes(attributes)
          if (isError) span.setStatus(errorStatus)
          span.end()
        },
      }
    },

    fetch(input, init) {
      const span = active.getStore()?.span
      if (!span) return globalThis.fetch(input, init)
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      headers.set('traceparent', formatTraceparent(span.spanContext()))
      return globalThis.fetch(input, { ...init, headers })
    },

    async flush() {
      await tracing?.flush()
    },
    async close() {
      await tracing?.close()
    },
  }
}
