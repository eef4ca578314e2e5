/** s that a search takes at least and at most, and for each need. */
const LEAST = 3
const MOST = 40
const A_NEED = 0.1

/** Duration of a search for so many needs; more time improves little. */
export function searchSeconds(needs: number): number {
  return Math.min(MOST, LEAST + needs * A_NEED)
}
