import { isOneOf } from '#core/platform/isOneOf.ts'
import { DISTRIBUTORS, type LoginType } from '#core/platform/loginTypes.ts'
import type { Module } from '#core/platform/modules.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'

/**
 * Modules that a distributor's own staff can be granted if distributors run their own back office: customers' orders and bills
 * with prices, and trucks. Otherwise their permissions for these have no effect.
 */
export const BACK_OFFICE_MODULES = [
  'transaction_documents',
  'tanker_trucks',
] as const satisfies readonly Module[]

/** Whether a permission belongs to the back office and its user acts for a distributor. */
export function isOfBackOffice(loginType: LoginType, permission: string): boolean {
  const [module = ''] = permission.split('.', 1)
  return isOneOf(DISTRIBUTORS, loginType) && isOneOf(BACK_OFFICE_MODULES, module)
}

/**
 * The effective permissions of an account. Back-office permissions count only if distributors run their own back office, and never
 * at the business itself, which is above all customers.
 */
export function permissionsThatCount(
  { login_type_id, company_id }: { login_type_id: LoginType; company_id: number },
  permissions: readonly string[],
  { distributors_back_office }: { distributors_back_office: number },
): readonly string[] {
  if (distributors_back_office === 1 && company_id !== OWN_COMPANY) return permissions
  return permissions.filter((permission) => !isOfBackOffice(login_type_id, permission))
}
