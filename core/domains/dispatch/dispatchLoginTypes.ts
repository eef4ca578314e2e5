import { DISTRIBUTORS, type LoginType, STAFF } from '#core/platform/loginTypes.ts'

/** Those who plan rounds: customers and drivers read their shipments, and never the board. */
export const DISPATCH_LOGIN_TYPES: readonly LoginType[] = [...STAFF, 'csr', 'dispatcher', ...DISTRIBUTORS]
