/** Halvings: 2⁻⁴⁰ of any tank's height is far below a nanometre. */
const HALVINGS = 40

/**
 * The lowest place between `low` and `high` where the non-decreasing `valueAt` reaches `target`; if the target is out of range,
 * `low` or the lowest place of the last value. Bisection, because tank curves have flat stretches and vertical tangents where
 * Newton's method diverges.
 */
export function bisect(
  valueAt: (place: number) => number,
  { target, low, high }: { target: number; low: number; high: number },
): number {
  if (!(target > valueAt(low))) return low
  const goal = Math.min(target, valueAt(high))
  let [below, reached] = [low, high]
  for (let round = 0; round < HALVINGS; round += 1) {
    const middle = (below + reached) / 2
    if (valueAt(middle) < goal) below = middle
    else reached = middle
  }
  return reached
}
