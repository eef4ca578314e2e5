import type { Series } from './TankHistory.ts'

/** The left and right margins of a history's plots, px: stacked plots share their times. */
export const PLOT_SIDES = { left: 72, right: 16 }

/** The drawn time range. The span may begin long before the first reading, the chart does not; a forecast may extend beyond now. */
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
