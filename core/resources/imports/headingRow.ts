import { looksLikeValue } from './looks.ts'

/** A sheet can begin with its title, a date and an empty line. */
const LOOKED_AT = 25

/**
 * Which of the first lines holds the headings, counted from 0: the first one that is about as wide as the table and says
 * nothing but words. Nothing where every such line looks like values.
 */
export function headingRowOf(lines: readonly (readonly string[])[]): number | undefined {
  const first = lines.slice(0, LOOKED_AT)
  const filled = first.map((cells) => cells.filter((cell) => cell !== '').length)
  const widest = Math.max(0, ...filled)
  if (widest === 0) return undefined
  const found = first.findIndex(
    (cells, at) => filled[at]! * 2 > widest && !cells.some((cell) => looksLikeValue(cell)),
  )
  return found < 0 ? undefined : found
}

/** The first heading that looks like a value, by its column: a table without headings begins with one. */
export function valueAmongHeadings(cells: readonly string[]): { position: number; text: string } | undefined {
  const position = cells.findIndex((cell) => looksLikeValue(cell))
  return position < 0 ? undefined : { position, text: cells[position]! }
}

/** Headings that stand twice, each with all of its columns. */
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
