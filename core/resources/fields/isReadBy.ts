import { isCustomer, isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import type { Module, Permission } from '#core/platform/modules.ts'
import type { Resource } from '../definition.ts'

interface Reader {
  loginType: LoginType
  permissions: { has(permission: Permission): boolean }
}

/** Whether a user may read a field of records that they see: some fields are for the business or for editors only. */
export function isReadBy(
  { loginType, permissions }: Reader,
  { module, fields }: Resource,
  name: string,
): boolean {
  const field = fields[name]
  if (field?.staffOnly) return isStaff(loginType)
  return !field?.editorsOnly || readsAsEditor({ loginType, permissions }, module)
}

/** Whether a reader sees fields that are hidden from customers without update permission on the module. */
export function readsAsEditor({ loginType, permissions }: Reader, module: Module): boolean {
  return !isCustomer(loginType) || permissions.has(`${module}.update`)
}
