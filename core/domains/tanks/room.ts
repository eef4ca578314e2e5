import {
  fahrenheitToCelsius,
  type UnitSystem,
  usGallonsToLitres,
  volumeIn,
} from '#core/platform/numbers/units.ts'
import { LIQUEFIED_GAS } from './correctedGroups.ts'
import { propaneDensity } from './propaneDensity.ts'
import { netVolume } from './temperatureCorrection.ts'

/** Default maximum fill, percent of the capacity, if neither product nor tank sets one. */
export const USUAL_MAX_FILL = { liquid: 95, liquefiedGas: 80 } as const

/** Reference temperature of a liquefied gas's maximum fill, °C (40 °F). */
export const FILL_CELSIUS = fahrenheitToCelsius(40)

/** Assumed temperature of a liquefied gas without a measurement, °C: the coldest plausible one where tanks are filled (−40 °F). */
export const COLDEST_CELSIUS = -40

/** L (2,000 gal): largest container of liquefied gas that is filled to its fixed maximum liquid level gauge (NFPA 58). */
const LARGEST_BY_GAUGE = usGallonsToLitres(2000)

/** Facts that determine the maximum fill; percent of the capacity. */
export interface FillRule {
  /** The product's group; null if unknown. */
  product_group: string | null
  /** Set for the product; null = the default of its group. */
  product_max_fill: number | null
  /** Set for this tank; null = the product's. */
  tank_max_fill: number | null
}

/** A tank with its content. Litres and °C. */
export interface RoomQuestion extends FillRule {
  capacity: number
  /** Shell capacity; null if unknown. */
  shell: number | null
  volume: number
  celsius: number | null
}

/** Litres: sizes are stored in hundredths of a litre, so 4,000 gallons may come back slightly smaller. */
export const ROOM_ROUNDING = 0.02

/** A room rounded down to whole units of a system; `room` in the same unit. */
export function wholeRoom(room: number | null, system: UnitSystem): number {
  return Math.floor((room ?? 0) + volumeIn(system, ROOM_ROUNDING))
}

/** The quantity that may be delivered. */
export interface Room {
  litres: number
  /** The limit that applies, percent of the capacity. */
  limit: number
  /** °C that the limit assumes; null for a liquid whose limit is constant. */
  celsius: number | null
}

/** The default maximum fill of a group, percent of the capacity. */
export function usualMaxFill(product_group: string | null): number {
  return product_group === LIQUEFIED_GAS ? USUAL_MAX_FILL.liquefiedGas : USUAL_MAX_FILL.liquid
}

/**
 * Maximum fill, percent of the capacity; for a liquefied gas at 40 °F. The tank takes precedence over the product, and the
 * product over the default.
 */
export function maxFill({ product_group, product_max_fill, tank_max_fill }: FillRule): number {
  return tank_max_fill ?? product_max_fill ?? usualMaxFill(product_group)
}

/** Whether a tank is filled to a fixed gauge at any temperature: liquefied gas up to 2,000 gal of water capacity. */
export function isFilledByGauge({ product_group, capacity }: FillRule & { capacity: number }): boolean {
  return product_group === LIQUEFIED_GAS && capacity <= LARGEST_BY_GAUGE + ROOM_ROUNDING
}

/** Whether the limit of a tank depends on the temperature of its liquid. */
const isCorrected = (tank: FillRule & { capacity: number }): boolean =>
  tank.product_group === LIQUEFIED_GAS && !isFilledByGauge(tank)

/**
 * The maximum fill of a tank at a temperature of its liquid (°C, null = unknown), percent of its capacity. A large container of
 * liquefied gas that is filled cold must still fit when warm: the limit is the lower of the one at 40 °F and the amount that
 * expands to it by then. Rules of NFPA 58 for filling by volume.
 */
export function fillLimit(tank: FillRule & { capacity: number }, celsius: number | null): number {
  const limit = maxFill(tank)
  if (!isCorrected(tank)) return limit
  const swelling = propaneDensity(FILL_CELSIUS) / propaneDensity(celsius ?? COLDEST_CELSIUS)
  return Math.min(limit, limit * swelling)
}

/** The base of the maximum fill, L: the smaller of the defined capacity and the shell capacity. */
export function fillBase({ capacity, shell }: Pick<RoomQuestion, 'capacity' | 'shell'>): number {
  return shell !== null && shell > 0 && shell < capacity ? shell : capacity
}

/**
 * The quantity that may be delivered to a tank: its maximum fill less its content, never negative. Used by load choices, plans, drivers and
 * every refusal.
 */
export function roomOf(tank: RoomQuestion): Room {
  const limit = fillLimit(tank, tank.celsius)
  return {
    litres: Math.max((fillBase(tank) * limit) / 100 - tank.volume, 0),
    limit,
    celsius: isCorrected(tank) ? (tank.celsius ?? COLDEST_CELSIUS) : null,
  }
}

/**
 * The level of a tank at 40 °F, percent: a correct fill that expanded on a hot day is not overfill. Without a temperature, or
 * for a liquid without correction, the level as shown.
 * @param at °C to convert a liquefied gas to, if other than 40 °F
 */
export function percentAtFillTemperature(
  percent: number,
  liquid: { product_group: string | null; specific_gravity: number | null; celsius: number | null },
  at = FILL_CELSIUS,
): number {
  const { product_group: group, specific_gravity, celsius } = liquid
  if (celsius === null) return percent
  if (group === LIQUEFIED_GAS) return (percent * propaneDensity(celsius)) / propaneDensity(at)
  return (
    netVolume(percent, { group, specificGravity: specific_gravity ?? 1, celsius }, FILL_CELSIUS) ?? percent
  )
}
