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
  /** Rates by code that stay: those of a released document. */
  readonly savedRates?: ReadonlyMap<number, string>
}

/**
 * A source of taxes: those of each line of each sale. What sellers maintain themselves is one (`readStoredTaxes`); a service that knows
 * jurisdictions by address can be another.
 */
export type TaxProvider = (context: Context, queries: readonly TaxQuery[]) => Promise<AppliedTax[][][]>
