import fs from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import type { TFunction } from 'i18next'
import { dayFromNow } from './days.ts'
import { Effort } from './effort.ts'
import { choose, expectStatus, takeStep } from './orderSteps.ts'
import { apiOf, dismissNotices, NEW_PASSWORD, openAs } from './signIn.ts'
import { textsIn } from './textsIn.ts'

interface Example {
  language: 'en' | 'es'
  currency: string
  /** The unit system of the companies and of the clerk: gallons, or litres. */
  system: 1 | 2
  unit: string
  /** Posted yesterday, near today's price. */
  yesterday: string
  /** Posted today; the customer pays this plus a margin. */
  posted: string
  margin: string
  price: string
  ordered: string
  delivered: string
  tax: string
  /** Total of the invoice: quantity × price, rounded to cents, plus the tax of that. */
  total: string
}

const EXAMPLES: readonly Example[] = [
  {
    ...{ language: 'en', currency: 'USD', system: 1, unit: 'gal' },
    ...{
      yesterday: '2.0925',
      posted: '2.1175',
      margin: '0.23',
      price: '$2.3475',
      ordered: '500',
      delivered: '480',
    },
    ...{ tax: '5.5', total: '$1,188.77' },
  },
  {
    ...{ language: 'es', currency: 'EUR', system: 2, unit: 'L' },
    ...{
      yesterday: '0.8',
      posted: '0.8125',
      margin: '0.0575',
      price: '€0.87',
      ordered: '2000',
      delivered: '1840',
    },
    ...{ tax: '21', total: '€1,936.97' },
  },
]

for (const example of EXAMPLES) {
  const { language, currency, unit, total } = example
  test(`from the price of the day to the export, in ${language}, ${unit} and ${currency}`, async ({
    page,
    request,
  }) => {
    const t = textsIn(language)
    const business = await foundBusiness(request, example)
    const clerk = await apiOf(request, 'customer-support')
    await dismissNotices(request, 'customer-support')
    await clerk('PATCH', '/me', { language, unit_of_measure: example.system })
    try {
      await openAs(page, 'customer-support', '/prices')
      const office = new Office(page, t, business)
      await office.post(example)
      const order = await office.order(example)
      await deliver(request, page, t, { ...business, ...example, order })
      const invoice = await office.bill(total)
      await office.pay(total)
      await office.takeBack(total)
      await office.state(total)
      await office.exportJournal({ invoice, total })
      console.log(`clerk: ${office.effort.clicks} clicks, ${office.effort.typed} fields`)
    } finally {
      await clerk('PATCH', '/me', { language: 'en', unit_of_measure: 1 })
    }
  })
}

type Business = Awaited<ReturnType<typeof foundBusiness>>

