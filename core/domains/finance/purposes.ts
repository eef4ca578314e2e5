/** What a line of the journal is for; rules say which account that is. */
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
