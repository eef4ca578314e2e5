/** Decimals as whole numbers of their smallest step, without rounding errors. */

/** A plain decimal as a whole number of 10⁻`scale`; throws for anything else and for more decimals. */
export function scaled(text: string | number, scale: number): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(text))
  const decimals = (parts?.[3] ?? '').replace(/0+$/, '')
  if (!parts || decimals.length > scale) throw new Error(`${text} has not at most ${scale} decimals`)
  const value = BigInt(parts[2]! + decimals.padEnd(scale, '0'))
  return parts[1] ? -value : value
}

/** Cents of an amount with decimals; throws for fractions of a cent. */
export const cents = (text: string | number) => scaled(text, 2)

/** Cents of a quantity (3 decimals) at a price per unit (6 decimals), half a cent rounded up. */
export function priced(quantity: string | number, price: string | number): bigint {
  const exact = scaled(quantity, 3) * scaled(price, 6)
  const step = 10n ** 7n
  return (exact + step / 2n) / step
}

export const inDollars = (amount: bigint) =>
  `${amount < 0n ? '-' : ''}$${(amount < 0n ? -amount : amount) / 100n}.${String((amount < 0n ? -amount : amount) % 100n).padStart(2, '0')}`
