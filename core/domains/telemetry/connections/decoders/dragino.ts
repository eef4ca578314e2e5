import type { Measured } from '#core/domains/telemetry/connections/valuePaths.ts'
import { uint16 } from './bytes.ts'

/** LoRaWAN port of measurements; the others report settings and stored history. */
const PORT = 2
/** mm. 0: no sensor. 20: nothing in range. */
const INVALID = [0, 20]

/**
 * LDDS45 and LDDS75: battery in mV, distance in mm, high byte first. A temperature sensor is an option that may hang anywhere, so its value is
 * left out.
 */
export function draginoDistance(bytes: readonly number[], f_port: number | null): Measured {
  return distancesOf(bytes, f_port, { bytes: 5, sensors: 1 })
}

/** LDDS04: up to four sensors on one device, as ports 1 to 4, in mm. */
export function draginoFourDistances(bytes: readonly number[], f_port: number | null): Measured {
  return distancesOf(bytes, f_port, { bytes: 11, sensors: 4 })
}

function distancesOf(
  bytes: readonly number[],
  f_port: number | null,
  form: { bytes: number; sensors: number },
): Measured {
  if ((f_port !== null && f_port !== PORT) || bytes.length < 2) return { values: [] }
  const word = (at: number) => uint16(bytes[at]!, bytes[at + 1]!)
  const sensors = bytes.length < form.bytes ? 0 : form.sensors
  const values = Array.from({ length: sensors }, (_, index) => ({
    port: index + 1,
    measure: 'distance' as const,
    value: word(2 + 2 * index),
  }))
  // The two highest bits of the battery are flags.
  return {
    values: values.filter(({ value }) => !INVALID.includes(value)),
    battery: (word(0) & 0x3fff) / 1000,
  }
}
