/** One finished piece of work. Times are milliseconds since 1970, with fractions. */
export interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  attributes: SpanAttributes
  isError: boolean
}

export type SpanKind = 'internal' | 'server' | 'client'
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface OtlpSettings {
  /** The collector's base address; traces go to `/v1/traces` below it. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
}

export interface SpanExporter {
  add(span: FinishedSpan): void
  /** Everything added so far has been sent, or given up. */
  flush(): Promise<void>
  close(): Promise<void>
}

const flushIntervalMs = 5000
const maxBatchSize = 512
/** Beyond these a collector that is away costs memory: the newest are dropped. */
const maxQueueSize = 4096
const exportTimeoutMs = 10_000
const errorReportIntervalMs = 60_000

/**
 * Sends spans to an OpenTelemetry collector as OTLP over HTTP in JSON (opentelemetry-proto 1, "OTLP/HTTP"). Our own,
 * because the official packages bring two dozen others for what is one request. Never in anybody's way: what cannot be
 * sent is dropped and told once a minute.
 */
export function createOtlpExporter({
  settings,
  fetch,
  now,
  onError,
}: {
  settings: OtlpSettings
  fetch: typeof globalThis.fetch
  now: () => number
  onError: (error: unknown, dropped: number) => void
}): SpanExporter {
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`
  let waiting: FinishedSpan[] = []
  let dropped = 0
  let complainedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  const send = async (spans: readonly FinishedSpan[]) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...settings.headers, 'content-type': 'application/json' },
        body: JSON.stringify(exportRequest(settings.serviceName, spans)),
        redirect: 'error',
        signal: AbortSignal.timeout(exportTimeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the collector answered ${response.status}`)
    } catch (error) {
      dropped += spans.length
      if (now() - complainedAt < errorReportIntervalMs) return
      complainedAt = now()
      onError(error, dropped)
      dropped = 0
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const spans = waiting
    waiting = []
    sending = sending.then(async () => {
      for (let start = 0; start < spans.length; start += maxBatchSize)
        await send(spans.slice(start, start + maxBatchSize))
    })
    return sending
  }

  return {
    add(span) {
      if (waiting.length >= maxQueueSize) {
        dropped += 1
        return
      }
      waiting.push(span)
      if (waiting.length === maxBatchSize) void flush()
      else timer ??= setTimeout(flush, flushIntervalMs).unref()
    },
    flush,
    close: flush,
  }
}

const spanKindCodes: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 }

function exportRequest(serviceName: string, spans: readonly FinishedSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: toOtlpAttributes({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'lorewell' }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  }
}

function toOtlpSpan(span: FinishedSpan) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: spanKindCodes[span.kind],
    startTimeUnixNano: toUnixNanos(span.startMs),
    endTimeUnixNano: toUnixNanos(span.endMs),
    attributes: toOtlpAttributes(span.attributes),
    status: { code: span.isError ? 2 : 0 },
  }
}

/** As a text: they are beyond the whole numbers that JSON is read with. */
function toUnixNanos(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}

function toOtlpAttributes(attributes: SpanAttributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toOtlpValue(value) }],
  )
}

function toOtlpValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
