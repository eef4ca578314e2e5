import { isStaff } from '#core/platform/loginTypes.ts'
import type { Actor } from '#server/platform/context.ts'
import { isDeveloper } from './isDeveloper.ts'

export type ImpersonationMode = 'view' | 'write'

/**
 * Whether an actor may impersonate another: staff with `users.impersonate`, of users with no more rights: for viewing, no more rights to
 * read; of staff, no more rights in either mode; of a developer, only by a developer; and by a limited actor, of users who see no more
 * records.
 */
export function mayActAs(actor: Actor, target: Actor, mode: ImpersonationMode): boolean {
  if (!isStaff(actor.loginType) || !actor.permissions.has('users.impersonate')) return false
  if (isDeveloper(target) && !isDeveloper(actor)) return false
  if (!seesNoMore(target, actor)) return false
  const isAll = mode === 'write' || isStaff(target.loginType)
  const counted = [...target.permissions].filter((permission) => isAll || permission.endsWith('.read'))
  return counted.every((permission) => actor.permissions.has(permission))
}

/** Whether one of them is limited to some of the other's records; companies do not count, because staff see all. */
function seesNoMore(one: Actor, other: Actor): boolean {
  return Object.entries(other.limits).every(
    ([kind, ids]) => one.limits[kind]?.every((id) => ids.includes(id)) ?? false,
  )
}
