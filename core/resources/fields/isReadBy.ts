import { isCustomer, isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import type { Module, Permission } from '#core/platform/modules.ts'
import type { Resource } from '../definition.ts'

interface Reader {
  loginType: LoginType
  onlyBuys: boolean | undefined
  permissions: { has(permission: Permission): boolean }
}

/** Whether a user may read a field of records that they see: some fields are for the business or for editors only. */
export function isReadBy(reader: Reader, { module, fields }: Resource, name: string): boolean {
  const field = fields[name]
  if (field?.staffOnly) return isStaff(reader.loginType)
  if (field?.sellersOnly && reader.onlyBuys) return false
  return !field?.editorsOnly || readsAsEditor(reader, module)
}

/** Whether a reader sees fields that are hidden from customers without update permission on the module. */
export function readsAsEditor({ loginType, permissions }: Omit<Reader, 'onlyBuys'>, module: Module): boolean {
  return !isCustomer(loginType) || permissions.has(`${module}.update`)
}
