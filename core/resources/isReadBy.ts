import { isCustomer, isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import type { Module, Permission } from '#core/platform/modules.ts'
import type { Resource } from './definition.ts'

interface Reader {
  loginType: LoginType
  permissions: { has(permission: Permission): boolean }
}

/** Whether somebody reads a field of the records that they may see: not what is told to the business, or to editors, alone. */
export function isReadBy(
  { loginType, permissions }: Reader,
  { module, fields }: Resource,
  name: string,
): boolean {
  const field = fields[name]
  if (field?.staffOnly) return isStaff(loginType)
  return !field?.editorsOnly || readsAsEditor({ loginType, permissions }, module)
}

/** Whether a reader sees what is closed to customers who may not change records of the module. */
export function readsAsEditor({ loginType, permissions }: Reader, module: Module): boolean {
  return !isCustomer(loginType) || permissions.has(`${module}.update`)
}
