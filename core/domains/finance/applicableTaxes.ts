import type { RecordOf } from '#core/resources/definition.ts'
import type { tax_codes } from './tax_codes.ts'
import type { ExemptUse, tax_exemptions } from './tax_exemptions.ts'
import type { tax_rates } from './tax_rates.ts'
import type { tax_rules } from './tax_rules.ts'

/** A tax code of the seller; its name is as printed. */
export interface TaxCode
  extends Pick<
    RecordOf<typeof tax_codes>,
    'tax_code_id' | 'printed_name' | 'jurisdiction' | 'basis' | 'applies_to' | 'rounding'
  > {
  /** Unit of volume of an amount per unit, with its litres. */
  readonly unit_title: string | null
  readonly unit_liters: string | null
  /** Units of the code's currency for one of the company's; 1 for a percentage. */
  readonly exchange_rate: string
}

/** A rate of a code from one day to another, both included. Rates of a code do not overlap. */
export type TaxRate = Pick<RecordOf<typeof tax_rates>, 'tax_code_id' | 'rate' | 'from_date' | 'to_date'>

/** Where and for what a code applies; an empty part covers everything. */
export type TaxRule = Omit<RecordOf<typeof tax_rules>, 'created_at' | 'updated_at'>

/** A customer's certificate; an empty code or product covers all of them. */
export type TaxExemption = Pick<
  RecordOf<typeof tax_exemptions>,
  'tax_exemption_id' | 'tax_code_id' | 'product_id' | 'exempt_use' | 'certificate' | 'end_date'
>

/** Taxes that a seller charges a customer: all codes, rates and rules of the seller, and the customer's certificates. */
export interface TaxBooks {
  readonly codes: readonly TaxCode[]
  readonly rates: readonly TaxRate[]
  readonly rules: readonly TaxRule[]
  readonly exemptions: readonly TaxExemption[]
}

/** An address of delivery. */
export interface TaxPlace {
  readonly country_iso_3: string | null
  readonly state: string | null
  readonly city: string | null
  readonly zip_code: string | null
}

/** A tax on a line, with all that is needed to count and explain it. */
export interface AppliedTax extends Omit<TaxCode, 'printed_name'> {
  readonly tax_name: string
  readonly rate: string
  /** The rule that matched. */
  readonly tax_rule_id: number | null
  readonly tax_exemption_id: number | null
  readonly certificate: string | null
  readonly exempt_use: ExemptUse | null
}

/**
 * The taxes on a product that is delivered to a place on a day: each code with a matching rule and a rate on that day, once, in the order
 * of the codes.
 * @param savedRates fixed rates of a released document by code, which override the table
 */
export function applicableTaxes(
  { codes, rates, rules, exemptions }: TaxBooks,
  line: { product_id: number; place: TaxPlace; date: string },
  savedRates: ReadonlyMap<number, string> = new Map(),
): AppliedTax[] {
  return codes.flatMap(({ printed_name, ...code }) => {
    const { tax_code_id } = code
    const rule = rules.find((item) => item.tax_code_id === tax_code_id && isCovered(item, line))
    const rate =
      savedRates.get(tax_code_id) ??
      rates.find((item) => item.tax_code_id === tax_code_id && isInForce(item, line.date))?.rate
    if (!rule || rate === undefined) return []
    const exemption = exemptions.find(
      (item) =>
        (item.tax_code_id ?? tax_code_id) === tax_code_id &&
        (item.product_id ?? line.product_id) === line.product_id &&
        !isEnded(item, line.date),
    )
    return [
      {
        ...code,
        tax_name: printed_name,
        rate,
        tax_rule_id: rule.tax_rule_id,
        tax_exemption_id: exemption?.tax_exemption_id ?? null,
        certificate: exemption?.certificate ?? null,
        exempt_use: exemption?.exempt_use ?? null,
      },
    ]
  })
}

/** Whether a certificate has ended before a day. */
export function isEnded({ end_date }: { end_date?: string | null }, date: string): boolean {
  return end_date != null && end_date < date
}

/** Whether two spans of days share a day. */
export function overlap(
  one: Pick<TaxRate, 'from_date' | 'to_date'>,
  other: Pick<TaxRate, 'from_date' | 'to_date'>,
): boolean {
  return (
    (one.to_date === null || other.from_date <= one.to_date) &&
    (other.to_date === null || one.from_date <= other.to_date)
  )
}

function isInForce({ from_date, to_date }: TaxRate, date: string): boolean {
  return from_date <= date && (to_date === null || date <= to_date)
}

function isCovered(
  { country_iso_3, state, city, zip_from, zip_to, product_id }: TaxRule,
  line: { product_id: number; place: TaxPlace },
): boolean {
  const { place } = line
  return (
    (product_id === null || product_id === line.product_id) &&
    // As for ZIP codes, an address without a country is in the United States.
    isSame(country_iso_3, place.country_iso_3 || 'USA') &&
    isSame(state, place.state) &&
    isSame(city, place.city) &&
    isInRange(plain(place.zip_code), plain(zip_from), plain(zip_to))
  )
}

/** Within a range of ZIP codes or of their first characters: 688 covers 68847. Without an end, the range is its start. */
function isInRange(zip: string, from: string, to: string): boolean {
  if (from === '') return true
  const end = to || from
  return zip !== '' && zip.slice(0, from.length) >= from && zip.slice(0, end.length) <= end
}

function isSame(expected: string | null, found: string | null): boolean {
  return !expected?.trim() || plain(expected) === plain(found)
}

function plain(text: string | null): string {
  return (text ?? '').trim().toUpperCase()
}
