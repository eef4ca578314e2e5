import { DISTRIBUTORS, type LoginType, STAFF } from '#core/platform/loginTypes.ts'

/**
 * Who decides about documents: their type, prices, terms, status and what is billed. Everybody else orders. Of distributors
 * only where they run their own back office: elsewhere no permission of theirs for documents counts.
 */
export const ORDER_DECIDERS: readonly LoginType[] = [
  ...STAFF,
  'csr',
  'dispatcher',
  'dispenser_mgr',
  ...DISTRIBUTORS,
]

/** Who orders what is brought to a tank, as far as their permissions let them. */
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

/** Whether a login type may do more with documents than order. */
export function mayDecideOrders(loginType: LoginType): boolean {
  return ORDER_DECIDERS.includes(loginType)
}

/** What whoever orders says of the order: for which tank, for which day, and whatever is worth noting. */
export const ORDERED_FIELDS = [
  'company_id',
  'device_id',
  'site_id',
  'wished_date',
  'customer_po',
  'comments',
] as const

/** What the same says of a line; its price is another's matter. */
export const PRICE_FIELDS = [
  'unit_price',
  'line_discount_type',
  'line_discount_amount',
  'line_discount_percentage',
] as const
