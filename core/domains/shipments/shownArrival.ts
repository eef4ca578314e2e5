interface KnownArrivals {
  arrived_at: string | null
  expected_arrival: string | null
}

/** The arrival at a stop as every screen shows it: the real one, else the expected one, else the planned one. */
export function shownArrival(stop: KnownArrivals | undefined, planned: string | null) {
  const known = stop?.arrived_at ?? stop?.expected_arrival ?? null
  return { arrival: known ?? planned, hasArrived: stop?.arrived_at != null, isOnlyPlanned: known === null }
}
