import { fahrenheitToCelsius } from '#core/platform/units.ts'

/** From what daily mean on nobody heats, by the name of the setting: 65 °F and 18 °C, as the trade counts in each unit system. */
export const DEGREE_DAY_BASES = { f65: fahrenheitToCelsius(65), c18: 18 } as const
export type DegreeDayBase = keyof typeof DEGREE_DAY_BASES
export const DEGREE_DAY_BASE_NAMES = Object.keys(DEGREE_DAY_BASES) as DegreeDayBase[]

/** Heating degree days of one day, °C·d: how much colder than the base its mean temperature (°C) was, never less than nothing. */
export function degreeDays(mean: number, base: DegreeDayBase): number {
  return Math.max(DEGREE_DAY_BASES[base] - mean, 0)
}
