import type { PortValue, UplinkRecord } from '#core/domains/telemetry/uplink.ts'
import { airAt, clockHour, liquidAt, swelling } from './demoWeather.ts'
import type { Town } from './facts.ts'
import type { PlannedDevice, PlannedPort } from './fleet.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import { type TankSensor, tankSensor } from './tankSensor.ts'
import { pastLevels, usedBetween } from './tankWorld.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FROZEN_DAYS = 6
const RETIRED_DAYS = 40
export const FULLEST_SHOWN = 99
/** Percent of the capacity by which the sensor that drifts shows more each day, and since how many days. */
export const DRIFT = { perDay: 0.45, days: 16 }
/** Hours without a signal, some weeks ago: the records came afterwards, or never. */
const OUTAGE = { before: 11 * DAY, hours: 38 }

/** Days for which every record is there: the graphs that show hours look back no further than that by themselves. */
const DAYS_IN_FULL = 92
/** Of days before, records of these hours: with them the days and their quiet nights are measured as those that followed. */
const HOURS_BEFORE: readonly number[] = [4, 10, 16, 22]

/** Everything that a device has told in so many days, the oldest first. */
export function deviceHistory(device: PlannedDevice, now: number, days: number): UplinkRecord[] {
  const all = timesOf(device, now, days)
  const isTold = all.map((time) => time > now - DAYS_IN_FULL * DAY || isToldBefore(device, time))
  const times = all.filter((_, i) => isTold[i])
  const values = device.ports.map((port) => valuesOf(device, port, { all, isTold, times }))
  const random = seededRandom(device.seed + 50)
  return times.flatMap((time, i): UplinkRecord[] => {
    const queued = queuedAt(device, now, time)
    const isLost = random.next() < 0.0015 || (device.condition === 'gap' && queued > 0)
    if (isLost) return []
    const ports = device.ports.map(
      (port, at): PortValue => ({
        port: port.port_number,
        value: values[at]![i]!,
        temperature: temperatureTold(port, device.town, time),
      }),
    )
    return [{ time, ports, ...stateAt(device, time, now, random), queued }]
  })
}

/** °C of the liquid, where the sensor measures that too. */
export function temperatureTold({ sensor }: PlannedPort, town: Town, time: number): number | null {
  return sensor === 'Radar distance' || sensor === 'Magnetostrictive'
    ? rounded(liquidAt(town, time), 1)
    : null
}

