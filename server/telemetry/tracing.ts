import type { Context, SpanContext } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { describeFailure, type Logger } from './log.ts'

interface TracedRequest {
  readonly method: string
  readonly id: string
  /** The `traceparent` header, if a trusted proxy may have sent it. */
  readonly traceparent: string | undefined
}

/** A request's end: its route, which has no names, and its status. */
interface TracedResponse {
  readonly route: string
  readonly status: number
}

/** Records requests and statements as OpenTelemetry spans. pg-boss records job runs by itself. */
export interface Tracing {
  readonly traceRequest: (request: TracedRequest, handle: () => Promise<TracedResponse>) => Promise<void>
  /** Adds a statement that has just ended to the request or job that it belongs to. */
  readonly addStatement: (text: string, ms: number) => void
  /** Sends pending spans, which takes at most a few seconds. */
  readonly stop: () => Promise<void>
}

interface TracingOptions {
  /** The collector's address, to which `/v1/traces` is added. */
  readonly collector: URL
  readonly version: string
  readonly log: Logger
}

const NAME = 'flipside'
/** The longest wait for the collector, in ms. */
const EXPORT_TIMEOUT_MS = 5000
const STATEMENT_MAX_LENGTH = 1000

/**
 * Starts to send spans to a collector by OTLP over HTTP. The modules are loaded only here: without
 * a collector nothing is loaded and nothing recorded. The exporter itself reads the standard
 * variables for headers and certificates.
 */
export async function startTracing({ collector, version, log }: TracingOptions): Promise<Tracing> {
  const [api, sdk, { AsyncLocalStorageContextManager }, { resourceFromAttributes }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const { context, trace } = api
  const url = `${collector.href.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    resource: resourceFromAttributes({ 'service.name': NAME, 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: withLog(exporter, log) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  const tracer = provider.getTracer(NAME, version)

  function findParent(traceparent: string | undefined): Context {
    const parent = parseTraceparent(traceparent)
    return parent !== undefined && api.isSpanContextValid(parent)
      ? trace.setSpanContext(api.ROOT_CONTEXT, parent)
      : api.ROOT_CONTEXT
  }

  return {
    async traceRequest({ method, id, traceparent }, handle) {
      const attributes = { 'http.request.method': method, 'flipside.request_id': id }
      const parent = findParent(traceparent)
      const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER, attributes }, parent)
      try {
        const { route, status } = await context.with(trace.setSpan(parent, span), handle)
        span.updateName(`${method} ${route}`)
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      } finally {
        span.end()
      }
    },
    addStatement(text, ms) {
      // Statements outside requests and jobs are polls.
      if (trace.getActiveSpan() === undefined) return
      const statement = text.replaceAll(/\s+/g, ' ').trim()
      const endTime = Date.now()
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.text': statement.slice(0, STATEMENT_MAX_LENGTH),
      }
      const name = /\b[a-z]+\b/i.exec(statement.replace(/^\/\*.*?\*\//, ''))?.[0].toUpperCase() ?? 'SQL'
      tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes, startTime: endTime - ms }).end(endTime)
    },
    async stop() {
      // Fails with the last export, which is logged.
      await provider.shutdown().catch(() => {})
      trace.disable()
      context.disable()
    },
  }
}

/** Logs the first failed export in an outage, and its end. */
function withLog(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false
  return {
    export: (spans, finish) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined
        if (failed && !isFailing) log.warn('Traces cannot be sent and are dropped', describeFailure(result.error))
        if (!failed && isFailing) log.info('Traces are sent again')
        isFailing = failed
        finish(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** Returns the caller's span: https://www.w3.org/TR/trace-context/#traceparent-header. */
function parseTraceparent(header = ''): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
