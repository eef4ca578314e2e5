import { sql } from 'kysely'
import {
  applicableTaxes,
  type TaxBooks,
  type TaxCode,
  type TaxExemption,
} from '#core/domains/finance/applicableTaxes.ts'
import { isSameAmount } from '#core/domains/orders/totals.ts'
import type { Issue } from '#core/platform/issue.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import type { TaxProvider, TaxQuery } from './taxProvider.ts'

type CodeRow = Omit<TaxCode, 'exchange_rate'> &
  Pick<TaxBooks, 'rates' | 'rules'> & { company_id: number; currency_id: number | null }
type ExemptionRow = TaxExemption & { company_id: number; customer_id: number }

/**
 * The taxes of sales by the codes, rates, rules and certificates that their sellers maintain.
 * @throws Refusal 422 for an amount per unit in a currency that is neither the company's nor the document's
 */
export const readStoredTaxes: TaxProvider = async (context, queries) => {
  const sellers = [...new Set(queries.map(({ seller_id }) => seller_id))]
  const codes = await readCodes(context, sellers)
  if (codes.length === 0) return queries.map(({ lines }) => lines.map(() => []))
  const { db } = context
  const customers = [...new Set(queries.map(({ company_id }) => company_id))]
  const { rows: exemptions } = await sql<ExemptionRow>`
    select tax_exemption_id, company_id, customer_id, tax_code_id, product_id, exempt_use, certificate, end_date
    from tax_exemptions where customer_id = any(${customers}::int8[]) and company_id = any(${sellers}::int8[])
    order by tax_exemption_id`.execute(db)
  const codesOf = groupBy(codes, ({ company_id }) => company_id)
  return queries.map((query) => {
    const own = codesOf.get(query.seller_id) ?? []
    const books: TaxBooks = {
      codes: own.map((code) => atRateOf(query, code)),
      rates: own.flatMap(({ rates }) => rates),
      rules: own.flatMap(({ rules }) => rules),
      exemptions: exemptions.filter(
        ({ company_id, customer_id }) => company_id === query.seller_id && customer_id === query.company_id,
      ),
    }
    const taxes = query.lines.map((line) =>
      applicableTaxes(books, { ...line, place: query.place }, query.savedRates),
    )
    refuseIssues(foreignTaxIssues(taxes.flat()))
    return taxes
  })
}

async function readCodes({ db }: Context, sellers: readonly number[]): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select t.tax_code_id, t.printed_name, t.jurisdiction, t.basis, u.unit_abbrev as unit_title, u.factor as unit_liters, t.applies_to,
      t.rounding, t.company_id, t.currency_id,
      coalesce((select json_agg(json_build_object('tax_code_id', r.tax_code_id, 'rate', r.rate::text, 'from_date', r.from_date, 'to_date', r.to_date))
        from tax_rates r where r.tax_code_id = t.tax_code_id), '[]') as rates,
      coalesce((select json_agg(r order by r.tax_rule_id) from tax_rules r where r.tax_code_id = t.tax_code_id), '[]') as rules
    from tax_codes t left join units_of_measure u on u.id = t.unit_id and t.basis = 'per_unit'
    where t.company_id = any(${[...sellers]}::int8[]) and t.is_active = 1
    order by t.company_id, t.name, t.tax_code_id`.execute(db)
  return rows
}

/** An unknown rate: the code is in a third currency. */
const UNKNOWN = '0'

function atRateOf(
  { company_currency_id, currency_id: own, exchange_rate }: TaxQuery,
  { company_id: _, rates: __, rules: ___, currency_id, ...code }: CodeRow,
): TaxCode {
  const isInCompanys = code.basis === 'percent' || currency_id === company_currency_id
  return { ...code, exchange_rate: isInCompanys ? '1' : currency_id === own ? exchange_rate : UNKNOWN }
}

function foreignTaxIssues(taxes: readonly { tax_name: string; exchange_rate: string }[]): Issue[] {
  const foreign = taxes.find(({ exchange_rate }) => isSameAmount(exchange_rate, UNKNOWN))
  return foreign ? [{ field: 'currency_id', rule: 'tax_currency', params: { tax: foreign.tax_name } }] : []
}
