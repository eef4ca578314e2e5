import { isOneOf } from '#core/platform/isOneOf.ts'

/** The four login types of the business that runs the product: they see every company. */
export const STAFF = ['employee', 'customer_support', 'administrator', 'developer'] as const

/** Staff and the customer-side types that work with configuration lists ("the 12 types"). */
export const CONFIGURATION_LOGIN_TYPES = [
  ...STAFF,
  'csr',
  'producer',
  'dispatcher',
  'technician',
  'driver',
  'dispenser_mgr',
  'customer_readonly',
  'customer',
] as const

/** Customers whose tanks are monitored. */
export const CUSTOMERS = ['customer', 'customer_readonly'] as const

/** Whether a login type is a customer's own; others plan, answer alerts and label devices for them. */
export function isCustomer(loginType: LoginType): boolean {
  return isOneOf(CUSTOMERS, loginType)
}

/** Users who act for a distributor. */
export const DISTRIBUTORS = ['d_acct_mgr', 'distributor'] as const

/** Staff and users who act for distributors. */
export const STAFF_AND_DISTRIBUTORS = [...STAFF, ...DISTRIBUTORS] as const

/** Users responsible for a driver's deliveries: never the customer or the driver. */
export const DELIVERY_CHECKERS = [...STAFF, 'csr', 'dispatcher', ...DISTRIBUTORS] as const

/** The 12 types, plus users who act for a distributor. */
export const CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES = [
  ...CONFIGURATION_LOGIN_TYPES,
  ...DISTRIBUTORS,
] as const

/** Users who act for a vendor. */
export const VENDORS = ['v_acct_mgr', 'vendor'] as const

/** All login types. */
export const ALL_LOGIN_TYPES = [...CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES, ...VENDORS] as const

export type LoginType = (typeof ALL_LOGIN_TYPES)[number]

/** Whether a login type belongs to the business itself rather than to one of its customers. */
export function isStaff(loginType: LoginType): boolean {
  return isOneOf(STAFF, loginType)
}

/** Whether a login type is responsible for deliveries: it sees lift tickets and trucks' papers. */
export function checksDeliveries(loginType: LoginType): boolean {
  return isOneOf(DELIVERY_CHECKERS, loginType)
}

export type UserType = 'employee' | 'distributor' | 'customer'

/** The menu of a login type, one of three. */
export function userTypeOf(loginType: LoginType): UserType {
  if (isStaff(loginType)) return 'employee'
  return isOneOf(DISTRIBUTORS, loginType) ? 'distributor' : 'customer'
}
