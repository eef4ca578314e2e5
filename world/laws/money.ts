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
/** Thousandths of a quantity. */
export const thousandths = (text: string | number) => scaled(text, 3)
/** Millionths of a price or a rate. */
export const millionths = (text: string | number) => scaled(text, 6)

/** A quotient of whole numbers that are not negative, half a step rounded up. */
export const divided = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

/** Cents of thousandths at millionths of a dollar each. */
export const priced = (quantity: bigint, price: bigint) => divided(quantity * price, 10n ** 7n)

/** A share of an amount in cents; `percent` is in millionths. */
export const percentOf = (amount: bigint, percent: bigint) => divided(amount * percent, 10n ** 8n)

export const sum = (values: Iterable<bigint>) => [...values].reduce((all, value) => all + value, 0n)

/** An amount in cents as a decimal. */
export function decimal(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
