import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { hasCall, permissionFor, type Resource } from './definition.ts'

/** Whoever chooses a record by its name, for a field of another. */
export interface SelectingUser {
  loginType: LoginType
  may: (permission: Permission) => boolean
}

/** Lists of the configuration, from which the forms of everybody choose; what only developers write is not among them. */
export function isSelectableByAll({ scope, module, writeModule }: Resource): boolean {
  return scope === 'shared' && module === 'configuration' && writeModule === undefined
}

/** Whether somebody makes or changes records of a kind: what they refer to he may then choose. */
export function mayWrite({ loginType, may }: SelectingUser, kind: Resource): boolean {
  const actions = (['create', 'update'] as const).filter((action) => hasCall(kind, action))
  return kind.loginTypes.includes(loginType) && actions.some((action) => may(permissionFor(kind, action)))
}
