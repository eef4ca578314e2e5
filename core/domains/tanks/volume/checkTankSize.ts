import type { Issue } from '#core/platform/issue.ts'
import { dimensionsOf } from './dimensionsOf.ts'
import { type TankCurve, TankError, type TankGeometry, tankCurve } from './tankVolume.ts'

/** Share of the capacity that rounding, wall and fittings explain. A larger difference must be confirmed. */
export const CAPACITY_TOLERANCE = 0.05
/** Share of the capacity from which a difference is shown while typing. */
export const CAPACITY_NOTED = 0.02
/** A capacity that differs from the dimensions by more than this factor is impossible. */
const IMPOSSIBLE = 2

const SIDES = {
  D: { field: 'metric_diameter', key: 'diameter' },
  H: { field: 'metric_height', key: 'height' },
  W: { field: 'metric_width', key: 'width' },
  L: { field: 'metric_length', key: 'length' },
} as const

/**
 * Issues of a tank's size: a missing side of its shape, no capacity, or a capacity that contradicts the dimensions. A
 * difference of more than 5 % is refused unless confirmed (a partly used tank, baffles, a manufacturer's figure), one of more
 * than a factor of two always. The issues name the metric fields.
 */
export function checkTankSize(tank: TankGeometry, isConfirmed: boolean): Issue[] {
  const isEmpty: Issue[] = tank.capacity > 0 ? [] : [{ field: 'def_liters', rule: 'required' }]
  if (tank.formula === null && !tank.strapping?.length) return isEmpty
  const curve = curveOf(tank)
  if (curve instanceof TankError) return [...missingSides(tank, curve), ...isEmpty]
  if (isEmpty.length > 0) return isEmpty
  const ratio = tank.capacity / curve.shellCapacity
  if (ratio > IMPOSSIBLE || ratio < 1 / IMPOSSIBLE) {
    return [{ field: 'def_liters', rule: 'capacity_impossible' }]
  }
  if (Math.abs(ratio - 1) <= CAPACITY_TOLERANCE || isConfirmed) return []
  const percent = Math.round(Math.abs(ratio - 1) * 1000) / 10
  return [{ field: 'def_liters', rule: 'capacity_differs', params: { percent } }]
}

/** Missing sides of a tank that cannot be computed, or the shape if all are present. */
function missingSides(tank: TankGeometry, { reason }: TankError): Issue[] {
  const missing = dimensionsOf(tank.formula)
    .map((side) => SIDES[side])
    .filter(({ key }) => !(tank[key] > 0))
    .map(({ field }): Issue => ({ field, rule: 'required' }))
  if (missing.length > 0) return missing
  return [
    {
      field: reason === 'no_height' ? 'metric_height' : 'tank_type_id',
      rule: reason === 'no_height' ? 'required' : 'tank_not_computable',
    },
  ]
}

function curveOf(tank: TankGeometry): TankCurve | TankError {
  try {
    return tankCurve(tank)
  } catch (error) {
    if (error instanceof TankError) return error
    throw error
  }
}
