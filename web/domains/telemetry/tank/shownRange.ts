import type { Series } from './TankHistory.ts'

/** How far the plots of a history stand from the left and right rims of their places, px: one above the other they share their times. */
export const PLOT_SIDES = { left: 72, right: 16 }

/**
 * From when to when a history is drawn. The span may begin long before the first reading, the chart does not; what is
 * expected may go on long after now.
 */
export function shownRange(
  { points, estimated, ahead }: Pick<Series, 'points' | 'estimated' | 'ahead'>,
  span: { from: number; to: number },
): { from: number; until: number } {
  const first = (points[0] ?? estimated?.[0])?.[0]
  return {
    from: first === undefined ? span.from : Math.max(span.from, first - (span.to - first) * 0.02),
    until: Math.max(span.to, ahead?.at(-1)?.[0] ?? 0),
  }
}
