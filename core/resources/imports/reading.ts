import type { DateOrder } from './readDate.ts'
import type { DecimalSign } from './readNumber.ts'

/** How the values of a column are written. */
export interface Reading {
  decimal: DecimalSign
  dates: DateOrder
}
