/** Purpose of a journal line; rules map it to an account. */
export const PURPOSES = [
  'receivables',
  'income',
  'discounts',
  'freight',
  'charges',
  'tax',
  'money',
  'write_offs',
  'exchange',
] as const
export type Purpose = (typeof PURPOSES)[number]
