import type { Change } from '#core/resources/definition.ts'

/** What was given and what was taken from a list of permissions, and as the audit tells it. */
export function permissionChanges(
  before: readonly string[],
  after: readonly string[],
): { granted: string[]; taken: string[]; changes: Change[] } {
  const granted = after.filter((one) => !before.includes(one))
  const taken = before.filter((one) => !after.includes(one))
  const changes = [
    ...(granted.length > 0 ? [{ field: 'granted', before: null, after: granted }] : []),
    ...(taken.length > 0 ? [{ field: 'taken', before: null, after: taken }] : []),
  ]
  return { granted, taken, changes }
}
