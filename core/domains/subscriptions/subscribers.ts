import { ORDERING_LOGIN_TYPES } from '#core/domains/orders/ordering.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { DISTRIBUTORS, type LoginType } from '#core/platform/loginTypes.ts'

/** Users who may see what the business is paid for monitoring: never users who act for a distributor. */
export const SUBSCRIBERS: readonly LoginType[] = ORDERING_LOGIN_TYPES.filter(
  (loginType) => !isOneOf(DISTRIBUTORS, loginType),
)
