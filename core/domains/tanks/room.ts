import { fahrenheitToCelsius, type UnitSystem, usGallonsToLitres, volumeIn } from '#core/platform/units.ts'
import { LIQUEFIED_GAS } from './correctedGroups.ts'
import { propaneDensity } from './propaneDensity.ts'
import { netVolume } from './temperatureCorrection.ts'

/** Percent of the capacity to which a tank may be filled, where neither product nor tank says otherwise. */
export const USUAL_MAX_FILL = { liquid: 95, liquefiedGas: 80 } as const

/** °C at which the maximum fill of a liquefied gas is told (40 °F). */
export const FILL_CELSIUS = fahrenheitToCelsius(40)

/** °C that a liquefied gas is taken to have when nobody knows: the coldest that is plausible where people fill tanks (−40 °F). */
export const COLDEST_CELSIUS = -40

/** L (2,000 gal) up to which a container of liquefied gas is filled to its fixed maximum liquid level gauge (NFPA 58). */
const LARGEST_BY_GAUGE = usGallonsToLitres(2000)

/** What decides how far a tank may be filled; percents of its capacity. */
export interface FillRule {
  /** The product's group; null where the product is not known. */
  product_group: string | null
  /** What the product says; null = the rule of its group. */
  product_max_fill: number | null
  /** What this one tank says; null = what the product says. */
  tank_max_fill: number | null
}

/** A tank with what is in it. Litres and °C. */
export interface RoomQuestion extends FillRule {
  capacity: number
  /** What its shape holds when it is full; null where that is not known. */
  shell: number | null
  volume: number
  celsius: number | null
}

/** Litres: a size is kept in hundredths of a litre, so that 4,000 gallons may come back a little short. */
export const ROOM_ROUNDING = 0.02

/** A room in whole units of a system, never more than it is; `room` in the same unit. */
export function wholeRoom(room: number | null, system: UnitSystem): number {
  return Math.floor((room ?? 0) + volumeIn(system, ROOM_ROUNDING))
}

/** How much may be brought. */
export interface Room {
  litres: number
  /** The limit that decides, percent of the capacity. */
  limit: number
  /** °C for which the limit holds; null for a liquid whose limit does not move. */
  celsius: number | null
}

/** The maximum fill of a group that says nothing of its own, percent of the capacity. */
export function usualMaxFill(product_group: string | null): number {
  return product_group === LIQUEFIED_GAS ? USUAL_MAX_FILL.liquefiedGas : USUAL_MAX_FILL.liquid
}

/** Maximum fill, percent of the capacity; of a liquefied gas at 40 °F. The tank decides, then the product, then the rule. */
export function maxFill({ product_group, product_max_fill, tank_max_fill }: FillRule): number {
  return tank_max_fill ?? product_max_fill ?? usualMaxFill(product_group)
}

/** Whether a tank is filled to a fixed gauge, whatever the temperature: of liquefied gas, up to 2,000 gal of water capacity. */
export function isFilledByGauge({ product_group, capacity }: FillRule & { capacity: number }): boolean {
  return product_group === LIQUEFIED_GAS && capacity <= LARGEST_BY_GAUGE + ROOM_ROUNDING
}

/** Whether the limit of a tank moves with the temperature of its liquid. */
const isCorrected = (tank: FillRule & { capacity: number }): boolean =>
  tank.product_group === LIQUEFIED_GAS && !isFilledByGauge(tank)

/**
 * How far a tank may be filled at that temperature of its liquid (°C, null = not known), percent of its capacity. A large
 * container of liquefied gas that is filled cold must still fit when it is warm: the limit is the lower of that at 40 °F and
 * as much as swells to it by then. The rules are those of NFPA 58 for filling by volume.
 */
export function fillLimit(tank: FillRule & { capacity: number }, celsius: number | null): number {
  const limit = maxFill(tank)
  if (!isCorrected(tank)) return limit
  const swelling = propaneDensity(FILL_CELSIUS) / propaneDensity(celsius ?? COLDEST_CELSIUS)
  return Math.min(limit, limit * swelling)
}

/** Litres that the maximum fill is a percentage of: the lesser of what a tank is said to hold and what its shape holds. */
export function fillBase({ capacity, shell }: Pick<RoomQuestion, 'capacity' | 'shell'>): number {
  return shell !== null && shell > 0 && shell < capacity ? shell : capacity
}

/**
 * What may be brought to a tank: its maximum fill less what is in it, never less than nothing. It is the one figure that
 * the choice of loads, the plan, the driver and every refusal use.
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
 * How full a tank would be at 40 °F, percent: a right fill that has swollen on a hot day is no overfill. Without a
 * temperature, or for a liquid that nobody can correct, it is as full as it shows.
 * @param at °C to which a liquefied gas is brought back, where it was not filled by 40 °F
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
