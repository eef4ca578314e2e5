import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'

/** How long a collector may take to answer, ms: a stop of the server waits for it. */
const TIMEOUT_MS = 2_000

/** Spans of calls, tasks and batches of events, each with its statements. */
export interface Tracing {
  traceCalls: (app: FastifyInstance) => void
  /** Records a statement that has just ended, if its cause is a span. Its values are never recorded. */
  noteStatement: (event: LogEvent) => void
  /** Runs work as a separate span. */
  traced: Traced
  /** Sends the remaining spans. */
  close: () => Promise<void>
}

export type Traced = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Sends traces by OTLP over HTTP in JSON. Only this module loads OpenTelemetry: it is imported when a collector is configured. A collector
 * that does not respond loses spans and delays nothing else.
 * @param endpoint such as `http://collector:4318`
 */
export function startTracing(endpoint: string, service: { name: string; version: string }): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS }))],
  })
  const tracer = provider.getTracer('ullage')
  const active: Active = new AsyncLocalStorage()
  return {
    traceCalls: (app) => traceCalls(app, tracer, active),
    noteStatement: (event) => {
      const parent = active.getStore()
      if (parent) noteStatement(event, tracer, parent)
    },
    traced: async (name, work) => {
      const span = tracer.startSpan(name, {}, ROOT_CONTEXT)
      try {
        return await active.run(trace.setSpan(ROOT_CONTEXT, span), work)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    close: () => provider.shutdown(),
  }
}

/** The span within which something happens. */
type Active = AsyncLocalStorage<Context>

function traceCalls(app: FastifyInstance, tracer: Tracer, active: Active): void {
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    active.run(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

function noteStatement(
  { level, query, queryDurationMillis }: LogEvent,
  tracer: Tracer,
  parent: Context,
): void {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql }
  const endTime = Date.now()
  const startTime = endTime - queryDurationMillis
  const name = /\w+/.exec(query.sql)?.[0] ?? 'statement'
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, parent)
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endTime)
}
