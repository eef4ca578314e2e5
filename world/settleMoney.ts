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
  const fleet = new Set<number>()
  for (const { level, whom, product, unit_price, margin, by, from, name } of PRICE_RULES) {
    const rule = {
      ...{ name, company_id, unit_id, product_id: products[product], price_by: by, from_date: FROM },
      ...{ from_quantity: String(from), ...(unit_price ? { unit_price } : { terminal_id, margin }) },
    }
    const customers = tanks
      .filter(({ number, kind }) => whom && isOneOf(number, whom) && kind.product === product)
      .map(({ ids }) => ids.company_id)
    if (level === 'class') for (const customer of customers) fleet.add(customer)
    if (level !== 'agreement')
      await owner.must('POST', '/price_rules', {
        ...rule,
        ...(level === 'class' && { price_class: PRICE_CLASS }),
      })
    else
      for (const customer_id of customers)
        await owner.must('POST', '/price_rules', { ...rule, name: `${name} ${customer_id}`, customer_id })
  }
  for (const customer_id of fleet)
    await owner.must('POST', '/price_classes', { company_id, customer_id, price_class: PRICE_CLASS })
  for (const { name, basis, products: taxed, rates } of TAXES) {
    const { currencies } = await owner.must('GET', '/currencies?page_size=0')
    const { currency_id } = currencies.find(({ code }: any) => code === 'USD')
    const { tax_code } = await owner.must('POST', '/tax_codes', {
      ...{ name, printed_name: name, company_id, basis },
      ...(basis === 'per_unit' && { unit_id, currency_id }),
    })
    const { tax_code_id } = tax_code
    for (const product of taxed)
      await owner.must('POST', '/tax_rules', { tax_code_id, product_id: products[product] })
    for (const [index, [from_date, rate]] of rates.entries()) {
      const next = rates[index + 1]?.[0]
      const to_date = next && new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10)
      await owner.must('POST', '/tax_rates', { tax_code_id, rate, from_date, ...(to_date && { to_date }) })
    }
  }
  for (const { ids, number } of tanks.filter(({ number }) => isOneOf(number, EXEMPT))) {
    await owner.must('POST', '/tax_exemptions', {
      ...{ company_id, customer_id: ids.company_id, exempt_use: 'government', certificate: `MI-${number}` },
    })
  }
  for (const [purpose, account_code] of Object.entries(ACCOUNTS)) {
    const { chart_of_account } = await owner.must('POST', '/chart_of_accounts', {
      ...{ account_code, account_name: purpose, account_type: purpose === 'income' ? 'revenue' : 'asset' },
    })
    const { account_id } = chart_of_account
    await owner.must('POST', '/account_rules', { company_id, purpose, account_id })
  }
}
