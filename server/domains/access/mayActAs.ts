import { isStaff } from '#core/platform/loginTypes.ts'
import type { Actor } from '#server/platform/context.ts'
import { isDeveloper } from './isDeveloper.ts'

export type Mode = 'view' | 'write'

/**
 * Whether one may act as another: staff who hold `users.impersonate`, as nobody who may do more than they: for
 * viewing, who may read more; and as a developer only a developer.
 */
export function mayActAs(actor: Actor, target: Actor, mode: Mode): boolean {
  if (!isStaff(actor.loginType) || !actor.permissions.has('users.impersonate')) return false
  if (isDeveloper(target) && !isDeveloper(actor)) return false
  const counted = [...target.permissions].filter((one) => mode === 'write' || one.endsWith('.read'))
  return counted.every((permission) => actor.permissions.has(permission))
}