/** A seller with its terminal, price list and tax, and a customer who buys there. */
async function foundBusiness(request: APIRequestContext, example: Example) {
  const { language, currency, system, unit, yesterday, margin, tax } = example
  const staff = await apiOf(request, 'developer')
  const created = async (path: string, single: string, body: object) => {
    const response = await staff('POST', path, body)
    if (!response[single]) throw new Error(`${path}: ${JSON.stringify(response)}`)
    return response[single]
  }
  const idOf = async (path: string, find: (one: any) => boolean, id: string) =>
    Object.values<any>(await staff('GET', path))
      .find(Array.isArray)!
      .find(find)[id] as number
  const name = `${currency} ${Date.now() % 1_000_000}`
  const email = `pay-${currency.toLowerCase()}-${Date.now()}@money.example`
  const unit_id = await idOf('/units_of_measure?page_size=0', (one) => one.unit_abbrev === unit, 'id')
  const currency_id = await idOf('/currencies?page_size=0', ({ code }) => code === currency, 'currency_id')
  const common = { currency_id, unit_of_measure: system, payment_term_id: 1 }
  const seller = `${name} Energy`
  const { company_id: seller_id } = await created('/distributors', 'distributor', {
    ...common,
    company: seller,
  })
  const customer = `${name} Farm`
  const { company_id } = await created('/customers', 'customer', {
    ...{ ...common, company: customer, parent_id: seller_id, billing_email: email },
  })
  const { people_id } = await created('/users', 'user', {
    ...{ username: email, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD, login_type_id: 'customer' },
    ...{ company_id, first_name: 'Ines', last_name: name, phone_number: '+13135550123' },
  })
  await staff('PATCH', `/people/${people_id}`, { language })
  const { devices } = await staff('GET', '/devices?page_size=1')
  const { device_type_id, mobile_provider_id } = devices[0]
  const device = `MONEY-${name.replace(' ', '-')}`
  const { device_id } = await created('/devices', 'device', {
    ...{ public_id: device, company_id, device_type_id, mobile_provider_id },
  })
  const product = `${name} Diesel`
  const { product_id } = await created('/tank_products', 'tank_product', {
    ...{ product_name: product, company_id: seller_id, color: '#335577', specific_gravity: '0.850' },
  })
  const driver = await created('/people', 'person', {
    ...{ first_name: 'Dan', last_name: name, company_id: seller_id },
  })
  const { truck_id } = await created('/tanker_trucks', 'tanker_truck', {
    ...{
      truck_name: `${name} Bobtail`,
      company_id: seller_id,
      vehicle_type: 'truck',
      num_of_compartments: 1,
    },
    ...{ compartment1: 9_000, max_weight: 0, payload: 0, gvwr: 0 },
  })
  const terminal = `${name} Rack`
  const { terminal_id } = await created('/terminals', 'terminal', { name: terminal, company_id: seller_id })
  await created('/posted_prices', 'posted_price', {
    ...{ company_id: seller_id, terminal_id, product_id, unit_id, unit_price: yesterday },
    valid_from: new Date(Date.now() - 86_400_000).toISOString(),
  })
  await created('/price_rules', 'price_rule', {
    ...{ name: 'Rack', company_id: seller_id, product_id, unit_id, terminal_id, margin },
    ...{ price_by: 'delivery', from_date: '2020-01-01' },
  })
  const { tax_code_id } = await created('/tax_codes', 'tax_code', {
    ...{ company_id: seller_id, name: 'VAT', printed_name: 'VAT', basis: 'percent', applies_to: 'goods' },
  })
  await created('/tax_rates', 'tax_rate', { tax_code_id, rate: tax, from_date: '2020-01-01' })
  await created('/tax_rules', 'tax_rule', { tax_code_id })
  return {
    ...{ seller, seller_id, customer, company_id, email, device, device_id, product, product_id, unit_id },
    ...{ terminal, truck_id, driver_id: driver.people_id as number },
  }
}

/** Plans and drives a round by calls, and finalizes it on its screen. */
async function deliver(
  request: APIRequestContext,
  page: Page,
  t: TFunction,
  {
    order,
    seller_id,
    truck_id,
    driver_id,
    product,
    product_id,
    unit_id,
    delivered,
    ordered,
  }: Business & Example & { order: number },
): Promise<void> {
  const staff = await apiOf(request, 'developer')
  const { transaction_document } = await staff('GET', `/transaction_documents/${order}`)
  const { document_detail_id } = transaction_document.details[0]
  const { shipment_planner, ...refused } = await staff('POST', '/shipment_planner', {
    ...{ company_id: seller_id, truck_id, delivered_by: driver_id, load_date: dayFromNow(0) },
    details: [{ document_detail_id, product_id, unit_id, quantity: ordered, compartment: 1 }],
  })
  if (!shipment_planner) throw new Error(JSON.stringify(refused))
  const { shipment_id } = shipment_planner
  for (const status of ['in route', 'delivered'])
    await staff('POST', `/shipment_planner/${shipment_id}/status`, { status })
  await page.goto(`/shipment_planners/${shipment_id}/finalize`)
  const finalize = page.getByRole('dialog', { name: t('shipments.finalize') })
  await finalize.getByRole('textbox', { name: t('shipments.delivered_of', { product }) }).fill(delivered)
  await finalize.getByRole('button', { name: t('shipments.finalize') }).click()
  await expect(page).toHaveURL(/\/sign$/)
}

