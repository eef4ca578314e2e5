import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COLUMNS, MAX_ROWS, MIN_COLUMNS, WIDGET_NAMES, WIDGETS } from '#core/domains/dashboard/widgets.ts'
import { type Layout, moveBy, placeAt, resizeBy } from './arrangement.ts'

const layout: Layout = WIDGET_NAMES.map((widget) => ({ widget, ...sizeOf(widget) }))
const names = (one: Layout) => one.map(({ widget }) => widget)
const aName = fc.constantFrom(...WIDGET_NAMES)

function sizeOf(widget: (typeof WIDGET_NAMES)[number]) {
  const { columns, rows } = WIDGETS[widget]
  return { columns, rows }
}

describe('arranging', () => {
  it('moves a part to the place of another', () => {
    const [first, second, third, fourth] = WIDGET_NAMES
    expect(names(placeAt(layout, first!, third!)).slice(0, 4)).toEqual([second, third, first, fourth])
    expect(names(placeAt(layout, third!, first!)).slice(0, 4)).toEqual([third, first, second, fourth])
  })

  it('stops at either end', () => {
    const [first] = WIDGET_NAMES
    expect(moveBy(layout, first!, -1)).toEqual(layout)
    expect(names(moveBy(layout, first!, 99)).at(-1)).toBe(first)
  })

  it('neither loses nor duplicates a part on any move', () => {
    fc.assert(
      fc.property(aName, aName, fc.integer({ min: -20, max: 20 }), (one, other, places) => {
        for (const moved of [placeAt(layout, one, other), moveBy(layout, one, places)])
          expect([...names(moved)].sort()).toEqual([...WIDGET_NAMES].sort())
      }),
    )
  })

  it('keeps every size within its bounds', () => {
    const step = fc.integer({ min: -30, max: 30 })
    fc.assert(
      fc.property(aName, step, step, (name, columns, rows) => {
        const part = resizeBy(layout, name, columns, rows).find(({ widget }) => widget === name)
        expect(part?.columns).toBeGreaterThanOrEqual(MIN_COLUMNS)
        expect(part?.columns).toBeLessThanOrEqual(COLUMNS)
        expect(part?.rows).toBeGreaterThanOrEqual(1)
        expect(part?.rows).toBeLessThanOrEqual(MAX_ROWS)
      }),
    )
  })
})
