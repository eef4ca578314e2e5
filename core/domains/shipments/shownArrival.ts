interface KnownArrivals {
  arrived_at: string | null
  expected_arrival: string | null
}

/**
 * The arrival at a stop as every screen shows it: the actual arrival, else the expected, else the planned one.
 * @param onTheRoadAt for a round in route, the present time (epoch ms): a planned arrival that has already passed is not shown
 */
export function shownArrival(
  stop: KnownArrivals | undefined,
  planned: string | null,
  onTheRoadAt: number | null,
) {
  const real = stop?.arrived_at ?? null
  const expected = stop?.expected_arrival ?? null
  const ahead = expected ?? planned
  const isPast = onTheRoadAt !== null && ahead !== null && Date.parse(ahead) < onTheRoadAt
  return {
    arrival: real ?? (isPast ? null : ahead),
    hasArrived: real !== null,
    isOnlyPlanned: real === null && expected === null,
    /** On its way, with an unknown arrival time. */
    isOnTheWay: real === null && isPast,
  }
}
