import type { StrappingPair } from '#core/domains/tanks/volume/strapping.ts'
import {
  PLAIN_TANK,
  type TankCurve,
  type TankDetails,
  tankCurve,
} from '#core/domains/tanks/volume/tankVolume.ts'
import type { TankSides } from './tankOutline.ts'

/** The volume curve of a tank in mm and L; null while it cannot be computed. */
export function volumeCurveOf(
  formula: string | null,
  sides: TankSides,
  strapping: readonly StrappingPair[] | null,
  capacity = 0,
  details: TankDetails = PLAIN_TANK,
): TankCurve | null {
  try {
    return tankCurve({
      formula,
      strapping: strapping?.length ? strapping : null,
      diameter: sides.D,
      height: sides.H,
      width: sides.W,
      length: sides.L,
      ...details,
      capacity,
    })
  } catch {
    return null
  }
}
