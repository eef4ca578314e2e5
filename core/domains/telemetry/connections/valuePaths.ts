import { parsePath } from 'dot-prop'
import { MEASURES } from '#core/domains/devices/sensor_types.ts'
import type { Measure } from '#core/domains/telemetry/levels/rawToHeight.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import type { Issue } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'

/** Where a message names what it is about: its records, and of each the device, time, bytes and port of LoRaWAN. */
export const MESSAGE_PARTS = ['records', 'device', 'time', 'bytes', 'f_port'] as const
/** Values that a device reports about itself. */
export const DEVICE_VALUES = ['battery', 'battery_percent', 'signal', 'device_temperature'] as const
export const VALUES = [...MEASURES, ...DEVICE_VALUES, ...MESSAGE_PARTS] as const

export type MessagePart = (typeof MESSAGE_PARTS)[number]
export type ValueName = (typeof VALUES)[number]

const LENGTHS = { mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 }
/** NIST SP 811, appendix B: psi, and the metre of water at 4 °C. */
const PRESSURES = { kPa: 1, Pa: 0.001, mbar: 0.1, bar: 100, MPa: 1000, psi: 6.894757, mH2O: 9.80638 }
const TEMPERATURES = { '°C': 1, '°F': 5 / 9 }
const PERCENT = { '%': 1 }
const NONE = {}

/** The units of each value with their factors to the unit of the device manual; the first is the default. */
const UNITS: Readonly<Record<ValueName, Readonly<Record<string, number>>>> = {
  distance: LENGTHS,
  height: LENGTHS,
  pressure: PRESSURES,
  current: { mA: 1 },
  percent: PERCENT,
  volume_percent: PERCENT,
  temperature: TEMPERATURES,
  battery: { V: 1, mV: 0.001 },
  battery_percent: PERCENT,
  signal: { dBm: 1 },
  device_temperature: TEMPERATURES,
  records: NONE,
  device: NONE,
  time: { s: 1000, ms: 1 },
  bytes: { hex: 1, base64: 1 },
  f_port: NONE,
}

/** The units that a value can have; empty if it has no unit. */
export function unitsOf(value: ValueName): readonly string[] {
  return Object.keys(UNITS[value])
}

/** The place of a value in a message, in the path notation of dot-prop: `uplink.levels[0].mm`. */
export type ValuePath = {
  path: string
  /** The port of the tank, for what a sensor measures. */
  port: number
  unit: string
  value: ValueName
}

/** Maximum number of rows. */
const MAX_PATHS = 64
const MAX_PATH_LENGTH = 200

/** The first error in the rows of a connection. */
export function valuePathIssues(rows: readonly Values[]): Issue[] {
  if (rows.length > MAX_PATHS)
    return [{ field: 'value_paths', rule: 'value_paths_too_many', params: { max: MAX_PATHS } }]
  const at = rows.findIndex((row) => !isValuePath(row))
  return at < 0 ? [] : [{ field: 'value_paths', rule: 'value_path_wrong', params: { row: at + 1 } }]
}

/** Whether a row names a value that a connection can read. */
export function isValuePath(row: Values): row is ValuePath {
  const { path, port, unit, value, ...others } = row
  const known = VALUES.find((name) => name === value)
  if (!known || typeof path !== 'string' || !isPath(path) || Object.keys(others).length > 0) return false
  const isPort = typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 64
  const units = unitsOf(known)
  return isPort && (units.length === 0 ? unit === '' : units.some((name) => name === unit))
}

function isPath(path: string): boolean {
  if (path.trim() === '' || path.length > MAX_PATH_LENGTH) return false
  try {
    return parsePath(path.trim()).length > 0
  } catch {
    return false
  }
}

/** Values of a device at one time from one message, in the units of the device manual. */
export interface Measured {
  values: { port: number; measure: Measure; value: number }[]
  /** V. */
  battery?: number
  battery_percent?: number
  /** dBm. */
  signal?: number
  /** °C in the device. */
  device_temperature?: number
}

/** The values that a connection's rows find in the output of a network or a decoder. Values that are not numbers are left out. */
export function valuesAt(data: unknown, rows: readonly ValuePath[]): Measured {
  const measured: Measured = { values: [] }
  for (const row of rows) {
    const number = numberOf(at(data, row.path))
    if (number === undefined) continue
    const { value: name } = row
    const value = inManualUnit(number, name, row.unit)
    if (isMeasure(name)) measured.values.push({ port: row.port, measure: name, value })
    else if (isDeviceValue(name)) measured[name] = value
  }
  return measured
}

/** Whether any of a connection's rows finds something. */
export function holdsAny(data: unknown, rows: readonly ValuePath[]): boolean {
  return rows.some(({ path }) => at(data, path) !== undefined)
}

/** The value found by the row for a part of the message; undefined without such a row. */
export function partAt(data: unknown, rows: readonly ValuePath[], part: MessagePart): unknown {
  const row = rows.find(({ value }) => value === part)
  return row && at(data, row.path)
}

/** The own value at a path, never an inherited one. `$` is the whole message. */
function at(data: unknown, path: string): unknown {
  if (path.trim() === '$') return data
  return parsePath(path.trim()).reduce<unknown>(
    (part, step) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, step)
        ? Reflect.get(part, step)
        : undefined,
    data,
  )
}

/** A number, or a text that begins with one, as some decoders write: "2799 mm". */
function numberOf(value: unknown): number | undefined {
  const text = typeof value === 'string' ? /^\s*([-+]?\d+(\.\d+)?)\s*[^\d.,]*$/.exec(value)?.[1] : undefined
  const number = typeof value === 'number' ? value : Number(text)
  return Number.isFinite(number) ? number : undefined
}

function inManualUnit(number: number, name: ValueName, unit: string): number {
  const value = (unit === '°F' ? number - 32 : number) * (UNITS[name][unit] ?? 1)
  // Twelve digits are far more than a sensor has, and hide the rest of a binary product.
  return Number(value.toPrecision(12))
}

function isMeasure(name: ValueName): name is Measure {
  return isOneOf(MEASURES, name)
}

function isDeviceValue(name: ValueName): name is (typeof DEVICE_VALUES)[number] {
  return isOneOf(DEVICE_VALUES, name)
}
