import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { ExecutedQuery } from '../storage/database.ts'
import { createOtlpExporter, type OtlpSettings, type SpanAttributes, type SpanKind } from './otlp-exporter.ts'
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context.ts'

export interface SpanOptions {
  kind?: SpanKind
  attributes?: SpanAttributes
}

export interface RequestTrace {
  /** Everything that this starts belongs to the request. */
  run<T>(work: () => T): T
  end(told: { name: string; attributes: SpanAttributes; isError: boolean }): void
}

export interface Telemetry {
  /** Work as a span of the trace that it happens in; `note` adds what shows only on the way. */
  span<T>(
    name: string,
    options: SpanOptions,
    work: (note: (more: SpanAttributes) => void) => Promise<T>,
  ): Promise<T>
  /** The same for what comes bit by bit. */
  streamSpan<T>(name: string, options: SpanOptions, parts: () => AsyncIterable<T>): AsyncIterable<T>
  /** Logs a slow statement, and makes a span of it. */
  recordQuery(query: ExecutedQuery): void
  startRequest(id: string, traceparent: unknown): RequestTrace
  /** Tells whom it calls in which trace it does. */
  readonly fetch: typeof globalThis.fetch
  flush(): Promise<void>
  close(): Promise<void>
}

interface SpanContext extends Partial<TraceContext> {
  requestId: string
}

export interface TelemetryDeps {
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Absent: nothing is traced. */
  otlp?: OtlpSettings
  /** 0: no statement is slow. */
  slowQueryMs?: number
  fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970, with fractions. */
  now?: () => number
  random?: (bytes: number) => Buffer
}

/** What the service tells of its own work while it does it. */
export function createTelemetry({
  log,
  otlp,
  slowQueryMs = 0,
  fetch = globalThis.fetch,
  now = () => performance.timeOrigin + performance.now(),
  random = randomBytes,
}: TelemetryDeps): Telemetry {
  const places = new AsyncLocalStorage<SpanContext>()
  const exporter =
    otlp &&
    createOtlpExporter({
      settings: otlp,
      fetch,
      now,
      onError: (err, dropped) => log.warn({ err, dropped }, 'traces could not be sent to the collector'),
    })

  /** A place below the one that we are at; undefined where nothing is traced. */
  const below = (): (SpanContext & TraceContext) | undefined => {
    const place = places.getStore()
    return exporter && place?.isSampled && place.traceId !== undefined
      ? { ...(place as SpanContext & TraceContext), spanId: random(8).toString('hex') }
      : undefined
  }

  const begin = (name: string, { kind = 'internal', attributes = {} }: SpanOptions) => {
    const parentSpanId = places.getStore()?.spanId
    const place = below()
    if (!place) return undefined
    const startMs = now()
    let known = attributes
    return {
      place,
      note: (more: SpanAttributes) => {
        known = { ...known, ...more }
      },
      end: (isError: boolean) =>
        exporter?.add({
          ...place,
          parentSpanId,
          name,
          kind,
          startMs,
          endMs: now(),
          attributes: known,
          isError,
        }),
    }
  }

  return {
    async span(name, options, work) {
      const span = begin(name, options)
      if (!span) return work(() => {})
      try {
        const result = await places.run(span.place, () => work(span.note))
        span.end(false)
        return result
      } catch (error) {
        span.end(true)
        throw error
      }
    },

    async *streamSpan<T>(name: string, options: SpanOptions, parts: () => AsyncIterable<T>) {
      const span = begin(name, options)
      if (!span) {
        yield* parts()
        return
      }
      const iterator = parts()[Symbol.asyncIterator]()
      let ending: 'left' | 'done' | 'failed' = 'left'
      try {
        while (ending === 'left') {
          const next = await places
            .run(span.place, () => iterator.next())
            .catch((error: unknown) => {
              ending = 'failed'
              throw error
            })
          if (next.done) ending = 'done'
          else yield next.value
        }
      } finally {
        // Left early by the reader: no failure, but the source must hear of it.
        if (ending === 'left') await iterator.return?.()
        span.end((ending as string) === 'failed')
      }
    },

    recordQuery({ sql, ms, isFailed }) {
      if (slowQueryMs === 0 || ms < slowQueryMs) return
      const place = places.getStore()
      const text = sql.replace(/\s+/g, ' ').trim().slice(0, 500)
      log.warn(
        { ms: Math.round(ms), sql: text, reqId: place?.requestId, traceId: place?.traceId },
        'slow query',
      )
      const span = below()
      const endMs = now()
      if (!span) return
      exporter?.add({
        ...span,
        parentSpanId: place?.spanId,
        name: text.split(' ', 1)[0]?.toUpperCase() ?? 'SQL',
        kind: 'client',
        startMs: endMs - ms,
        endMs,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
        isError: isFailed,
      })
    },

    startRequest(requestId, traceparent) {
      if (!exporter) return { run: (work) => places.run({ requestId }, work), end: () => {} }
      const remoteContext = parseTraceparent(traceparent)
      const place = {
        requestId,
        traceId: remoteContext?.traceId ?? random(16).toString('hex'),
        spanId: random(8).toString('hex'),
        isSampled: remoteContext?.isSampled ?? true,
      }
      const startMs = now()
      return {
        run: (work) => places.run(place, work),
        end(told) {
          if (!place.isSampled) return
          const parentSpanId = remoteContext?.spanId
          exporter.add({ ...place, parentSpanId, kind: 'server', startMs, endMs: now(), ...told })
        },
      }
    },

    fetch(input, init) {
      const place = places.getStore()
      if (!exporter || place?.traceId === undefined) return fetch(input, init)
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      headers.set('traceparent', formatTraceparent(place as SpanContext & TraceContext))
      return fetch(input, { ...init, headers })
    },

    async flush() {
      await exporter?.flush()
    },
    async close() {
      await exporter?.close()
    },
  }
}
