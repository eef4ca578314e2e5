import { describe, expect, it } from 'vitest'
import { compileFormula, LONGEST_FORMULA } from '../formula/compileFormula.ts'
import { checkFormula } from '../formula/formula.ts'
import { builtInTankTypes } from './builtInTankTypes.ts'
import { coneBottom, frustumBottom } from './heads.ts'
import { horizontalCylinder, sphere, stadiumTank, verticalCylinder } from './shapes.ts'

const NONE = { D: 0, L: 0, W: 0, H: 0 }

function litres(
  slug: string,
  dimensions: { h: number; D?: number; L?: number; W?: number; H?: number },
): number {
  const formula = builtInTankTypes.find((type) => type.slug === slug)!.formula!
  return compileFormula(formula).evaluate({ ...NONE, ...dimensions })
}

describe('the built-in tank types', () => {
  it('have the expected slugs, each once', () => {
    expect(builtInTankTypes.map((type) => type.slug)).toEqual([
      'vertical_cylinder',
      'horizontal_cylinder_flat',
      'horizontal_cylinder_elliptical',
      'horizontal_cylinder_hemispherical',
      'horizontal_cylinder_torispherical',
      'rectangular',
      'vertical_oval',
      'horizontal_oval',
      'cone_bottom',
      'sphere',
      'strapping_table',
    ])
  })

  it.each(builtInTankTypes.filter((type) => type.formula !== null))('$slug passes the check', (type) => {
    expect(checkFormula(type.formula!)).toEqual([])
    expect(type.formula!.length).toBeLessThanOrEqual(LONGEST_FORMULA)
    const named = [...compileFormula(type.formula!).uses].filter((name) => name !== 'h')
    expect(new Set(named)).toEqual(new Set(type.dims))
  })

  it.each([
    ['horizontal_cylinder_flat', 3963.367],
    ['horizontal_cylinder_elliptical', 4415.756],
    ['horizontal_cylinder_torispherical', 4234.673],
    ['horizontal_cylinder_hemispherical', 4868.146],
  ])('%s of 2 m by 5 m filled to 0.6 m holds %d L', (slug, expected) => {
    expect(litres(slug, { D: 2000, L: 5000, h: 600 })).toBeCloseTo(expected, 2)
  })

  it('agree with their shapes', () => {
    for (const h of [0, 1, 300, 600, 1000, 1700]) {
      const lit = (mm3: number) => mm3 / 1e6
      const oval = { L: 3000, W: 1200, H: 1700, h }
      expect(litres('vertical_cylinder', { D: 1500, H: 1700, h })).toBeCloseTo(
        lit(verticalCylinder(1500, h)),
        6,
      )
      expect(litres('rectangular', oval)).toBeCloseTo(3.6 * h, 6)
      expect(litres('vertical_oval', oval)).toBeCloseTo(lit(stadiumTank(1200, 1700, 3000, h)), 6)
      expect(litres('horizontal_oval', { ...oval, W: 2200 })).toBeCloseTo(
        lit(stadiumTank(2200, 1700, 3000, h)),
        6,
      )
      expect(litres('sphere', { D: 1700, h })).toBeCloseTo(lit(sphere(1700, h)), 6)
      const flat = horizontalCylinder(1700, 3000, { kind: 'flat' }, h)
      expect(litres('horizontal_cylinder_flat', { D: 1700, L: 3000, h })).toBeCloseTo(lit(flat), 6)
    }
  })

  it('cone bottom: pointed, with an outlet, and without a cone at all', () => {
    for (const h of [0, 200, 799, 800, 801, 2500]) {
      const tank = { D: 2000, L: 800, H: 2500, h }
      expect(litres('cone_bottom', tank)).toBeCloseTo(coneBottom(2000, 800, h) / 1e6, 6)
      expect(litres('cone_bottom', { ...tank, W: 300 })).toBeCloseTo(
        frustumBottom(2000, 300, 800, h) / 1e6,
        6,
      )
      expect(litres('cone_bottom', { ...tank, L: 0 })).toBeCloseTo(verticalCylinder(2000, h) / 1e6, 6)
    }
  })
})
