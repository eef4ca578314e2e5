import type { Measure } from '#core/domains/telemetry/levels/rawToHeight.ts'
import type { Values } from '#core/platform/values.ts'
import type { Measured } from './valuePaths.ts'

/** Measured quantity of each active port; null for a port without a sensor type. */
export type PortMeasures = Readonly<Record<string, Measure | null>>

/** Why a message holds no record for its device. */
export type RecordFault = 'no_values' | 'measure_mismatch'

/** dBm: sensitivity of a gateway at SF12 and 125 kHz (Semtech SX1301 data sheet), and a device next to it. */
const WEAKEST = -137
const STRONGEST = -51

/**
 * Converts the values of a message to a record as in the device manual. For each port, the value that its sensor type measures counts; a
 * port that is not set up takes the first. A liquid temperature only accompanies another value of its port.
 * @param time epoch milliseconds
 * @param rssi dBm at the best gateway; the level of LoRa is below what a modem receives, so it becomes a percentage
 */
export function recordOf(
  measured: Measured,
  measures: PortMeasures,
  { time, rssi }: { time: number; rssi: number | null },
): Values | RecordFault {
  const ports = [...new Set(measured.values.map(({ port }) => port))].flatMap((port) =>
    portRecord(measured, port, measures[port] ?? null),
  )
  const { battery, battery_percent, signal, device_temperature } = measured
  const isLevel = measured.values.some(({ measure }) => measure !== 'temperature')
  if (ports.length === 0 && isLevel) return 'measure_mismatch'
  const isEmpty = ports.length === 0 && battery === undefined && battery_percent === undefined
  if (isEmpty && device_temperature === undefined) return 'no_values'
  return {
    time: time / 1000,
    ports,
    ...(battery !== undefined && { battery }),
    ...(battery_percent !== undefined && { battery_percent }),
    ...(device_temperature !== undefined && { temperature: device_temperature }),
    ...(signal !== undefined ? { signal } : rssi !== null && { signal_percent: percentOf(rssi) }),
  }
}

function portRecord(measured: Measured, port: number, kind: Measure | null): object[] {
  const values = measured.values.filter((value) => value.port === port)
  const level = kind
    ? values.find(({ measure }) => measure === kind)
    : values.find(({ measure }) => measure !== 'temperature')
  if (!level) return []
  const temperature = values.find((value) => value !== level && value.measure === 'temperature')
  return [{ port, value: level.value, ...(temperature && { temperature: temperature.value }) }]
}

function percentOf(rssi: number): number {
  const share = (rssi - WEAKEST) / (STRONGEST - WEAKEST)
  return Math.round(Math.min(1, Math.max(0, share)) * 100)
}
