import type { PortValue, UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { airAt, clockHour, liquidAt, remembered, swelling } from './demoWeather.ts'
import type { Town } from './facts.ts'
import type { PlannedDevice, PlannedPort } from './fleet.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import { tankSensor } from './tankSensor.ts'
import { pastLevels } from './tankWorld.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FROZEN_DAYS = 6
const RETIRED_DAYS = 40
const MAX_SHOWN = 99
const BAD_ECHOES = 0.06
/** Share of records that are lost in transit. */
const LOST_SHARE = 0.0015
/** The drifting sensor: percent of the capacity that it over-reads more each day, and since how many days. */
export const DRIFT = { perDay: 0.45, days: 16 }
/** Days with every record: graphs of hours look back no further by default. */
const DAYS_IN_FULL = 92
/** Hours of the records of older days: enough to measure days and their quiet nights like the later ones. */
const HOURS_BEFORE: readonly number[] = [4, 10, 16, 22]

/** All records that a device has reported in the last `days`, oldest first. */
export function deviceHistory(device: PlannedDevice, now: number, days: number): UplinkRecord[] {
  const all = timesOf(device, now, days)
  const end = all.at(-1) ?? now
  const levels = device.ports.map((port) => truePast(device, port, all).levels)
  const random = seededRandom(device.seed + 30)
  const records: UplinkRecord[] = []
  for (const [i, time] of all.entries()) {
    if (time <= now - DAYS_IN_FULL * DAY && !isReported(device, time)) continue
    const isStuck = device.condition === 'frozen' && time > end - FROZEN_DAYS * DAY
    const stuck = isStuck ? records.at(-1)?.ports[0]?.value : undefined
    const known = levels.map((some) => itemAt(some, i))
    const record = measure(
      device,
      { time, now, levels: known, drifted: driftedBy(device, time, end), stuck },
      random,
    )
    if (random.next() >= LOST_SHARE) records.push(record)
  }
  return records
}

interface Moment {
  time: number
  now: number
  /** Per port: percent of the capacity at the reference temperature. */
  levels: readonly number[]
  /** Percent that the first sensor over-reads. */
  drifted: number
  /** The value of a frozen sensor. */
  stuck: number | undefined
}

const sensorOf = remembered(tankSensor)

/** Measurements of a device at a moment. Called a million times a year: copies nothing. */
export function measure(device: PlannedDevice, moment: Moment, random: SeededRandom): UplinkRecord {
  const { town, seed, firmware } = device
  const { time, now } = moment
  const celsius = liquidAt(town, time)
  const ports = device.ports.map((port, place): PortValue => {
    const tellsWarmth = port.sensor === 'Radar distance' || port.sensor === 'Magnetostrictive'
    const value = measuredValue(device, place, moment, celsius, random)
    return { port: port.port_number, value, temperature: tellsWarmth ? rounded(celsius, 1) : null }
  })
  return {
    time,
    ports,
    is_ahead: false,
    battery_percent: null,
    queued: 0,
    firmware,
    battery: rounded(voltageAt(device, time, now) + 0.003 * random.normal(), 3),
    signal: Math.round(Math.min(Math.max(9 + (seed % 19) + 1.4 * random.normal(), 3), 31)),
    temperature: rounded(airAt(town, time) + 0.4 * random.normal(), 1),
    position: device.power_mode === 2 ? [rounded(device.latitude, 5), rounded(device.longitude, 5)] : null,
  }
}

function measuredValue(
  { ports, town, condition }: PlannedDevice,
  place: number,
  { time, levels, drifted, stuck }: Moment,
  celsius: number,
  random: SeededRandom,
): number {
  const port = itemAt(ports, place)
  const sensor = sensorOf(port)
  // A probe in a heated liquid.
  if (!sensor) return rounded(celsius + 18, 1)
  if (place === 0 && stuck !== undefined) return stuck
  if (place === 0 && condition === 'bad_echoes' && isBadEcho(town, time, random)) return sensor.echo(random)
  const shown = itemAt(levels, place) * swelling(port, celsius) + (place === 0 ? drifted : 0)
  return sensor.rawAt(Math.min(shown, MAX_SHOWN), random)
}

/** A battery runs down slowly, a solar panel charges by day, a mains supply holds. */
function voltageAt({ seed, condition, power_mode, town }: PlannedDevice, time: number, now: number): number {
  const daysLeft = (now - time) / DAY
  if (condition === 'weak_battery') return 3.24 + (seed % 7) * 0.02 + 0.0065 * daysLeft
  if (power_mode === 2) return 4.13
  const light = Math.max(0, Math.sin(((time / HOUR + town.utcOffset - 7) / 12) * Math.PI))
  if (power_mode === 3) return 3.92 + 0.16 * light
  return 3.68 + (seed % 23) * 0.015 + 0.0011 * daysLeft
}

/** Times of its records: at its own minute of the hour, up to its last report. */
function timesOf({ seed, condition, record_interval }: PlannedDevice, now: number, days: number): number[] {
  const interval = record_interval * 1000
  const phase = ((Math.imul(seed, 7919) >>> 3) % record_interval) * 1000
  // Silent devices: one to nine days.
  const silence = condition === 'silent' ? (26 + ((seed >>> 1) % 190)) * HOUR : 0
  const until = now - (condition === 'retired' ? RETIRED_DAYS * DAY : silence)
  const last = Math.floor((until - phase) / interval) * interval + phase
  const count = Math.floor((last - (now - days * DAY)) / interval)
  return Array.from({ length: count + 1 }, (_, i) => last - (count - i) * interval)
}

/** Whether a record is the last of one of the reported hours. */
function isReported({ town, record_interval }: PlannedDevice, time: number): boolean {
  const isLast = Math.floor((time + record_interval * 1000) / HOUR) > Math.floor(time / HOUR)
  return isLast && HOURS_BEFORE.includes(clockHour(town.timeZone, time))
}

/** The true level of the tank at each moment, in percent of the capacity at the reference temperature. */
function truePast(device: PlannedDevice, port: PlannedPort, all: readonly number[]) {
  const end = all.at(-1) ?? 0
  const drifted = port.port_number === 1 ? driftedBy(device, end, end) : 0
  const finalPercent = (port.nature.finalPercent - drifted) / swelling(port, liquidAt(device.town, end))
  return pastLevels({ ...port.nature, finalPercent }, all)
}

function driftedBy({ condition }: PlannedDevice, time: number, end: number): number {
  return condition === 'drift' ? Math.max(0, DRIFT.days - (end - time) / DAY) * DRIFT.perDay : 0
}

/** Bad echoes occur by day, while the pump makes foam. */
export function isBadEcho({ timeZone }: Town, time: number, random: SeededRandom): boolean {
  const hour = clockHour(timeZone, time)
  return random.next() < BAD_ECHOES && hour >= 7 && hour < 20
}

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** A batch of records as a device sends it: times as text, unknown values omitted. */
export function uplinkBody(records: readonly UplinkRecord[], confirm?: readonly number[]): string {
  const body = records.map((record) => ({ ...record, time: new Date(record.time).toISOString() }))
  return JSON.stringify({ records: body, confirm }, (_, value: unknown) => value ?? undefined)
}

/**
 * The true deliveries to a device's tanks in the last `days`, whatever their sensors show, each tank's oldest first. Percent of the capacity
 * at the liquid's temperature then.
 */
export function pastDeliveries(device: PlannedDevice, now: number, days: number) {
  const times = timesOf(device, now, days)
  return device.ports.flatMap((port) =>
    (port.geometry ? truePast(device, port, times).fills : []).map(({ began, ended, percent }) => ({
      ...{ port_number: port.port_number, began, ended },
      percent: percent * swelling(port, liquidAt(device.town, ended)),
    })),
  )
}
