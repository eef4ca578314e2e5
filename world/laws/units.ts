/** Litres of a US gallon: 231 cubic inches of 2.54 cm. */
export const GALLON = 3.785411784
/** Millimetres of an inch. */
export const INCH = 25.4
export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
