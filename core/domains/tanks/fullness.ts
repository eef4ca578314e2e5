import type { Fullness, Thresholds } from '#core/domains/telemetry/levels/quality.ts'
import { noiseOf, type TypicalUsage } from '#core/domains/telemetry/typicalUsage.ts'
import { fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { type FillRule, fillBase, isFilledByGauge, maxFill, percentAtFillTemperature } from './room.ts'
import { curveIfKnown, type TankCurve, type TankGeometry } from './volume/tankVolume.ts'

/** A tank as stored in a port, with its thresholds: percent of the capacity, null = not set. */
export interface LimitedTank extends TankGeometry, FillRule, Pick<FilledTank, 'specific_gravity' | 'usual'> {
  reorder_yellow: number | null
  reorder_red: number | null
}

/** Facts that decide whether a tank is overfull. Percent of the capacity, litres, °C. */
export interface FilledTank extends FillRule {
  percent: number
  capacity: number
  /** Shell capacity, L; null if unknown. */
  shell: number | null
  specific_gravity: number | null
  celsius: number | null
  /** Scatter of its readings; null without enough readings. */
  usual: TypicalUsage | null
}

/** °C (0 °F) from which a fill to a fixed gauge may have expanded. */
const COLD_FILL_CELSIUS = fahrenheitToCelsius(0)
/** Upper bound of the scatter in percentage points: a wild gauge must not hide an overfill. */
const MAX_SCATTER_POINTS = 1

/**
 * The level that a tank certainly has, and its maximum fill: its level at 40 °F (for a container filled to a fixed gauge: at 0
 * °F, or as shown), less two standard deviations of a reading (the scatter describes the difference of two readings). Neither a correct
 * fill that expanded on a hot day nor a gauge trembling at the limit is an overfill.
 */
export function overfillRangeOf(tank: FilledTank): Fullness {
  const scatter =
    tank.usual && tank.capacity > 0 ? (100 * Math.SQRT2 * noiseOf(tank.usual)) / tank.capacity : 0
  return {
    surely: percentWhenFilled(tank) - Math.min(scatter, MAX_SCATTER_POINTS),
    max_fill: tank.capacity > 0 ? (maxFill(tank) * fillBase(tank)) / tank.capacity : maxFill(tank),
  }
}

/** A fill to a fixed gauge may have been colder and have expanded since; it was never fuller than it shows. */
function percentWhenFilled(tank: FilledTank): number {
  return isFilledByGauge(tank)
    ? Math.min(tank.percent, percentAtFillTemperature(tank.percent, tank, COLD_FILL_CELSIUS))
    : percentAtFillTemperature(tank.percent, tank)
}

/**
 * The thresholds for judging a level: the reorder levels, and how full the tank certainly is and may be. Percent and °C, null =
 * unknown.
 * @param curve of the tank, if the caller already has it
 */
export function thresholdsOf(
  tank: LimitedTank,
  { percent, celsius }: { percent: number | null; celsius: number | null },
  curve: TankCurve | undefined = curveIfKnown(tank),
): Thresholds {
  const { reorder_yellow, reorder_red } = tank
  if (percent === null) return { reorder_yellow, reorder_red }
  const shell = curve?.shellCapacity ?? null
  return { reorder_yellow, reorder_red, fullness: overfillRangeOf({ ...tank, shell, percent, celsius }) }
}
