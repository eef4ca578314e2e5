import { describe, expect, it } from 'vitest'
import { tankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { sameQuantity } from '#core/platform/numbers/convertDecimal.ts'
import { BASE_TANK_SPECS, geometryOf } from './baseTankSpecs.ts'

describe('the tanks that every installation starts with', () => {
  it.each(BASE_TANK_SPECS)('$tank_name of $manufacturer holds its stated capacity within 1 %', (spec) => {
    const { shellCapacity } = tankCurve({ ...geometryOf(spec), capacity: 0 })
    expect(Math.abs(shellCapacity / Number(spec.def_liters) - 1)).toBeLessThan(0.01)
  })

  it('have equal sizes in both unit systems', () => {
    for (const spec of BASE_TANK_SPECS) {
      expect(sameQuantity(spec.def_liters, spec.def_us_gallons, '3.785411784')).toBe(true)
      expect(sameQuantity(spec.metric_diameter, spec.imperial_diameter, '25.4')).toBe(true)
    }
  })
})