/** What the device tells of itself. */
export function stateAt(
  device: PlannedDevice,
  time: number,
  now: number,
  random: SeededRandom,
): Omit<UplinkRecord, 'time' | 'ports' | 'queued'> {
  const strength = 9 + (device.seed % 19)
  return {
    is_ahead: false,
    battery_percent: null,
    battery: rounded(voltageAt(device, time, now) + 0.003 * random.normal(), 3),
    signal: Math.round(Math.min(Math.max(strength + 1.4 * random.normal(), 3), 31)),
    temperature: rounded(airAt(device.town, time) + 0.4 * random.normal(), 1),
    position: device.power_mode === 2 ? [rounded(device.latitude, 5), rounded(device.longitude, 5)] : null,
    firmware: device.firmware,
  }
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

/** When its records are taken: on its own minute of the hour, up to when it was last heard. */
export function timesOf(
  { seed, condition, record_interval }: PlannedDevice,
  now: number,
  days: number,
): number[] {
  const interval = record_interval * 1000
  const phase = (Math.imul(seed, 7919) >>> 3) % record_interval
  const silence = condition === 'retired' ? RETIRED_DAYS * DAY : condition === 'silent' ? silenceOf(seed) : 0
  const last = Math.floor((now - silence - phase * 1000) / interval) * interval + phase * 1000
  const count = Math.floor((last - (now - days * DAY)) / interval)
  return Array.from({ length: count + 1 }, (_, i) => last - (count - i) * interval)
}

/** From a day to nine. */
function silenceOf(seed: number): number {
  return (26 + ((seed >>> 1) % 190)) * HOUR
}

function queuedAt({ condition, record_interval, seed }: PlannedDevice, now: number, time: number): number {
  if (condition !== 'late' && condition !== 'gap') return 0
  const begin = now - OUTAGE.before - (seed % 9) * DAY
  const isOut = time > begin && time < begin + OUTAGE.hours * HOUR
  return isOut ? Math.ceil((time - begin) / (record_interval * 1000)) : 0
}

/** The last record of an hour that is told. */
function isToldBefore({ town, record_interval }: PlannedDevice, time: number): boolean {
  const isLast = Math.floor((time + record_interval * 1000) / HOUR) > Math.floor(time / HOUR)
  return isLast && HOURS_BEFORE.includes(clockHour(town.timeZone, time))
}

interface Moments {
  /** Every moment at which the device measures, and which of them are told. */
  all: readonly number[]
  isTold: readonly boolean[]
  times: readonly number[]
}

function valuesOf(device: PlannedDevice, port: PlannedPort, { all, isTold, times }: Moments): number[] {
  const random = seededRandom(port.nature.seed + 30)
  const sensor = tankSensor(port)
  if (!sensor) return times.map((time) => probeValue(device.town, time))
  const sizeAt = (time: number) => swelling(port, liquidAt(device.town, time))
  const end = all.at(-1) ?? 0
  const levels = trueLevels(device, port, all).filter((_, i) => isTold[i])
  const values = times.map((time, i) => {
    const shown = levels[i]! * sizeAt(time) + driftedBy(device, port, time, end)
    return sensor.rawAt(Math.min(shown, FULLEST_SHOWN), random)
  })
  return port.port_number === 1 ? troubled(device, sensor, { times, values }, random) : values
}

/** What the tank really held at each of these moments, in percent of the capacity at the reference temperature. */
export function trueLevels(device: PlannedDevice, port: PlannedPort, all: readonly number[]): Float64Array {
  const end = all.at(-1) ?? 0
  const size = swelling(port, liquidAt(device.town, end))
  const finalPercent = (port.nature.finalPercent - driftedBy(device, port, end, end)) / size
  return pastLevels({ ...port.nature, finalPercent }, all)
}

/** By how many percent too much the sensor shows at a moment of the history. */
function driftedBy({ condition }: PlannedDevice, { port_number }: PlannedPort, time: number, end: number) {
  if (condition !== 'drift' || port_number !== 1) return 0
  return Math.max(0, DRIFT.days - (end - time) / DAY) * DRIFT.perDay
}

/** °C of a liquid that is kept warm. */
export function probeValue(town: Town, time: number): number {
  return rounded(liquidAt(town, time) + 18, 1)
}

const BAD_ECHOES = 0.06

/** Bad echoes come by day, while the pump makes foam. */
export function isBadEcho({ timeZone }: Town, time: number, random: SeededRandom): boolean {
  const hour = clockHour(timeZone, time)
  return random.next() < BAD_ECHOES && hour >= 7 && hour < 20
}

/** What a sensor in trouble tells instead. */
function troubled(
  { condition, town }: PlannedDevice,
  sensor: TankSensor,
  { times, values }: { times: readonly number[]; values: number[] },
  random: SeededRandom,
): number[] {
  if (condition === 'bad_echoes') {
    return values.map((value, i) => (isBadEcho(town, times[i]!, random) ? sensor.echo(random) : value))
  }
  if (condition !== 'frozen') return values
  const since = times.at(-1)! - FROZEN_DAYS * DAY
  const stuck = values[times.findIndex((time) => time >= since)]!
  return values.map((value, i) => (times[i]! >= since ? stuck : value))
}

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** A batch of records as a device writes it: times as text, and nothing of what it does not know. */
export function uplinkBody(records: readonly UplinkRecord[], confirm: readonly number[] = []): string {
  return JSON.stringify({
    records: records.map(({ time, ports, position, ...rest }) => ({
      time: new Date(time).toISOString(),
      ...rest,
      ...(position && { position }),
      ports: ports.map(({ port, value, temperature }) => ({
        port,
        value,
        ...(temperature !== null && { temperature }),
      })),
    })),
    ...(confirm.length > 0 && { confirm }),
  })
}

/** What really flowed into a tank, whatever its sensor made of it. */
export interface PastDelivery {
  public_id: string
  port_number: number
  /** Epoch milliseconds. */
  began: number
  ended: number
  /** Of the capacity, as the liquid was warm then. */
  percent: number
  /** °C of the liquid. */
  celsius: number
}

/** More than any tank rises by itself between two records. */
const SMALLEST_RISE = 0.5

/** What was delivered to a device's tanks in so many days, each tank's oldest first. */
export function pastDeliveries(device: PlannedDevice, now: number, days: number): PastDelivery[] {
  const times = timesOf(device, now, days)
  return device.ports.flatMap((port) => (port.tank ? deliveriesTo(device, port, times) : []))
}

function deliveriesTo(device: PlannedDevice, port: PlannedPort, times: readonly number[]): PastDelivery[] {
  const levels = trueLevels(device, port, times)
  const found: PastDelivery[] = []
  for (let i = 1; i < times.length; i += 1) {
    const [before, at] = [times[i - 1]!, times[i]!]
    if (levels[i]! - levels[i - 1]! < SMALLEST_RISE) continue
    const celsius = liquidAt(device.town, at)
    const came = levels[i]! - levels[i - 1]! + usedBetween(port.nature, before, at)
    const percent = came * swelling(port, celsius)
    const last = found.at(-1)
    if (last?.ended === before) Object.assign(last, { ended: at, percent: last.percent + percent })
    else
      found.push({
        ...{ public_id: device.public_id, port_number: port.port_number },
        ...{ began: before, ended: at, percent, celsius },
      })
  }
  return found
}
