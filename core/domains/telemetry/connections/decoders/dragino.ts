import type { Measured } from '#core/domains/telemetry/connections/valuePaths.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { waterColumn, wordAt } from './bytes.ts'

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

/** Quantities that the probe of a PS-LB can measure. */
const WATER = 0
const PRESSURE = 1
/** The probes for pressure: kPa at 4 and at 20 mA, by the second byte of the probe model (A is 1). */
const RANGES: Readonly<Record<number, readonly [number, number]>> = {
  1: [0, 600],
  2: [0, 1000],
  3: [0, 1600],
  4: [0, 2500],
  5: [0, 10_000],
  6: [0, 40_000],
  7: [0, 60_000],
  8: [0, -100],
  9: [-100, 100],
  10: [0, 5],
  11: [0, 50],
  12: [0, 100],
}

/**
 * PS-LB and PS-LS: battery in mV, probe model, and the current of its 4–20 mA loop in µA, high byte first. The first byte of the model is
 * water or pressure, the second the range: of water its metres. A broken loop and a range that was never set (0) give no level.
 */
export function draginoProbe(bytes: readonly number[], f_port: number | null): Measured {
  if ((f_port !== null && f_port !== PORT) || bytes.length < 6) return { values: [] }
  const battery = wordAt(bytes, 0) / 1000
  const [kind, range] = [itemAt(bytes, 2), itemAt(bytes, 3)]
  const current = wordAt(bytes, 4)
  if (!isOnLoop(current)) return { values: [], battery }
  const share = Math.max(0, current - 4000) / 16_000
  if (kind === WATER && range > 0) return { values: waterColumn(share * range * 1000), battery }
  const ends = kind === PRESSURE ? RANGES[range] : undefined
  if (!ends) return { values: [], battery }
  return { values: [{ port: 1, measure: 'pressure', value: ends[0] + share * (ends[1] - ends[0]) }], battery }
}

/** µA of a loop that is closed (NAMUR NE 43), as for values of a current in the device manual. */
function isOnLoop(current: number): boolean {
  return current >= 3600 && current <= 21_000
}

function distancesOf(
  bytes: readonly number[],
  f_port: number | null,
  form: { bytes: number; sensors: number },
): Measured {
  if ((f_port !== null && f_port !== PORT) || bytes.length < 2) return { values: [] }
  const word = (at: number) => wordAt(bytes, at)
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
