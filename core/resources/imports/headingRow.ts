import { itemAt } from '#core/platform/lists/itemAt.ts'
import { looksLikeValue } from './looks.ts'

/** A sheet may start with a title, a date and an empty line. */
const SAMPLE_ROWS = 25

/**
 * Index of the heading row among the first lines: the first one about as wide as the table that contains only words. Undefined
 * if every such line looks like values.
 */
export function headingRowOf(lines: readonly (readonly string[])[]): number | undefined {
  const first = lines.slice(0, SAMPLE_ROWS)
  const filled = first.map((cells) => cells.filter((cell) => cell !== '').length)
  const widest = Math.max(0, ...filled)
  if (widest === 0) return undefined
  const found = first.findIndex(
    (cells, index) => itemAt(filled, index) * 2 > widest && !cells.some((cell) => looksLikeValue(cell)),
  )
  return found < 0 ? undefined : found
}

/** The first heading that looks like a value, with its column: a table without headings starts with values. */
export function valueAmongHeadings(cells: readonly string[]): { position: number; text: string } | undefined {
  const position = cells.findIndex((cell) => looksLikeValue(cell))
  return position < 0 ? undefined : { position, text: itemAt(cells, position) }
}

/** Duplicate headings, each with all of its columns. */
export function headingsAlike(headings: readonly string[]): { heading: string; positions: number[] }[] {
  const found = new Map<string, { heading: string; positions: number[] }>()
  for (const [position, heading] of headings.entries()) {
    const key = heading.trim().toLowerCase()
    if (key === '') continue
    const alike = found.get(key) ?? { heading, positions: [] }
    found.set(key, alike)
    alike.positions.push(position)
  }
  return [...found.values()].filter(({ positions }) => positions.length > 1)
}
