import type { Permission } from '#core/platform/modules.ts'

/**
 * Unsaved changes: whether each of these permissions is to be granted. Separate from the stored lists, so that they merge with concurrent
 * changes by other users, even the same ones.
 */
export type PendingPermissions = ReadonlyMap<Permission, boolean>

/** Whether a permission is held once the changes are saved. */
export function isGrantedWith(
  changes: PendingPermissions,
  permission: Permission,
  isStored: boolean,
): boolean {
  return changes.get(permission) ?? isStored
}

/** Toggles one permission; back at the stored value, the change is dropped. */
export function togglePermission(
  changes: PendingPermissions,
  permission: Permission,
  isStored: boolean,
): PendingPermissions {
  const isGranted = !isGrantedWith(changes, permission, isStored)
  const after = new Map(changes)
  if (isGranted === isStored) after.delete(permission)
  else after.set(permission, isGranted)
  return after
}

interface Lists {
  template: readonly Permission[]
  added: readonly Permission[]
  withdrawn: readonly Permission[]
}

/** Whether the lists of an account grant a permission. Exempt permissions are not considered. */
export function isGrantedTo({ template, added, withdrawn }: Lists, permission: Permission): boolean {
  return !withdrawn.includes(permission) && (template.includes(permission) || added.includes(permission))
}

/** The lists of an account with the changes applied and everything else unchanged. */
export function applyPendingPermissions(
  stored: Lists,
  changes: PendingPermissions,
): Pick<Lists, 'added' | 'withdrawn'> {
  const { template, added, withdrawn } = stored
  const differing = [...changes].filter(([permission, isHeld]) => isGrantedTo(stored, permission) !== isHeld)
  const granted = differing.flatMap(([permission, isHeld]) => (isHeld ? [permission] : []))
  const revoked = differing.flatMap(([permission, isHeld]) => (isHeld ? [] : [permission]))
  return {
    added: [
      ...added.filter((item) => !revoked.includes(item)),
      ...granted.filter((item) => !template.includes(item) && !added.includes(item)),
    ],
    withdrawn: [
      ...withdrawn.filter((item) => !granted.includes(item)),
      ...revoked.filter((item) => template.includes(item)),
    ],
  }
}