/** The screens of a clerk. */
class Office {
  readonly effort = new Effort()
  readonly page: Page
  readonly t: TFunction
  readonly business: Business

  constructor(page: Page, t: TFunction, business: Business) {
    this.page = page
    this.t = t
    this.business = business
  }

  private button(name: string, inside: Page | Locator = this.page): Locator {
    return inside.getByRole('button', { name, exact: true })
  }

  private label(field: string): string {
    return this.t(`records.transaction_documents.fields.${field}`)
  }

  private status(id: number): string {
    return this.t(`records.transaction_documents.choices.status_id.${id}`)
  }

  /** Types today's posted price. */
  async post({ posted }: Example): Promise<void> {
    const { page, t, effort } = this
    const { seller, product, terminal } = this.business
    await choose(page.getByRole('combobox', { name: t('prices.seller') }), seller)
    await effort.type(
      page.getByRole('textbox', { name: t('prices.new_price_of', { product, terminal }) }),
      posted,
    )
    await effort.click(this.button(t('prices.save', { count: 1 })))
    await expect(page.getByRole('row', { name: product }).getByText(posted)).toBeVisible()
  }

  /** Takes an order at the price of the day. @returns its id */
  async order({ ordered, price, unit }: Example): Promise<number> {
    const { page, t, effort } = this
    const { customer, device, product } = this.business
    await page.goto('/order')
    await choose(page.getByRole('combobox', { name: t('orders.customer') }), customer)
    // Its only device is preselected.
    await expect(page.getByRole('combobox', { name: t('orders.tank') })).toHaveValue(device)
    await effort.click(this.button(t('orders.add_line')))
    const line = page.getByRole('group', { name: t('orders.line', { number: 1 }) })
    const field = (name: string) => t(`records.transaction_document_details.fields.${name}`)
    await choose(line.getByRole('combobox', { name: field('product_id') }), product)
    await effort.type(line.getByRole('textbox', { name: field('quantity') }), ordered)
    const unit_price = line.getByRole('textbox', { name: t('orders.price_per', { unit }) })
    await expect(unit_price).toHaveValue(price)
    await effort.click(this.button(t('resources.save')))
    await expect(page).toHaveURL(/\/order\/\d+$/)
    await effort.click(this.button(t('prices.why_of', { product })))
    await expect(page.getByRole('dialog', { name: t('prices.why') })).toContainText(this.business.terminal)
    await page.keyboard.press('Escape')
    const waiting = this.status(22)
    await takeStep(page, t('orders.release'), t('resources.change_status'))
    await expect(expectStatus(page, this.label('status_id'))).toHaveText(waiting)
    return Number(page.url().split('/').at(-1))
  }

  /** Bills the delivery, and mails the invoice. @returns its number */
  async bill(total: string): Promise<string> {
    const { page, t, effort } = this
    const { customer, email } = this.business
    await page.goto('/billing')
    const delivery = page.getByRole('listitem').filter({ hasText: customer })
    await expect(delivery.getByText(total, { exact: true })).toBeVisible()
    const mail = page.getByRole('switch', { name: t('orders.billing.mail') })
    if (!(await mail.isChecked())) await effort.click(mail)
    await effort.click(this.button(t('orders.billing.bill'), delivery))
    const run = page.getByRole('status')
    await expect(run.getByText(t('orders.billing.mailed', { count: 1, of: 1 }))).toBeVisible()
    const number = (await run.getByRole('link', { name: /^INV-/ }).textContent())!
    const title = t('messages.invoice_mail', { number, seller: this.business.seller })
    await expect.poll(() => mailsTo(email)).toContain(title)
    await effort.click(run.getByRole('link', { name: number }))
    await expect(expectStatus(page, this.label('status_id'))).toHaveText(this.status(25))
    await expect(page.getByRole('region', { name: t('orders.payments') })).toContainText(total)
    return number
  }

