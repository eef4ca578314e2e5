import type { Change } from '#core/resources/kinds/listKinds.ts'

/** Granted and withdrawn permissions of a list, in the form of the audit log. */
export function permissionChanges(
  before: readonly string[],
  after: readonly string[],
): { granted: string[]; taken: string[]; changes: Change[] } {
  const granted = after.filter((item) => !before.includes(item))
  const taken = before.filter((item) => !after.includes(item))
  const changes = [
    ...(granted.length > 0 ? [{ field: 'granted', before: null, after: granted }] : []),
    ...(taken.length > 0 ? [{ field: 'taken', before: null, after: taken }] : []),
  ]
  return { granted, taken, changes }
}
