import type { AppliedTax, TaxPlace } from '#core/domains/finance/applicableTaxes.ts'
import type { Context } from '#server/platform/context.ts'

/** A sale to be taxed. */
export interface TaxQuery {
  readonly seller_id: number
  readonly company_id: number
  readonly place: TaxPlace
  /** Currencies of the company and of the document, and units of the latter for one of the former. */
  readonly company_currency_id: number | null
  readonly currency_id: number
  readonly exchange_rate: string
  readonly lines: readonly { readonly product_id: number; readonly date: string }[]
  /** Fixed rates of a released document, by code. */
  readonly savedRates?: ReadonlyMap<number, string>
}

/**
 * A source of the taxes on each line of each sale. The sellers' own tables are one (`readStoredTaxes`); a service that knows jurisdictions
 * by address can be another.
 */
export type TaxProvider = (context: Context, queries: readonly TaxQuery[]) => Promise<AppliedTax[][][]>
