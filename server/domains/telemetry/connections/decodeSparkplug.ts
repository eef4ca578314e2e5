import proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js'
import { SPARKPLUG_WITH_VALUES } from '#core/domains/telemetry/connections/networkMessages.ts'
import type { Delivery } from './delivery.ts'

const { Payload } = proto.org.eclipse.tahu.protobuf
type ProtoMetric = InstanceType<typeof Payload.Metric>

const NAMESPACE = 'spBv1.0'
/** Bytes and metrics of one message. */
const MAX_BYTES = 262_144
const MAX_METRICS = 2000

export interface Metric {
  /** Null in data that uses only its alias. */
  name: string | null
  alias: string | null
  /** Data type as in Sparkplug 3.0, 6.4.16; 0 in data that leaves it to the birth. */
  datatype: number
  /** Epoch milliseconds. */
  timestamp: number | null
  /** A number, a text or a flag; null for anything else. */
  value: number | string | boolean | null
}

/** A message of Sparkplug B with the levels of its topic. */
export interface SparkplugBody {
  type: string
  group: string
  node: string
  device: string | null
  timestamp: number | null
  metrics: Metric[]
}

/**
 * A Sparkplug B message as JSON. The library's own reading of a payload gives no value to a metric without data type, as Sparkplug 3.0 wants
 * them in data, so its protocol buffers are read here.
 */
export function decodeSparkplug(topic: string, payload: Buffer): Pick<Delivery, 'body' | 'text'> {
  const unreadable = { body: null, text: payload.toString('base64') }
  const levels = topic.split('/')
  if (!levels.includes(NAMESPACE)) return unreadable
  const [group, type, node, device] = levels.slice(levels.indexOf(NAMESPACE) + 1).map(storable)
  // The state of a host application, commands and deaths hold no values.
  if (!type || !SPARKPLUG_WITH_VALUES.includes(type)) return { body: { type: null }, text: '' }
  const decoded = decode(payload)
  if (!decoded || !group || !node) return unreadable
  const body: SparkplugBody = { type, group, node, device: device ?? null, ...decoded }
  return { body, text: JSON.stringify(body) }
}

function decode(payload: Buffer): Pick<SparkplugBody, 'timestamp' | 'metrics'> | undefined {
  if (payload.length > MAX_BYTES) return undefined
  try {
    const { timestamp, metrics } = Payload.decode(payload)
    return { timestamp: numberOf(timestamp) || null, metrics: metrics.slice(0, MAX_METRICS).map(metricOf) }
  } catch {
    return undefined
  }
}

function metricOf(raw: object): Metric {
  const metric = raw as ProtoMetric
  return {
    name: metric.name ? storable(metric.name) : null,
    alias: Object.hasOwn(metric, 'alias') ? String(metric.alias) : null,
    datatype: metric.datatype,
    timestamp: numberOf(metric.timestamp) || null,
    value: metric.isNull ? null : plainValue(metric),
  }
}

function plainValue(metric: ProtoMetric): Metric['value'] {
  const { stringValue, booleanValue, intValue, longValue, floatValue, doubleValue } = metric
  const number = signed(numberOf(intValue ?? longValue ?? floatValue ?? doubleValue), metric.datatype)
  return number ?? stringValue ?? booleanValue ?? null
}

/** Whole numbers are sent without their sign (6.4.17): the data type says whether they have one. */
export function signed<T>(value: T | number, datatype: number): T | number {
  if (typeof value !== 'number') return value
  const bits = { 1: 32, 2: 32, 3: 32, 4: 64 }[datatype]
  return bits && value >= 2 ** (bits - 1) ? value - 2 ** bits : value
}

/** 64-bit numbers may come as objects of the library `long`. */
function numberOf(value: unknown): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Removes text that the database cannot store: protocol buffers may hold half of a surrogate pair. */
function storable(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '')
}
