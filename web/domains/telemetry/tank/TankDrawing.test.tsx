import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TankDrawing } from './TankDrawing.tsx'
import { renderTank } from './testing/renderTank.tsx'

const sides = { D: 1000, L: 3000, W: 0, H: 0 }

test.each([
  ['horizontal_cylinder_elliptical', 'L 3000 mm without heads'],
  ['horizontal_cylinder_flat', 'L 3000 mm'],
])('the length of a %s is labelled as what is measured, and drawn to scale', (slug, label) => {
  const { container } = renderTank(
    <TankDrawing slug={slug} sides={sides} levels={[]} format={(length) => `${length} mm`} />,
  )
  expect(screen.getByText(label)).toBeTruthy()
  const { x1, x2 } = container.querySelector('line')!.attributes as unknown as Record<'x1' | 'x2', Attr>
  const shown = Number(x2.value) - Number(x1.value)
  // 3,000 of 3,500 mm with two heads of 250 mm, or all of 3,000 mm, on 260.
  expect(shown).toBeCloseTo(slug.endsWith('flat') ? 260 : (260 * 3000) / 3500, 3)
})
