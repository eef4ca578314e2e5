import { isStaff } from '#core/platform/loginTypes.ts'
import type { Actor } from '#server/platform/context.ts'
import { isDeveloper } from './isDeveloper.ts'

export type ImpersonationMode = 'view' | 'write'

/**
 * Whether one may act as another: staff who hold `users.impersonate`, as nobody who may do more than they: for
 * viewing, who may read more; as one of staff nobody who may do more whatever the mode; as a developer only a developer; and who
 * is limited, as who sees no more records.
 */
export function mayActAs(actor: Actor, target: Actor, mode: ImpersonationMode): boolean {
  if (!isStaff(actor.loginType) || !actor.permissions.has('users.impersonate')) return false
  if (isDeveloper(target) && !isDeveloper(actor)) return false
  if (!seesNoMore(target, actor)) return false
  const isAll = mode === 'write' || isStaff(target.loginType)
  const counted = [...target.permissions].filter((one) => isAll || one.endsWith('.read'))
  return counted.every((permission) => actor.permissions.has(permission))
}

/** Whether one is limited to some of the records that the other is limited to; companies are not asked: staff see all. */
function seesNoMore(one: Actor, other: Actor): boolean {
  return Object.entries(other.limits).every(
    ([kind, ids]) => one.limits[kind]?.every((id) => ids.includes(id)) ?? false,
  )
}
