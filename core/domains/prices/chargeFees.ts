import type { Decimal } from 'decimal.js'
import { CHARGES } from '#core/domains/orders/charges.ts'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSameAmount } from '#core/domains/orders/totals.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { Exact, sumOf } from '#core/platform/numbers/exact.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { PriceMoment } from './decidePrice.ts'
import type { price_fees } from './price_fees.ts'

/** A fee that its seller charges at a moment. Decimals as strings. */
export interface CandidateFee extends Omit<Fee, 'company_id' | 'unit_id' | 'created_at' | 'updated_at'> {
  /** The unit's volume; null without a unit of volume. */
  readonly litres: string | null
}
type Fee = RecordOf<typeof price_fees>

/** A line as fees see it. */
export interface FeeLine {
  /** Null if it is not a volume. */
  readonly litres: string | null
  readonly is_hazardous: boolean
  /** The stop that delivered it. Lines without one count as one drop, such as the lines of an order before its delivery. */
  readonly drop?: number | null
}

export interface ChargedFee {
  price_fee_id: number
  name: string
  charge: (typeof CHARGES)[number]
  amount: string
  /** The index price that decided, for a fuel surcharge. */
  index: string | null
}

/**
 * The fees of an order, in the currency of its company. A fuel surcharge by table is the usual one of carriers: the row of the posted
 * index price, such as the weekly diesel price of the US Energy Information Administration, names the amount.
 * @param index the posted prices of indexes, in force at the moment
 * @param places decimals of the currency
 */
export function chargeFees(
  fees: readonly CandidateFee[],
  lines: readonly FeeLine[],
  { moment, index, places }: { moment: PriceMoment; index: readonly IndexPrice[]; places: number },
): ChargedFee[] {
  const charged = fees.filter(
    (fee) => fee.from_date <= moment.date && (fee.to_date === null || fee.to_date >= moment.date),
  )
  return charged.flatMap((fee) => {
    const price = fee.fee_kind === 'fuel_surcharge' ? indexOf(fee, index) : null
    if (!applies(fee, { lines, moment, price, charged })) return []
    const sales = salesOf(fee, lines)
    if (sales.length === 0) return []
    const counted = sales.flat().filter((item) => fee.fee_kind !== 'hazmat' || item.is_hazardous)
    const units =
      fee.per === 'document' ? new Exact(sales.length) : volumeOf(counted).dividedBy(fee.litres ?? 1)
    const amount = units.times(fee.amount).toDecimalPlaces(places)
    if (amount.isZero() || (fee.per === 'unit' && fee.litres === null)) return []
    const { price_fee_id, name, charge } = fee
    return [{ price_fee_id, name, charge, amount: amount.toFixed(3), index: price }]
  })
}

/** Types of documents with fees of their own; an invoice has the fees of its order. */
export const WITH_FEES: readonly DocumentType[] = ['quote', 'sales_order']

export type Charges = { [name in (typeof CHARGES)[number]]?: string | null }

/** The sum of fees in each charge. */
export function chargesOf(fees: readonly ChargedFee[]): Record<keyof Charges, string> {
  const sumIn = (name: keyof Charges) =>
    sumOf(fees.flatMap(({ charge, amount }) => (charge === name ? amount : []))).toFixed(3)
  return recordOf(CHARGES, sumIn)
}

/**
 * The charges that follow the fees of their seller: charges that are empty, or equal the sum of the earlier fees. Any other charge was
 * entered by a person, and stays.
 * @returns their new sums
 */
export function followFees(
  document: Charges,
  before: readonly ChargedFee[],
  found: readonly ChargedFee[],
): Partial<Record<keyof Charges, string>> {
  const old = chargesOf(before)
  const sums = chargesOf(found)
  const automatic = CHARGES.filter((name) => !document[name] || isSameAmount(document[name], old[name]))
  return recordOf(automatic, (name) => sums[name])
}

export interface IndexPrice {
  readonly terminal_id: number
  readonly product_id: number
  readonly unit_price: string
}

interface Circumstances {
  lines: readonly FeeLine[]
  moment: PriceMoment
  price: string | null
  charged: readonly CandidateFee[]
}

function applies(fee: CandidateFee, { lines, moment, price, charged }: Circumstances): boolean {
  if (lines.length === 0) return false
  switch (fee.fee_kind) {
    case 'delivery':
    case 'minimum_drop':
      return true
    case 'hazmat':
      return lines.some(({ is_hazardous }) => is_hazardous)
    case 'weekend':
      return [0, 6].includes(new Date(`${moment.date}T00:00:00Z`).getUTCDay())
    case 'fuel_surcharge':
      return price !== null && isReached(fee, price) && !charged.some((row) => isHigherRow(row, fee, price))
  }
}

const isReached = ({ from_index }: CandidateFee, price: string) =>
  new Exact(price).greaterThanOrEqualTo(from_index ?? 0)

/** Whether the index reaches another row of the same table that is higher, or as high and newer. */
function isHigherRow(row: CandidateFee, fee: CandidateFee, price: string): boolean {
  if (row.fee_kind !== 'fuel_surcharge' || row === fee || !isReached(row, price)) return false
  if (row.terminal_id !== fee.terminal_id || row.product_id !== fee.product_id || row.name !== fee.name)
    return false
  const order =
    new Exact(row.from_index ?? 0).comparedTo(fee.from_index ?? 0) ||
    row.from_date.localeCompare(fee.from_date) ||
    row.price_fee_id - fee.price_fee_id
  return order > 0
}

function indexOf({ terminal_id, product_id }: CandidateFee, index: readonly IndexPrice[]): string | null {
  return (
    index.find((item) => item.terminal_id === terminal_id && item.product_id === product_id)?.unit_price ??
    null
  )
}

/**
 * The sales that a fee is charged for: all lines together, but each stop apart for a minimum drop, so that it does not depend on how many
 * deliveries are billed at once. Only those below its quantity.
 */
function salesOf(fee: CandidateFee, lines: readonly FeeLine[]): (readonly FeeLine[])[] {
  const { fee_kind, below_quantity } = fee
  const sales =
    fee_kind === 'minimum_drop' ? [...groupBy(lines, ({ drop }) => drop ?? null).values()] : [lines]
  return sales.filter((sale) => below_quantity === null || isBelow(below_quantity, fee, volumeOf(sale)))
}

function isBelow(quantity: string, { litres }: CandidateFee, volume: Decimal): boolean {
  return litres !== null && volume.lessThan(new Exact(quantity).times(litres))
}

function volumeOf(lines: readonly FeeLine[]): Decimal {
  return sumOf(lines.map(({ litres }) => litres ?? 0))
}
