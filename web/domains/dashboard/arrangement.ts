import {
  type PlacedWidget,
  type WidgetName,
  withinColumns,
  withinRows,
} from '#core/domains/dashboard/widgets.ts'

export type Layout = readonly PlacedWidget[]

/** Moves a part to the place of another; those between them shift. */
export function placeAt(layout: Layout, moved: WidgetName, at: WidgetName): Layout {
  const target = layout.findIndex(({ widget }) => widget === at)
  return moveTo(layout, moved, target)
}

/** Moves a part by some places; it stops at either end. */
export function moveBy(layout: Layout, moved: WidgetName, places: number): Layout {
  return moveTo(layout, moved, layout.findIndex(({ widget }) => widget === moved) + places)
}

function moveTo(layout: Layout, moved: WidgetName, index: number): Layout {
  const part = layout.find(({ widget }) => widget === moved)
  if (!part) return layout
  const rest = layout.filter((item) => item !== part)
  const place = Math.min(Math.max(index, 0), rest.length)
  return rest.toSpliced(place, 0, part)
}

/** Resizes a part by columns and rows, within its bounds. */
export function resizeBy(layout: Layout, resized: WidgetName, columns: number, rows: number): Layout {
  return layout.map((part) =>
    part.widget === resized
      ? { ...part, columns: withinColumns(part.columns + columns), rows: withinRows(part.rows + rows) }
      : part,
  )
}

export function isSameLayout(one: Layout, other: Layout): boolean {
  return JSON.stringify(one.map(shapeOf)) === JSON.stringify(other.map(shapeOf))
}

const shapeOf = ({ widget, columns, rows }: PlacedWidget) => [widget, columns, rows]
