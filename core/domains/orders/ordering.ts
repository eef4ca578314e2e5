import { DISTRIBUTORS, type LoginType, STAFF } from '#core/platform/loginTypes.ts'

/**
 * Users who decide about documents, if a company within their reach sells: type, prices, terms, status and billing. All others only order.
 * Distributors only if they run their own back office: otherwise their permissions for documents have no effect.
 */
export const ORDER_DECIDERS: readonly LoginType[] = [
  ...STAFF,
  'csr',
  'dispatcher',
  'dispenser_mgr',
  ...DISTRIBUTORS,
]

/** Users who order deliveries to tanks, as far as their permissions allow. */
export const ORDERING_LOGIN_TYPES: readonly LoginType[] = [
  ...STAFF,
  'csr',
  'dispatcher',
  'technician',
  'driver',
  'dispenser_mgr',
  'customer',
  ...DISTRIBUTORS,
]

/** Whether a user may do more with documents than order: not in a company that only buys. */
export function mayDecideOrders({
  loginType,
  onlyBuys,
}: {
  loginType: LoginType
  onlyBuys: boolean | undefined
}): boolean {
  return !onlyBuys && ORDER_DECIDERS.includes(loginType)
}

/** Fields that an ordering user may set. */
export const ORDERED_FIELDS = [
  'company_id',
  'device_id',
  'site_id',
  'wished_date',
  'customer_po',
  'comments',
] as const

/** Fields of a line that an ordering user may not set. */
export const PRICE_FIELDS = [
  'unit_price',
  'line_discount_type',
  'line_discount_amount',
  'line_discount_percentage',
  'price_reason',
] as const
