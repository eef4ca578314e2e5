import type { Measured } from '#core/domains/telemetry/connections/valuePaths.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'

export function uint16(high: number, low: number): number {
  return high * 256 + low
}

/** The unsigned number of two bytes of a message, high byte first. @throws Error if it is too short */
export function wordAt(bytes: readonly number[], at: number): number {
  return uint16(itemAt(bytes, at), itemAt(bytes, at + 1))
}

export function int16(high: number, low: number): number {
  const value = uint16(high, low)
  return value > 0x7fff ? value - 0x10000 : value
}

/** kPa of a millimetre of water (conventional, ISO 80000-4): 1000 kg/m³ × 9.80665 m/s². */
const KPA_PER_MM = 0.00980665

/**
 * Report of a submersed probe: the height of a column of water, and the pressure that it measured. With a sensor type that measures
 * pressure, the height follows from the density of the tank's product.
 * @param height mm
 */
export function waterColumn(height: number): Measured['values'] {
  const pressure = Number((height * KPA_PER_MM).toPrecision(8))
  return [
    { port: 1, measure: 'height', value: height },
    { port: 1, measure: 'pressure', value: pressure },
  ]
}
