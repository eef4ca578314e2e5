import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { hasCall, permissionFor, type Resource } from './definition.ts'

/** A user who chooses a record for a reference. */
export interface SelectingUser {
  loginType: LoginType
  may: (permission: Permission) => boolean
}

/** Configuration lists that all forms choose from; excludes lists that only developers write. */
export function isSelectableByAll({ scope, module, writeModule }: Resource): boolean {
  return scope === 'shared' && module === 'configuration' && writeModule === undefined
}

/** Whether a user creates or changes records of a kind, and may therefore choose the records it refers to. */
export function mayWrite({ loginType, may }: SelectingUser, kind: Resource): boolean {
  const actions = (['create', 'update'] as const).filter((action) => hasCall(kind, action))
  return kind.loginTypes.includes(loginType) && actions.some((action) => may(permissionFor(kind, action)))
}
