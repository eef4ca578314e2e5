import { isCalendarDay } from '#core/platform/calendarDay.ts'

/** Why a record of an uplink was not taken; the rest of its batch is. */
export type RecordRefusal =
  | 'not_an_object'
  | 'time_missing'
  | 'time_invalid'
  | 'time_future'
  | 'time_too_old'
  | 'ports_invalid'
  | 'port_invalid'
  | 'port_twice'
  | 'value_invalid'
  | 'battery_invalid'
  | 'signal_invalid'
  | 'temperature_invalid'
  | 'queued_invalid'
  | 'position_invalid'
  | 'firmware_invalid'

/** Why a whole body was not taken: it would be answered with "nothing accepted", and its data would be forgotten. */
export type BodyRefusal = 'not_a_batch' | 'records_invalid' | 'too_many_records'

export interface PortValue {
  port: number
  /** As the sensor gave it; what it means is the sensor type's matter. */
  value: number
  /** °C in the liquid, when the sensor tells. */
  temperature: number | null
}

/** One moment of a device. */
export interface UplinkRecord {
  /** Epoch milliseconds. */
  time: number
  ports: PortValue[]
  /** Volts. */
  battery: number | null
  /** 0 to 31, as modems tell it. */
  signal: number | null
  /** °C in the device. */
  temperature: number | null
  queued: number | null
  position: readonly [latitude: number, longitude: number] | null
  firmware: number | null
}

export interface Uplink {
  records: UplinkRecord[]
  refused: { index: number; reason: RecordRefusal }[]
  /** Commands that the device says it has carried out, by their id. */
  confirmed: number[]
  /** Commands that it could not carry out. */
  failed: { command_id: number; reason: string }[]
}

export const LARGEST_BATCH = 1000
const DAY = 86_400_000

/** The keys of a batch; a body that has none of them speaks another language than ours. */
const KEYS = ['records', 'confirm', 'fail'] as const

/**
 * Reads a batch as a device sent it: what is well formed is taken, what is not is refused record by record. An empty
 * object is a batch without records, by which a device asks for its commands. Times are epoch milliseconds: what lies
 * before `earliest` is older than readings are kept.
 * @returns why nothing of it can be taken, when it is no batch at all.
 */
export function readUplink(body: unknown, now: number, earliest: number): Uplink | BodyRefusal {
  if (!isObject(body)) return 'not_a_batch'
  if (Object.keys(body).length > 0 && !KEYS.some((key) => key in body)) return 'not_a_batch'
  const given = body['records'] ?? []
  if (!Array.isArray(given)) return 'records_invalid'
  if (given.length > LARGEST_BATCH) return 'too_many_records'
  const uplink: Uplink = { records: [], refused: [], ...answersOf(body) }
  given.forEach((record, index) => {
    const read = readRecord(record, now, earliest)
    if (typeof read === 'string') uplink.refused.push({ index, reason: read })
    else uplink.records.push(read)
  })
  return uplink
}

function answersOf(body: Record<string, unknown>): Pick<Uplink, 'confirmed' | 'failed'> {
  const confirmed = Array.isArray(body['confirm']) ? body['confirm'].filter(isCommandId).slice(0, 100) : []
  const failed = (Array.isArray(body['fail']) ? body['fail'] : []).flatMap((item: unknown) =>
    isObject(item) && isCommandId(item['id'])
      ? [{ command_id: item['id'], reason: printable(item['reason']) }]
      : [],
  )
  return { confirmed, failed: failed.slice(0, 100) }
}

function readRecord(record: unknown, now: number, earliest: number): UplinkRecord | RecordRefusal {
  if (!isObject(record)) return 'not_an_object'
  const time = timeOf(record['time'])
  if (typeof time === 'string') return time
  if (time > now + DAY) return 'time_future'
  if (time < earliest) return 'time_too_old'
  const ports = portsOf(record['ports'])
  if (typeof ports === 'string') return ports
  const battery = within(record['battery'], 0, 100)
  if (battery === undefined) return 'battery_invalid'
  const signal = within(record['signal'], 0, 99)
  if (signal === undefined) return 'signal_invalid'
  const temperature = within(record['temperature'], -100, 200)
  if (temperature === undefined) return 'temperature_invalid'
  const queued = within(record['queued'], 0, 1e9)
  if (queued === undefined) return 'queued_invalid'
  const firmware = within(record['firmware'], 0, 9999)
  if (firmware === undefined) return 'firmware_invalid'
  const position = positionOf(record['position'])
  if (position === undefined) return 'position_invalid'
  return {
    time,
    ports,
    battery,
    // 99 is the modem's word for "not known".
    signal: signal === null || signal > 31 ? null : Math.round(signal),
    temperature,
    queued: queued === null ? null : Math.round(queued),
    position,
    firmware: firmware === null ? null : Math.round(firmware),
  }
}

const WITH_ZONE = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/

/** ISO 8601 with a zone, on a day that the calendar has, or seconds since 1970. */
function timeOf(value: unknown): number | 'time_missing' | 'time_invalid' {
  if (value === undefined || value === null) return 'time_missing'
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * 1000) : 'time_invalid'
  if (typeof value !== 'string' || !WITH_ZONE.test(value) || !isCalendarDay(value)) return 'time_invalid'
  const time = Date.parse(value)
  return Number.isNaN(time) ? 'time_invalid' : time
}

function portsOf(
  value: unknown,
): PortValue[] | 'ports_invalid' | 'port_invalid' | 'port_twice' | 'value_invalid' {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > 64) return 'ports_invalid'
  const ports: PortValue[] = []
  for (const item of value as unknown[]) {
    if (!isObject(item)) return 'ports_invalid'
    const port = item['port']
    if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 64) return 'port_invalid'
    if (ports.some((other) => other.port === port)) return 'port_twice'
    const reading = item['value']
    if (typeof reading !== 'number' || !Number.isFinite(reading) || Math.abs(reading) > 1e9)
      return 'value_invalid'
    const temperature = within(item['temperature'], -100, 200)
    if (temperature === undefined) return 'value_invalid'
    ports.push({ port, value: reading, temperature })
  }
  return ports
}

/** Null when it was not sent, undefined when it cannot be. */
function within(value: unknown, min: number, max: number): number | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

function positionOf(value: unknown): readonly [number, number] | null | undefined {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const latitude = within(value[0], -90, 90)
  const longitude = within(value[1], -180, 180)
  return latitude == null || longitude == null ? undefined : [latitude, longitude]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCommandId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function printable(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '').slice(0, 200) : ''
}
