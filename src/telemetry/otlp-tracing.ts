import { ROOT_CONTEXT, type Span, type SpanContext, type SpanOptions, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'

export interface OtlpSettings {
  /** Base URL of the collector; traces go to `/v1/traces` below it. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
}

export interface OtlpTracing {
  /** Starts a span under `parent`, or a new trace without one. */
  startSpan(name: string, options: SpanOptions, parent: SpanContext | undefined): Span
  /** Resolves once every ended span is sent or dropped. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Beyond this many the newest spans are dropped: an unreachable collector must not cost memory. */
const maxQueueSize = 4096
const exportTimeoutMs = 10_000
const errorReportIntervalMs = 60_000
/** The exporter retries for up to `exportTimeoutMs`; a stopping service does not wait that long. */
const closeTimeoutMs = 2000

/**
 * Sends spans to an OpenTelemetry collector as OTLP over HTTP in JSON. Uses a provider of its own, not the global one.
 * Imported only when a collector is configured, because the packages delay the start.
 */
export function createOtlpTracing(
  { endpoint, headers, serviceName }: OtlpSettings,
  onError: (error: unknown, dropped: number) => void,
): OtlpTracing {
  const exporter = new OTLPTraceExporter({
    url: `${withoutTrailingSlashes(endpoint)}/v1/traces`,
    headers,
    timeoutMillis: exportTimeoutMs,
  })
  const processor = new BatchSpanProcessor({
    exporter: reportFailures(exporter, onError),
    maxQueueSize,
    exportTimeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('lorewell')
  return {
    startSpan: (name, options, parent) =>
      tracer.startSpan(name, options, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
    // Failures are reported by the exporter.
    flush: () => processor.forceFlush().catch(() => {}),
    async close() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), timeout])
    },
  }
}

/** Reports failed exports at most once a minute, with the number of spans dropped since the last report. */
function reportFailures(exporter: SpanExporter, onError: (error: unknown, dropped: number) => void): SpanExporter {
  let dropped = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) {
          dropped += spans.length
          if (performance.now() - reportedAt >= errorReportIntervalMs) {
            onError(result.error, dropped)
            reportedAt = performance.now()
            dropped = 0
          }
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
