import { isCalendarDay } from '#core/platform/time/calendarDay.ts'
import { isObject } from '#core/platform/values.ts'

/** Why a record of an uplink was refused; the other records of its batch are accepted. */
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

/** A value that was ignored in an accepted record; `clock_ahead`: the whole record. */
export type IgnoredValue =
  | 'clock_ahead'
  | 'battery_invalid'
  | 'signal_invalid'
  | 'temperature_invalid'
  | 'queued_invalid'
  | 'firmware_invalid'
  | 'position_invalid'

/** Why a whole body was refused. Accepting nothing with a success response would make the device discard its data. */
export type BodyRefusal = 'not_a_batch' | 'records_invalid' | 'too_many_records'

export interface PortValue {
  port: number
  /** As sent by the sensor; the sensor type gives its meaning. */
  value: number
  /** °C of the liquid, if the sensor reports it. */
  temperature: number | null
}

/** One moment of a device. */
export interface UplinkRecord {
  /** Epoch milliseconds. */
  time: number
  /** The record is from the future because the device's clock is wrong. It is stored but not trusted. */
  is_ahead: boolean
  ports: PortValue[]
  /** Volts. */
  battery: number | null
  /** Percent, 0 to 100, from a device that reports no volts. */
  battery_percent: number | null
  /** 0 to 31, as modems report it (+CSQ). */
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
  /** Ignored values of accepted records. */
  ignored: { index: number; reason: IgnoredValue }[]
  /** Ids of the commands that the device reports as carried out. */
  confirmed: number[]
  /** Commands that it could not carry out. */
  failed: { command_id: number; reason: string }[]
}

export const LARGEST_BATCH = 1000
const DAY = 86_400_000
/** ms that a record may be ahead of the server's clock, as device clocks drift. */
const CLOCK_TOLERANCE = 600_000

/** The keys of a batch; a body with none of them is not one. */
const KEYS = ['records', 'confirm', 'fail'] as const

/**
 * Reads a batch from a device; malformed records are refused one by one. An impossible value next to the levels (battery,
 * signal, temperature …) is ignored, and the rest of its record accepted. An empty object is a batch without records, which
 * asks for commands. Times are epoch milliseconds; readings before `earliest` are past their retention.
 * @returns the reason if the body as a whole is refused.
 */
export function readUplink(body: unknown, now: number, earliest: number): Uplink | BodyRefusal {
  if (!isObject(body)) return 'not_a_batch'
  if (Object.keys(body).length > 0 && !KEYS.some((key) => key in body)) return 'not_a_batch'
  const { records } = body
  const sent = records ?? []
  if (!Array.isArray(sent)) return 'records_invalid'
  if (sent.length > LARGEST_BATCH) return 'too_many_records'
  const uplink: Uplink = { records: [], refused: [], ignored: [], ...answersOf(body) }
  sent.forEach((record, index) => {
    const ignored = new Set<IgnoredValue>()
    const read = readRecord(record, { now, earliest, ignore: (reason) => ignored.add(reason) })
    if (typeof read === 'string') uplink.refused.push({ index, reason: read })
    else {
      uplink.records.push(read)
      for (const reason of ignored) uplink.ignored.push({ index, reason })
    }
  })
  return uplink
}

function answersOf({ confirm, fail }: Record<string, unknown>): Pick<Uplink, 'confirmed' | 'failed'> {
  const confirmed = Array.isArray(confirm) ? confirm.filter(isCommandId).slice(0, 100) : []
  const failed = (Array.isArray(fail) ? fail : []).flatMap((item: unknown) => {
    const { id, reason } = isObject(item) ? item : {}
    return isCommandId(id) ? [{ command_id: id, reason: printable(reason) }] : []
  })
  return { confirmed, failed: failed.slice(0, 100) }
}

interface Reading {
  /** Epoch milliseconds, as `earliest`. */
  now: number
  earliest: number
  /** Records an impossible value that is left out. */
  ignore: (reason: IgnoredValue) => void
}

