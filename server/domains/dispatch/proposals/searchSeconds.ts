/** s that a search takes at least and at most, and for each need. */
const LEAST = 3
const MOST = 40
const A_NEED = 0.1

/** How long to search for rounds for so many needs: longer brings little more. */
export function searchSeconds(needs: number): number {
  return Math.min(MOST, LEAST + needs * A_NEED)
}
