import { sql } from 'kysely'
import { isObject } from '#core/platform/values.ts'
import type { Database } from '#server/platform/database/database.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { type Metric, type SparkplugBody, signed } from './decodeSparkplug.ts'

/** Maximum number of nodes of one connection, and maximum length of a node's announcement. */
const MAX_NODES = 1000
const MAX_NAMES = 1_000_000

/** Name and data type of a metric, by its alias. */
type Names = Record<string, [name: string, datatype: number]>

/**
 * Stores the aliases that a birth announces, for every server. The birth of a node replaces all its earlier aliases; the birth of a device adds to them.
 * @returns whether it is a birth
 */
export async function announceNames(db: Database, connection_id: number, body: unknown): Promise<boolean> {
  if (!isSparkplug(body) || !body.type.endsWith('BIRTH')) return false
  const names: Names = Object.fromEntries(
    body.metrics.flatMap(({ name, alias, datatype }) =>
      name !== null && alias !== null ? [[alias, [name, datatype]]] : [],
    ),
  )
  const isNew = body.type === 'NBIRTH'
  const node = nodeOf(body)
  await sql`
    insert into connection_nodes as n (connection_id, node, metric_names)
    select ${connection_id}, ${node}, ${JSON.stringify(names)}::jsonb
    where (select count(*) from connection_nodes where connection_id = ${connection_id}) < ${MAX_NODES}
      or exists (select from connection_nodes where connection_id = ${connection_id} and node = ${node})
    on conflict (connection_id, node) do update set metric_names = case
      when ${isNew} then excluded.metric_names
      when length(n.metric_names::text) > ${MAX_NAMES} then n.metric_names
      else n.metric_names || excluded.metric_names end`.execute(db)
  return true
}

/** The message with the names of metrics that it calls by their aliases alone, as far as births have announced them. */
export async function nameMetrics(db: Database, connection_id: number, body: unknown): Promise<unknown> {
  if (!isSparkplug(body) || !lacksNames(body)) return body
  const [found] = await runPrepared(
    db,
    sql<{ metric_names: Names }>`
      select metric_names from connection_nodes where connection_id = ${connection_id} and node = ${nodeOf(body)}`,
  )
  return { ...body, metrics: body.metrics.map((metric) => named(metric, found?.metric_names ?? {})) }
}

/** Whether a birth is missing for some of the metrics. */
export function lacksNames(body: unknown): boolean {
  return isSparkplug(body) && body.metrics.some(({ name, alias }) => name === null && alias !== null)
}

function named(metric: Metric, names: Names): Metric {
  const known = metric.name === null && metric.alias !== null ? names[metric.alias] : undefined
  if (!known) return metric
  const [name, datatype] = known
  return { ...metric, name, value: metric.datatype === 0 ? signed(metric.value, datatype) : metric.value }
}

const nodeOf = ({ group, node }: SparkplugBody) => `${group}/${node}`.slice(0, 200)

/** Checks the shape, as anything can be posted to the address of a connection. */
export function isSparkplug(body: unknown): body is SparkplugBody {
  return (
    isObject(body) &&
    ['type', 'group', 'node'].every((name) => typeof body[name] === 'string') &&
    Array.isArray(body.metrics) &&
    body.metrics.every(
      (metric) => isObject(metric) && isTextOrNull(metric.name) && isTextOrNull(metric.alias),
    )
  )
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'
