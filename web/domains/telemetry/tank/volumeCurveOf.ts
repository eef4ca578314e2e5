import type { StrappingPair } from '#core/domains/tanks/strapping.ts'
import { type TankCurve, tankCurve } from '#core/domains/tanks/tankVolume.ts'
import type { TankSides } from './tankOutline.ts'

/** The volume curve of a tank in mm and L; null while it cannot be computed. */
export function volumeCurveOf(
  formula: string | null,
  sides: TankSides,
  strapping: readonly StrappingPair[] | null,
  capacity = 0,
): TankCurve | null {
  try {
    return tankCurve({
      formula,
      strapping: strapping?.length ? strapping : null,
      diameter: sides.D,
      height: sides.H,
      width: sides.W,
      length: sides.L,
      capacity,
    })
  } catch {
    return null
  }
}
