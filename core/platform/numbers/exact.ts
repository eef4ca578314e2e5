import { Decimal } from 'decimal.js'

/** Decimals with enough digits that products are exact, and a quotient is rounded once: half up, where a figure is stored. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
