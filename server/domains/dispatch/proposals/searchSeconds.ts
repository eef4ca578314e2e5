const MIN_SECONDS = 3
const MAX_SECONDS = 40
const SECONDS_PER_NEED = 0.1

/** Duration of a search, by its number of needs; more time improves little. */
export function searchSeconds(needs: number): number {
  return Math.min(MAX_SECONDS, MIN_SECONDS + needs * SECONDS_PER_NEED)
}
