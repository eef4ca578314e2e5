/** Maximum seconds between two responses that must be equal. */
const APART = 60
const DAY = 86_400

/**
 * The first difference between two responses, as a path with both values; undefined when they are equal. `moving` fields, which are seconds
 * since a moment or days until one, may differ by the time between the two; totals that are estimates may differ at will.
 */
export function findDifference(
  ours: unknown,
  floor: unknown,
  moving: readonly string[],
  path = '',
  isMoving = false,
): string | undefined {
  if (typeof ours === 'number' && typeof floor === 'number') {
    const allowed = isMoving ? (path.endsWith('age') ? APART : APART / DAY) : Math.abs(ours) * 1e-9
    return Math.abs(ours - floor) <= allowed ? undefined : difference(path, ours, floor)
  }
  if (!isObject(ours) || !isObject(floor)) return ours === floor ? undefined : difference(path, ours, floor)
  // Both totals are estimates, each by its own method.
  const areEstimates = ours['total_is_estimate'] === 1 && floor['total_is_estimate'] === 1
  const names = [...new Set([...Object.keys(ours), ...Object.keys(floor)])].filter(
    (name) => !(areEstimates && name === 'total_records'),
  )
  if (Array.isArray(ours) !== Array.isArray(floor)) return difference(path, ours, floor)
  for (const name of names) {
    const found = findDifference(
      ours[name],
      floor[name],
      moving,
      `${path}/${name}`,
      isMoving || moving.includes(name),
    )
    if (found) return found
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function difference(path: string, ours: unknown, floor: unknown): string {
  return `${path}: ${short(ours)} here, ${short(floor)} from the floor`
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 120)
}
