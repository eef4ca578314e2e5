import type { Fullness, Thresholds } from '#core/domains/telemetry/quality.ts'
import { noiseOf, type TypicalUsage } from '#core/domains/telemetry/typicalUsage.ts'
import { fahrenheitToCelsius } from '#core/platform/units.ts'
import { type FillRule, fillBase, isFilledByGauge, maxFill, percentAtFillTemperature } from './room.ts'
import { curveIfKnown, type TankCurve, type TankGeometry } from './tankVolume.ts'

/** A tank as a port holds it, with its limits: percent of the capacity, null = not set. */
export interface LimitedTank extends TankGeometry, FillRule, Pick<FilledTank, 'specific_gravity' | 'usual'> {
  reorder_yellow: number | null
  reorder_red: number | null
}

/** What decides whether a tank is too full. Percent of the capacity, litres, °C. */
export interface FilledTank extends FillRule {
  percent: number
  capacity: number
  /** What its shape holds when it is full, L; null where that is not known. */
  shell: number | null
  specific_gravity: number | null
  celsius: number | null
  /** What is known of the scatter of its readings; null before there were some. */
  usual: TypicalUsage | null
}

/** °C (0 °F) from which what was filled to a fixed gauge may have swollen. */
const COLD_FILL_CELSIUS = fahrenheitToCelsius(0)
/** The scatter is believed up to this, in points of percent: a wild gauge must not hide an overfill. */
const MOST_UNSURE = 1

/**
 * The least that a tank surely holds, as opposed to the most it may hold: its level as it would be at 40 °F (of a container that is filled to a fixed gauge: at 0 °F, or as it shows), less two standard deviations of
 * one of its readings (the scatter is told of the difference of two). A right fill that has swollen on a hot day, or a gauge that trembles at the limit, is no overfill.
 */
export function overfillRangeOf(tank: FilledTank): Fullness {
  const scatter =
    tank.usual && tank.capacity > 0 ? (100 * Math.SQRT2 * noiseOf(tank.usual)) / tank.capacity : 0
  return {
    surely: percentWhenFilled(tank) - Math.min(scatter, MOST_UNSURE),
    max_fill: tank.capacity > 0 ? (maxFill(tank) * fillBase(tank)) / tank.capacity : maxFill(tank),
  }
}

/** What was filled to a fixed gauge may have been colder then: it swells from there, and was never fuller than it shows. */
function percentWhenFilled(tank: FilledTank): number {
  return isFilledByGauge(tank)
    ? Math.min(tank.percent, percentAtFillTemperature(tank.percent, tank, COLD_FILL_CELSIUS))
    : percentAtFillTemperature(tank.percent, tank)
}

/**
 * What a level of a tank is judged by: its limits, and how full it surely is and may be. Percent and °C, null = not known.
 * @param curve of the tank, where the caller has it already
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