function readRecord(record: unknown, { now, earliest, ignore }: Reading): UplinkRecord | RecordRefusal {
  if (!isObject(record)) return 'not_an_object'
  const { time: sentTime, ports: sentPorts } = record
  const time = timeOf(sentTime)
  if (typeof time === 'string') return time
  if (time > now + DAY) return 'time_future'
  if (time < earliest) return 'time_too_old'
  const ports = portsOf(sentPorts, ignore)
  if (typeof ports === 'string') return ports
  const is_ahead = time > now + CLOCK_TOLERANCE
  if (is_ahead) ignore('clock_ahead')
  /** The value, or null for an impossible one: the levels next to it matter more than the record's form. */
  const orIgnore = <T>(value: T | null | undefined, reason: IgnoredValue): T | null => {
    if (value === undefined) ignore(reason)
    return value ?? null
  }
  const { battery: volts, battery_percent, temperature, queued, position, firmware } = record
  const battery = orIgnore(within(volts, 0, 100), 'battery_invalid')
  const percent = orIgnore(within(battery_percent, 0, 100), 'battery_invalid')
  const isPercent = battery !== null && battery > MAX_VOLTS
  const waiting = orIgnore(within(queued, 0, 1e9), 'queued_invalid')
  const version = orIgnore(within(firmware, 0, 9999), 'firmware_invalid')
  return {
    time,
    is_ahead,
    ports,
    battery: isPercent ? null : battery,
    battery_percent: percent ?? (isPercent ? battery : null),
    signal: orIgnore(signalOf(record), 'signal_invalid'),
    temperature: orIgnore(within(temperature, -100, 200), 'temperature_invalid'),
    queued: waiting === null ? null : Math.round(waiting),
    position: orIgnore(positionOf(position), 'position_invalid'),
    firmware: version === null ? null : Math.round(version),
  }
}

/** Maximum voltage of a device's battery (safety extra-low voltage, IEC 61140): a greater number is a percentage. */
const MAX_VOLTS = 60
const STRONGEST_STEP = 31

/** The signal as a step of +CSQ (3GPP TS 27.007, 8.5): 0 is -113 dBm or less, each step is 2 dB more. A negative number is in dBm. */
function signalOf(record: Record<string, unknown>): number | null | undefined {
  const { signal: reported, signal_percent } = record
  const signal = within(reported, -150, 99)
  const percent = within(signal_percent, 0, 100)
  // 99 means "not known".
  if (typeof signal === 'number' && signal >= 0) return signal > STRONGEST_STEP ? null : Math.round(signal)
  if (typeof signal === 'number') {
    return Math.min(STRONGEST_STEP, Math.max(0, Math.round((signal + 113) / 2)))
  }
  if (typeof percent === 'number') return Math.round((percent * STRONGEST_STEP) / 100)
  return signal === undefined || percent === undefined ? undefined : null
}

const WITH_ZONE = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/

/** ISO 8601 with a zone, on a valid calendar day, or seconds since 1970. */
function timeOf(value: unknown): number | 'time_missing' | 'time_invalid' {
  if (value === undefined || value === null) return 'time_missing'
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * 1000) : 'time_invalid'
  if (typeof value !== 'string' || !WITH_ZONE.test(value) || !isCalendarDay(value)) return 'time_invalid'
  const time = Date.parse(value)
  return Number.isNaN(time) ? 'time_invalid' : time
}

function portsOf(
  value: unknown,
  ignore: Reading['ignore'],
): PortValue[] | 'ports_invalid' | 'port_invalid' | 'port_twice' | 'value_invalid' {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > 64) return 'ports_invalid'
  const ports: PortValue[] = []
  const items: readonly unknown[] = value
  for (const item of items) {
    if (!isObject(item)) return 'ports_invalid'
    const { port, value: reading, temperature: warmth } = item
    if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 64) return 'port_invalid'
    if (ports.some((other) => other.port === port)) return 'port_twice'
    if (typeof reading !== 'number' || !Number.isFinite(reading) || Math.abs(reading) > 1e9)
      return 'value_invalid'
    const temperature = within(warmth, -100, 200)
    if (temperature === undefined) ignore('temperature_invalid')
    ports.push({ port, value: reading, temperature: temperature ?? null })
  }
  return ports
}

/** Null if missing, undefined if invalid. */
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

function isCommandId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function printable(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '').slice(0, 200) : ''
}
