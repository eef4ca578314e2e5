import type { Decimal } from 'decimal.js'
import { keysOf } from '#core/platform/keysOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { Exact, fixedText, sumOf } from '#core/platform/numbers/exact.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import type { AppliedTax } from './applicableTaxes.ts'

/** Decimals of stored litres: US gallons have nine, quantities three. */
const LITRE_PLACES = 12

/** A line of a document with the taxes on it. Decimals as strings. */
export interface TaxedLine {
  /** Its total in the company's currency. */
  readonly amount: string
  readonly quantity: string
  /** Litres per unit of the quantity; null if it is not a volume. */
  readonly liters: string | null
  readonly taxes: readonly AppliedTax[]
}

/** A calculated tax on a line. A line is taxed or exempt as a whole. */
export interface CalculatedTax extends AppliedTax {
  /** Index of the line. */
  readonly line: number
  readonly taxable_amount: string
  readonly exempt_amount: string
  readonly taxable_liters: string | null
  readonly exempt_liters: string | null
  readonly tax: string
}

/**
 * The taxes of a document by line and code, in the company's currency: amount × rate ÷ 100, or quantity × rate. The discount of the whole
 * document lowers the lines, and its charges (for codes on goods and freight) raise them, in proportion to their totals, so that taxable
 * and exempt amounts add up to the document. Each tax is rounded half up once: by line, or by code for the document, which its lines then
 * share.
 * @param discount of the whole document, in money
 * @param charges freight and other charges of the document
 * @param places decimals of the currency
 */
export function calculateTaxes(
  lines: readonly TaxedLine[],
  { discount, charges }: { discount: string; charges: string },
  places: number,
): CalculatedTax[] {
  const amounts = lines.map(({ amount }) => new Exact(amount))
  const goods = sumOf(amounts).minus(discount)
  const onGoods = split(goods, amounts, places)
  const onFreight = split(new Exact(charges), amounts, places)
  const exact = lines.flatMap(({ quantity, liters, taxes }, line) => {
    const volume = liters === null ? null : new Exact(quantity).times(liters)
    return taxes.flatMap((tax) => {
      if (tax.basis === 'per_unit' && volume === null) return []
      const base =
        tax.applies_to === 'goods_and_freight'
          ? itemAt(onGoods, line).plus(itemAt(onFreight, line))
          : itemAt(onGoods, line)
      return [{ line, tax, base, volume, exact: exactTax(tax, base, volume) }]
    })
  })
  const rounded = roundedTaxes(exact, places)
  return exact.map((item) => {
    const { line, tax, base, volume } = item
    const isExempt = isExempted(tax)
    const none = volume && '0.000000000000'
    const litres = volume?.toFixed(LITRE_PLACES) ?? null
    return {
      ...tax,
      line,
      taxable_amount: money(isExempt ? new Exact(0) : base),
      exempt_amount: money(isExempt ? base : new Exact(0)),
      taxable_liters: isExempt ? none : litres,
      exempt_liters: isExempt ? litres : none,
      tax: money(getOrThrow(rounded, item)),
    }
  })
}

/** Rounds each tax: separately, or so that the taxes of one code add up to their rounded sum. */
function roundedTaxes<One extends { tax: AppliedTax; exact: Decimal }>(
  all: readonly One[],
  places: number,
): Map<One, Decimal> {
  const rounded = new Map<One, Decimal>()
  for (const own of groupBy(all, ({ tax }) => tax.tax_code_id).values()) {
    let [before, done] = [new Exact(0), new Exact(0)]
    for (const item of own) {
      if (item.tax.rounding === 'line') {
        rounded.set(item, item.exact.toDecimalPlaces(places))
        continue
      }
      const until = before.plus(item.exact)
      rounded.set(item, until.toDecimalPlaces(places).minus(done))
      ;[before, done] = [until, until.toDecimalPlaces(places)]
    }
  }
  return rounded
}

/** The sum of taxes. */
export function taxTotal(taxes: readonly Pick<CalculatedTax, 'tax'>[]): string {
  return money(sumOf(taxes.map(({ tax }) => tax)))
}

/** A tax of a document: all its lines with one code, name and rate, and one certificate at most. */
export type TaxSum = Pick<
  CalculatedTax,
  'tax_code_id' | 'tax_name' | 'basis' | 'rate' | 'unit_title' | 'unit_liters' | keyof typeof ADDED
> & { readonly certificate: string | null }

/** Figures that add up over lines, with their decimals. */
export const ADDED = {
  taxable_amount: STORED_PLACES,
  exempt_amount: STORED_PLACES,
  taxable_liters: LITRE_PLACES,
  exempt_liters: LITRE_PLACES,
  tax: STORED_PLACES,
} as const

/** The table of taxes of a document, in order of appearance. */
export function sumTaxes<Tax extends TaxSum>(taxes: readonly Tax[]): Tax[] {
  return sumTaxesBy(taxes, ({ tax_name }) => tax_name)
}

/** The sums of taxes with one code and rate, and the same `part`, in order of appearance. */
export function sumTaxesBy<Tax extends TaxSum>(
  taxes: readonly Tax[],
  part: (tax: Tax) => string | null,
): Tax[] {
  const sums = new Map<string, Tax>()
  for (const tax of taxes) {
    const key = [tax.tax_code_id, new Exact(tax.rate).toFixed(), part(tax)].join('\n')
    const found = sums.get(key)
    // The certificate of the exempt lines stays with the sum.
    const named = found?.certificate ? found : tax
    sums.set(key, found ? { ...named, ...added(found, tax) } : tax)
  }
  return [...sums.values()]
}

function added(one: TaxSum, other: TaxSum): object {
  return recordOf(keysOf(ADDED), (name) => {
    const [a, b] = [one[name], other[name]]
    return a === null || b === null ? (a ?? b) : new Exact(a).plus(b).toFixed(ADDED[name])
  })
}

/** The quantity of some litres in the unit of a tax, to 3 decimals; null if it is not a volume. */
export function taxedQuantity(liters: string | null, unit_liters: string | null): string | null {
  if (liters === null || unit_liters === null) return null
  return new Exact(liters).dividedBy(unit_liters).toDecimalPlaces(3).toFixed()
}

/** A stored tax keeps its certificate after the exemption is deleted. */
const isExempted = ({ certificate }: AppliedTax) => certificate !== null

function exactTax(tax: AppliedTax, base: Decimal, volume: Decimal | null): Decimal {
  if (isExempted(tax)) return new Exact(0)
  if (tax.basis === 'percent') return base.times(tax.rate).dividedBy(100)
  if (volume === null || tax.unit_liters === null) throw new TypeError('a tax per unit requires a volume')
  return volume.dividedBy(tax.unit_liters).times(tax.rate).dividedBy(tax.exchange_rate)
}

/** Parts of an amount in proportion to weights, each with `places` decimals; they add up to the amount, rounded. */
function split(amount: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const whole = sumOf(weights)
  const each = whole.isZero() ? weights.map(() => new Exact(1)) : weights
  const all = whole.isZero() ? new Exact(Math.max(1, weights.length)) : whole
  let [weight, done] = [new Exact(0), new Exact(0)]
  return each.map((item) => {
    weight = weight.plus(item)
    const until = amount.times(weight).dividedBy(all).toDecimalPlaces(places)
    const part = until.minus(done)
    done = until
    return part
  })
}

function money(value: Decimal): string {
  return fixedText(value, STORED_PLACES)
}
