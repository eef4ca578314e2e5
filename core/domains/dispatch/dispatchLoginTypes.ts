import { DISTRIBUTORS, type LoginType, STAFF } from '#core/platform/loginTypes.ts'

/** Login types that plan rounds. Customers and drivers read their shipments, but never see the board. */
export const DISPATCH_LOGIN_TYPES: readonly LoginType[] = [...STAFF, 'csr', 'dispatcher', ...DISTRIBUTORS]
