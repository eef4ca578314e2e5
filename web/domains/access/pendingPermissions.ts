import type { Permission } from '#core/platform/modules.ts'

/**
 * What somebody wants otherwise than it was: whether each of these permissions is to be held. Kept apart from what is
 * stored, so that it goes together with what somebody else saves meanwhile, also when that is the same.
 */
export type PendingPermissions = ReadonlyMap<Permission, boolean>

/** Whether a permission is held once what is wanted is saved. */
export function isGrantedWith(
  wanted: PendingPermissions,
  permission: Permission,
  isStored: boolean,
): boolean {
  return wanted.get(permission) ?? isStored
}

/** Turns one permission round; back to what is stored, nothing is wanted any more. */
export function togglePermission(
  wanted: PendingPermissions,
  permission: Permission,
  isStored: boolean,
): PendingPermissions {
  const isWanted = !isGrantedWith(wanted, permission, isStored)
  const after = new Map(wanted)
  if (isWanted === isStored) after.delete(permission)
  else after.set(permission, isWanted)
  return after
}

interface Lists {
  template: readonly Permission[]
  added: readonly Permission[]
  withdrawn: readonly Permission[]
}

/** Whether an account holds a permission by its lists. What is exempt is not looked at. */
export function isGrantedTo({ template, added, withdrawn }: Lists, permission: Permission): boolean {
  return !withdrawn.includes(permission) && (template.includes(permission) || added.includes(permission))
}

/** The lists of an account that give what is wanted and leave everything else as it is. */
export function applyPendingPermissions(
  stored: Lists,
  wanted: PendingPermissions,
): Pick<Lists, 'added' | 'withdrawn'> {
  const { template, added, withdrawn } = stored
  const differing = [...wanted].filter(([permission, isHeld]) => isGrantedTo(stored, permission) !== isHeld)
  const given = differing.flatMap(([permission, isHeld]) => (isHeld ? [permission] : []))
  const taken = differing.flatMap(([permission, isHeld]) => (isHeld ? [] : [permission]))
  return {
    added: [
      ...added.filter((one) => !taken.includes(one)),
      ...given.filter((one) => !template.includes(one) && !added.includes(one)),
    ],
    withdrawn: [
      ...withdrawn.filter((one) => !given.includes(one)),
      ...taken.filter((one) => template.includes(one)),
    ],
  }
}