  private async openAccount(): Promise<void> {
    await this.page.goto('/receivables')
    await this.effort.click(this.page.getByRole('link', { name: this.business.customer }))
  }

  /** Records a check over the whole. */
  async pay(total: string): Promise<void> {
    const { page, t, effort } = this
    await this.openAccount()
    // The list of receivables has such buttons, too.
    const balance = page.getByRole('region', { name: t('orders.account.title') })
    await effort.click(this.button(t('orders.record_payment'), balance))
    const form = page.getByRole('form', { name: t('orders.record_payment') })
    await effort.type(form.getByRole('textbox', { name: t('orders.amount') }), total.replace(/[^\d.]/g, ''))
    await effort.type(form.getByRole('textbox', { name: t('orders.reference') }), '1041')
    await effort.click(this.button(t('orders.record_payment'), form))
    await expect(form).toBeHidden()
  }

  /** The check bounced. */
  async takeBack(total: string): Promise<void> {
    const { page, t, effort } = this
    const payments = page.getByRole('region', { name: t('orders.payments') })
    await expect(payments.getByText(total)).toBeVisible()
    await effort.click(this.button(t('orders.reverse'), payments))
    const dialog = page.getByRole('dialog', { name: t('orders.reverse') })
    await effort.type(dialog.getByRole('textbox', { name: t('ui.reason') }), 'NSF')
    await effort.click(this.button(t('orders.reverse_action'), dialog))
    await expect(payments.getByText(t('orders.reversed', { reason: 'NSF' }))).toBeVisible()
  }

  /** Checks that the statement closes with the amount owed, and mails it. */
  async state(total: string): Promise<void> {
    const { page, t, effort } = this
    const table = page.getByRole('table', { name: t('orders.account.statement') })
    const balances = table.getByRole('row').locator('td:last-child')
    const zero = total.replace(/\d[\d,]*/, '0').replace(/\.\d+/, '.00')
    await expect(balances).toHaveText([total, total, zero, total, zero])
    await effort.click(this.button(t('orders.account.mail_one')))
    await effort.click(this.button(t('orders.account.mail_action'), page.getByRole('dialog')))
    const text = t('messages.statement_mail', { seller: this.business.seller })
    await expect.poll(() => mailsTo(this.business.email)).toContain(text)
  }

  /** The journal has the invoice, the payment and its reversal, and agrees with the balances. */
  async exportJournal({ invoice, total }: { invoice: string; total: string }): Promise<void> {
    const { page, t, effort } = this
    await page.goto('/accounting')
    await choose(
      page.getByRole('combobox', { name: t('records.account_rules.fields.company_id') }),
      this.business.seller,
    )
    await expect(
      page.getByText(t('finance.journal.agrees', { journal: total, balances: total })),
    ).toBeVisible()
    await effort.click(this.button(t('finance.journal.export', { count: 3, number: 3 })))
    const saved = page.waitForEvent('download')
    await effort.click(this.button(t('finance.journal.files.csv')))
    const file = fs.readFileSync(await (await saved).path(), 'utf8')
    const figure = total.replace(/[^\d.]/g, '')
    const lines = file.split(/\r?\n/).filter((line) => line.includes(figure))
    expect(file).toContain(invoice)
    // Receivables, computed in three ways, and the money received and returned.
    expect(lines).toHaveLength(5)
  }
}

/** The texts of the mails to an address so far. */
function mailsTo(address: string): string {
  const file = path.join(process.env['E2E_MAILS'] ?? '', encodeURIComponent(address))
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}
