import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The Prometheus metrics of this server. */
export interface Metrics {
  registry: Registry
  calls: Histogram
  readings: Counter
  refusedRecords: Counter
  flushSeconds: Histogram
  liveConnections: Gauge
  mqttConnections: Gauge
  alertsOpened: Counter
  failedTasks: Counter
  failedEvents: Counter
}

/**
 * Metrics of the process, collected once: their observer never ends, and would keep every closed server in memory, as in the tests.
 */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

export function openMetrics(): Metrics {
  const registry = new Registry()
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
  const registers = [registry]
  return { registry, ...workMetrics(registers), ...stateMetrics(registers) }
}

/** How many calls and readings come in, and how long they take. */
function workMetrics(registers: Registry[]) {
  return {
    calls: new Histogram({
      name: 'ullage_http_seconds',
      help: 'Time of the calls',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    readings: new Counter({
      name: 'ullage_readings_total',
      help: 'Readings stored',
      labelNames: ['door'],
      registers,
    }),
    refusedRecords: new Counter({ name: 'ullage_refused_records_total', help: 'Records refused', registers }),
    flushSeconds: new Histogram({
      name: 'ullage_flush_seconds',
      help: 'Time to store a batch of uplinks',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
  }
}

/** Open connections, opened alerts and failures. */
function stateMetrics(registers: Registry[]) {
  return {
    liveConnections: new Gauge({ name: 'ullage_live_connections', help: 'Open live streams', registers }),
    mqttConnections: new Gauge({ name: 'ullage_mqtt_connections', help: 'Devices on the broker', registers }),
    alertsOpened: new Counter({
      name: 'ullage_alerts_opened_total',
      help: 'Alerts that this server opened and reported',
      labelNames: ['level'],
      registers,
    }),
    failedTasks: new Counter({
      name: 'ullage_failed_tasks_total',
      help: 'Runs of tasks by the clock that failed',
      labelNames: ['task'],
      registers,
    }),
    failedEvents: new Counter({
      name: 'ullage_failed_events_total',
      help: 'Events whose consequences failed and will be retried',
      labelNames: ['event'],
      registers,
    }),
  }
}

/**
 * Reads metrics by their names, as a scrape would; of several series, the lowest.
 * @returns nothing for a metric that this server does not collect.
 */
export async function readFigures(
  registry: Registry,
  names: readonly string[],
): Promise<Record<string, number>> {
  const found = await Promise.all(
    names.map(async (name) => {
      const values = (await registry.getSingleMetric(name)?.get())?.values ?? []
      return [name, Math.min(...values.map(({ value }) => value))] as const
    }),
  )
  // The least of no series is infinite.
  return Object.fromEntries(found.filter(([, value]) => value !== Number.POSITIVE_INFINITY))
}

/** Times every call by its route, never by its path: each id would create a series. */
export function measureCalls(app: FastifyInstance, { calls }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'call',
    )
  })
}
