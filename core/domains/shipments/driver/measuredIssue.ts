import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { type FillRule, maxFill } from '#core/domains/tanks/room.ts'

/** Reading precision of a gauge, percentage points. */
const GAUGE = 2
/** Difference that rounding to a tenth of the unit explains. */
const ROUNDED = 0.05 + 1e-9

interface Metered {
  readonly meter_start: string | null
  readonly meter_end: string | null
  readonly quantity: string
}

/** Whether the quantity of a ticket differs from its meter; false if a figure is missing. */
export function isOffMeter({ meter_start, meter_end, quantity }: Metered): boolean {
  if (meter_start === null || meter_end === null) return false
  return Math.abs(Number(meter_end) - Number(meter_start) - Number(quantity)) > ROUNDED
}

/** Whether a gauge shows more of a liquefied gas, percent, than the tank's maximum fill. */
export function isAboveMaxFill(percent: number | null, rule: FillRule): boolean {
  return percent !== null && rule.product_group === LIQUEFIED_GAS && percent > maxFill(rule) + GAUGE
}
