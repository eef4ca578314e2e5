import { keysOf } from '#core/platform/keysOf.ts'
import { fahrenheitToCelsius } from '#core/platform/numbers/units.ts'

/** Heating bases by the name of the setting: the daily mean above which there is no heating, 65 °F or 18 °C by unit system. */
export const DEGREE_DAY_BASES = { f65: fahrenheitToCelsius(65), c18: 18 } as const
export type DegreeDayBase = keyof typeof DEGREE_DAY_BASES
export const DEGREE_DAY_BASE_NAMES = keysOf(DEGREE_DAY_BASES)

/** Heating degree days of a day, °C·d: the base minus the mean temperature (°C), never negative. */
export function degreeDays(mean: number, base: DegreeDayBase): number {
  return Math.max(DEGREE_DAY_BASES[base] - mean, 0)
}
