import type { DateOrder } from './readDate.ts'
import type { DecimalSign } from './readNumber.ts'

/** The formats of a column's values. */
export interface Reading {
  decimal: DecimalSign
  dates: DateOrder
}
