import { isOneOf } from './facts/badDays.ts'
import { ACCOUNTS, EXEMPT, PRICE_CLASS, PRICE_RULES, TAXES } from './facts/money.ts'
import type { Office } from './inhabitants/bookkeeper.ts'
import type { Person } from './inhabitants/person.ts'
import type { Tank } from './tank.ts'

/** Prices, taxes and accounts count from this day on. */
const FROM = '2026-01-01'

/** Creates the seller's price rules, taxes and accounts, with classes, agreements and certificates of customers. */
export async function settleMoney(
  owner: Person,
  { seller_id: company_id, terminal_id, unit_id, products }: Office,
  tanks: readonly Tank[],
): Promise<void> {
  const create = (kind: string, body: object) => owner.must('POST', `/${kind}`, body)
  for (const { level, whom, product, unit_price, margin, by, from, name } of PRICE_RULES) {
    const rule = {
      ...{ name, company_id, unit_id, product_id: products[product], price_by: by, from_date: FROM },
      ...{ from_quantity: String(from), ...(unit_price ? { unit_price } : { terminal_id, margin }) },
    }
    const customers = tanks
      .filter(({ number, kind }) => whom && isOneOf(number, whom) && kind.product === product)
      .map(({ ids }) => ids.company_id)
    const price_class = PRICE_CLASS
    if (level === 'price_list') await create('price_rules', rule)
    if (level === 'class') await create('price_rules', { ...rule, price_class })
    for (const customer_id of customers) {
      if (level === 'class') await create('price_classes', { company_id, customer_id, price_class })
      else await create('price_rules', { ...rule, name: `${name} ${customer_id}`, customer_id })
    }
  }
  const { currencies } = await owner.must('GET', '/currencies?page_size=0')
  const { currency_id } = currencies.find(({ code }: any) => code === 'USD')
  for (const { name, basis, products: taxed, rates } of TAXES) {
    const unit = basis === 'per_unit' ? { unit_id, currency_id } : {}
    const { tax_code } = await create('tax_codes', { name, printed_name: name, company_id, basis, ...unit })
    const { tax_code_id } = tax_code
    for (const product of taxed) await create('tax_rules', { tax_code_id, product_id: products[product] })
    for (const [from_date, rate, to_date] of rates)
      await create('tax_rates', { tax_code_id, rate, from_date, ...(to_date && { to_date }) })
  }
  for (const { ids, number } of tanks.filter((tank) => isOneOf(tank.number, EXEMPT))) {
    const certificate = { certificate: `MI-${number}`, exempt_use: 'government' }
    await create('tax_exemptions', { company_id, customer_id: ids.company_id, ...certificate })
  }
  for (const [purpose, account_code] of Object.entries(ACCOUNTS)) {
    const account_type = purpose === 'income' ? 'revenue' : 'asset'
    const created = await create('chart_of_accounts', { account_code, account_name: purpose, account_type })
    const { account_id } = created.chart_of_account
    await create('account_rules', { company_id, purpose, account_id })
  }
}
