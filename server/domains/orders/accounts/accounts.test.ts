import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AGEING_BUCKETS } from '#core/domains/orders/account.ts'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

type Row = Record<string, any>
type Account = Parameters<TestServer['as']>[0]
const call = (method: string, path: string, body?: unknown, as: Account = 'administrator') =>
  server.as(as).call(method, path, body)
const ofCustomer = `/companies/${COMPANY.customer}`
const account = async (): Promise<Row> => (await call('GET', `${ofCustomer}/account`)).body.account
const statement = async (query = ''): Promise<Row> =>
  (await call('GET', `${ofCustomer}/statement${query}`)).body.statement
const pay = (amount: string, more: object = {}) =>
  call('POST', `${ofCustomer}/payments`, { amount, method: 'check', ...more })
const document = async (id: number): Promise<Row> =>
  (await call('GET', `/transaction_documents/${id}`)).body.transaction_document

const reverseRefund = (id: number, reason = 'Wrong', as?: Account) =>
  call('POST', `/customer_refunds/${id}/reverse`, { reason }, as)

/** An open invoice, `days` old, due 10 days later. */
async function invoice(amount: string, days: number, more: object = {}): Promise<number> {
  const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const { document_id } = await testDocument(server, {
    document_type: 'invoice',
    ...{ document_date: dayOf(days), due_date: dayOf(days - 10) },
    details: [{ product_id, quantity: '1', unit_price: amount }],
    ...more,
  })
  await call('POST', `/transaction_documents/${document_id}/status`, { status_id: IS.open })
  return document_id
}

/** Checks that all figures of the customer's account agree. */
async function agree(): Promise<void> {
  const { ageing, open_invoices, payments, credits } = await account()
  const sum = (some: Row[], name: string) =>
    some.reduce<Decimal>((all, item) => all.plus(item[name]), new Decimal(0))
  const owed = sum(open_invoices, 'balance')
  expect(
    AGEING_BUCKETS.reduce<Decimal>((all, name) => all.plus(ageing[name]), new Decimal(0)).equals(owed),
  ).toBe(true)
  expect(sum([...payments, ...credits], 'left').equals(ageing.unapplied)).toBe(true)
  expect((await statement()).closing).toBe(ageing.total)
  const { owed: shown } = (await call('GET', `${ofCustomer}/owed`)).body
  expect(new Decimal(shown.open).minus(shown.unapplied).equals(ageing.total)).toBe(true)
  const { customers } = (await call('GET', '/customers?page_size=100&fields=company,open_amount')).body
  expect(customers.find((customer: Row) => customer['company_id'] === COMPANY.customer).open_amount).toBe(
    ageing.total,
  )
  const { receivables, totals } = (await call('GET', '/receivables')).body
  const mine = receivables.find((receivable: Row) => receivable['company_id'] === COMPANY.customer)
  expect(mine?.ageing.total ?? '0.000').toBe(ageing.total)
  for (const { currency_id, ageing: all } of totals)
    expect(
      sum(
        receivables
          .filter((receivable: Row) => receivable['currency_id'] === currency_id)
          .map((receivable: Row) => receivable['ageing']),
        'total',
      ).equals(all.total),
    ).toBe(true)
}

beforeEach(async () => {
  await sql`delete from allocations`.execute(server.db)
  await sql`delete from payments`.execute(server.db)
  await sql`update transaction_documents set status_id = ${IS.void}
    where document_type in ('invoice', 'credit_note')`.execute(server.db)
})

describe('a payment of a customer', () => {
  test('pays the oldest invoices first; the rest stays, and is applied or refunded later', async () => {
    const [young, old] = [await invoice('100', 5), await invoice('80', 120)]
    const { status, body } = await pay('150')
    expect(status).toBe(200)
    expect(await document(old)).toMatchObject({ balance: '0.000', status_id: IS.paid })
    expect(await document(young)).toMatchObject({ balance: '30.000', status_id: IS.partially_billed })
    await agree()
    const { body: deposit } = await pay('70', { reference: '17' })
    expect((await account()).payments[0]).toMatchObject({ payment_id: deposit.payment_id, left: '40.000' })
    await agree()
    const third = await invoice('25', 1)
    expect((await call('POST', `/customer_payments/${deposit.payment_id}/allocate`, {})).status).toBe(200)
    expect((await document(third)).balance).toBe('0.000')
    const back = (amount?: string) =>
      call('POST', `/customer_payments/${deposit.payment_id}/give_back`, {
        reason: 'Overpaid',
        ...(amount && { amount }),
      })
    expect((await back('15.01')).body.errors).toMatchObject([{ field: 'amount', rule: 'above_left' }])
    expect((await back('5')).status).toBe(200)
    await agree()
    const both = await Promise.all([back(), back()])
    expect(both.map((item) => item.status).toSorted()).toEqual([200, 409])
    expect((await account()).ageing).toMatchObject({ unapplied: '0.000', total: '0.000' })
    await agree()
    expect((await call('POST', `/customer_payments/${body.payment_id}/allocate`, {})).status).toBe(409)
  })

  test('pays the requested invoices, or none of them if one part is invalid', async () => {
    const [one, other] = [await invoice('100', 5), await invoice('80', 20)]
    const [future, foreign] = [await invoice('10', 5), await invoice('10', 5)]
    // Invoices from earlier releases can be dated in the future.
    await sql`update transaction_documents set document_date = business_today() + 3, due_date = '2099-01-01'
      where document_id = ${future}`.execute(server.db)
    await sql`update transaction_documents set company_id = ${COMPANY.stranger} where document_id = ${foreign}`.execute(
      server.db,
    )
    const parts = (...some: [number, string][]) => ({
      allocations: some.map(([document_id, amount]) => ({ document_id, amount })),
    })
    const refused = await pay(
      '90',
      parts([one, '100.01'], [other, '50'], [other, '1'], [future, '1'], [foreign, '1']),
    )
    expect(refused.body.errors.map(({ field, rule }: Row) => [field, rule])).toEqual([
      ['allocations.0.amount', 'above_balance'],
      ['allocations.2.document_id', 'unique_items'],
      ['allocations.3.date', 'before_document'],
      ['allocations.4.document_id', 'choice'],
    ])
    expect((await pay('90', parts([one, '60'], [other, '31']))).body.errors).toMatchObject([
      { field: 'allocations.1.amount', rule: 'above_left' },
    ])
    expect((await account()).payments).toEqual([])
    expect((await pay('90', parts([one, '60'], [other, '20']))).status).toBe(200)
    expect((await account()).payments).toMatchObject([
      { left: '10.000', documents: [{ document_id: one }, { document_id: other }] },
    ])
    await agree()
    expect((await pay('5', parts())).status).toBe(200)
    expect((await account()).payments[0]).toMatchObject({ left: '5.000' })
  })

  test.each([
    [{ amount: '0' }, 'amount', 'above_zero'],
    [{ amount: '1.001' }, 'amount', 'too_many_decimals'],
    [{ payment_date: '2099-01-01' }, 'payment_date', 'in_future'],
    [{ currency_id: 1 }, 'currency_id', 'payment_currency'],
    [{ method: 'card' }, 'method', 'no_card_provider'],
  ])('is refused with %j at %s', async (more, field, rule) => {
    expect((await pay('10', more)).body.errors).toMatchObject([{ field, rule }])
    expect((await account()).payments).toEqual([])
  })

  test('is recorded again with the same amount, day and reference only if confirmed, also at once', async () => {
    await invoice('100', 5)
    const both = await Promise.all([pay('30', { reference: 'No. 7' }), pay('30', { reference: 'no. 7' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const again = await pay('30', { reference: 'No. 7' })
    expect(again.body.errors).toMatchObject([{ field: 'is_another', rule: 'same_payment' }])
    expect((await pay('30', { reference: 'No. 8' })).status).toBe(200)
    expect((await pay('30', { reference: 'No. 7', is_another: true })).status).toBe(200)
    await agree()
  })

  test('is converted at the rate of its day; the statement shows the exchange difference', async () => {
    await sql`insert into exchange_rates (from_currency_id, to_currency_id, rate, rate_date, is_active)
      values (3, 1, 1, '2026-01-01', 0)`.execute(server.db)
    const usd = await invoice('40', 9)
    const eur = await invoice('50', 5, { currency_id: 1, exchange_rate: '0.8' })
    expect((await pay('30', { currency_id: 1 })).status).toBe(200)
    expect((await document(usd)).balance).toBe('40.000')
    expect(await document(eur)).toMatchObject({ balance: '12.500', document_balance: '10.000' })
    expect((await statement()).lines.map(({ kind, amount }: Row) => [kind, amount])).toEqual([
      ['invoice', '40.000'],
      ['invoice', '50.000'],
      ['payment', '-30.000'],
      ['exchange', '-7.500'],
    ])
    await agree()
    await pay('15', { currency_id: 1 })
    expect((await account()).payments[0]).toMatchObject({ left: '5.000' })
    await agree()
    const [last] = (await account()).payments
    await call('POST', `/customer_payments/${last.payment_id}/reverse`, { reason: 'Bounced' })
    await agree()
  })
})

test('a payment on account, its refund and its reversal are in the audit log', async () => {
  const { payment_id } = (await pay('70', { allocations: [] })).body
  await call('POST', `/customer_payments/${payment_id}/give_back`, { amount: '20', reason: 'Overpaid' })
  const other = (await pay('30', { allocations: [] })).body.payment_id
  await call('POST', `/customer_payments/${other}/reverse`, { reason: 'Bounced' })
  const { audit_entries } = (await call('GET', '/audit_entries?resource=payments')).body
  const logged = (id: number) =>
    audit_entries
      .filter(({ record_id }: Row) => record_id === id)
      .map(({ action, changes }: Row) => [action, ...changes.map((change: Row) => change['after'])])
  expect(logged(payment_id)).toEqual([
    ['give_back_money', '50.000', 'Overpaid'],
    ['payment', expect.any(String), '70.000', 'USD', 'check', expect.any(String)],
  ])
  expect(logged(other)[0]).toEqual(['reverse_payment', 'Bounced'])
})

test('a reversed payment is owed again on all its invoices, once; a refunded one is reversed after its refund', async () => {
  const ids = [await invoice('100', 5), await invoice('80', 20)]
  const { payment_id } = (await pay('200')).body
  const reverse = (reason: string) => call('POST', `/customer_payments/${payment_id}/reverse`, { reason })
  expect((await reverse(' ')).body.errors).toMatchObject([{ field: 'reason', rule: 'required' }])
  const both = await Promise.all([reverse('Bounced'), reverse('Bounced')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (const id of ids) expect((await document(id)).status_id).toBe(IS.open)
  await agree()
  const { body } = await pay('200', { reference: 'B' })
  await call('POST', `/customer_payments/${body.payment_id}/give_back`, { reason: 'Overpaid' })
  expect(
    (await call('POST', `/customer_payments/${body.payment_id}/reverse`, { reason: 'Bounced' })).status,
  ).toBe(409)
  await agree()
  await reverseRefund((await account()).payments[0].refunds[0].refund_id)
  expect(
    (await call('POST', `/customer_payments/${body.payment_id}/reverse`, { reason: 'Bounced' })).status,
  ).toBe(200)
  expect((await account()).ageing).toMatchObject({ unapplied: '0.000', total: '180.000' })
  const { lines, closing } = await statement()
  expect(closing).toBe('180.000')
  expect(lines.map(({ kind, amount }: Row) => [kind, amount])).toEqual([
    ['invoice', '80.000'],
    ['invoice', '100.000'],
    ['payment', '-200.000'],
    ['payment', '-200.000'],
    ['reversal', '200.000'],
    ['reversal', '200.000'],
    ['refund', '20.000'],
    ['refund_reversal', '-20.000'],
  ])
  await agree()
})

describe('a refund', () => {
  const refundsOf = async (list: 'payments' | 'credits'): Promise<Row[]> => (await account())[list][0].refunds

  test('of a payment is reversed with a reason, once; the payment has its amount again', async () => {
    const { payment_id } = (await pay('90', { allocations: [] })).body
    const refund = () =>
      call('POST', `/customer_payments/${payment_id}/give_back`, { amount: '20', reason: 'Overpaid' })
    await refund()
    const [{ refund_id }] = (await refundsOf('payments')) as [Row]
    expect((await reverseRefund(refund_id, ' ')).body.errors).toMatchObject([
      { field: 'reason', rule: 'required' },
    ])
    // A reversal is dated today, like the reversal of a payment.
    const dated = { reason: 'Wrong', date: '2026-01-01' }
    expect((await call('POST', `/customer_refunds/${refund_id}/reverse`, dated)).status).toBe(422)
    const many = await Promise.all(Array.from({ length: 4 }, () => reverseRefund(refund_id, 'Wrong amount')))
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await reverseRefund(refund_id)).body.message).toBe('This refund has already been reversed.')
    expect((await account()).payments[0]).toMatchObject({ left: '90.000', given_back: '0' })
    expect(await refundsOf('payments')).toMatchObject([
      { refund_id, amount: '20.000', reason: 'Overpaid', reverse_reason: 'Wrong amount' },
    ])
    await agree()
    // It no longer counts as a refund, so an equal one is not a duplicate.
    expect((await refund()).status).toBe(200)
    await agree()
    const { audit_entries } = (await call('GET', '/audit_entries?resource=payments')).body
    const mine = audit_entries.filter(({ record_id }: Row) => record_id === payment_id)
    expect(mine[1]).toMatchObject({
      action: 'reverse_refund',
      changes: [
        { field: 'amount', before: '70.000', after: '90.000' },
        { field: 'reason', after: 'Wrong amount' },
      ],
    })
  })

  test('dated tomorrow, as today in a time zone ahead, is reversed on its day, not before', async () => {
    const { payment_id } = (await pay('90', { allocations: [] })).body
    await call('POST', `/customer_payments/${payment_id}/give_back`, { reason: 'Overpaid' })
    await sql`update allocations set allocated_on = business_today() + 1 where document_id is null`.execute(
      server.db,
    )
    const [{ refund_id, date }] = (await refundsOf('payments')) as [Row]
    await reverseRefund(refund_id)
    const { lines } = await statement()
    expect(lines.slice(1)).toMatchObject([
      { kind: 'refund', date, amount: '90.000', reason: 'Overpaid' },
      { kind: 'refund_reversal', date, amount: '-90.000', reason: 'Wrong', balance: '-90.000' },
    ])
    await agree()
  })

  test('of a credit note is reversed: the note has its earlier status, and its rest pays an invoice', async () => {
    const paid = await invoice('100', 20)
    await call('POST', `/transaction_documents/${paid}/status`, { status_id: IS.sent })
    await pay('100')
    const credit = await call('POST', `/transaction_documents/${paid}/credit`, {
      ...{ reason: 'Too dear', amount: '60' },
    })
    const note = credit.body.transaction_document.document_id
    const before = await document(note)
    const give = (body: object) => call('POST', `/transaction_documents/${note}/give_back`, body)
    await give({ reason: 'Sold', amount: '15' })
    await give({ reason: 'Sold' })
    expect(await document(note)).toMatchObject({ balance: '0.000', status_id: IS.paid })
    const [second, first] = (await refundsOf('credits')) as [Row, Row]
    expect((await reverseRefund(first['refund_id'])).status).toBe(200)
    expect(await document(note)).toMatchObject({ balance: '-15.000', status_id: IS.partially_billed })
    await agree()
    expect((await reverseRefund(second['refund_id'])).status).toBe(200)
    expect(await document(note)).toMatchObject({ balance: '-60.000', status_id: before.status_id })
    await agree()
    const next = await invoice('70', 1)
    expect((await call('POST', `/transaction_documents/${note}/allocate`, {})).status).toBe(200)
    expect((await document(next)).balance).toBe('10.000')
    await agree()
  })

  test('is reversed only by users with the right; an allocation to an invoice is not', async () => {
    await invoice('10', 5)
    const { payment_id } = (await pay('50')).body
    await call('POST', `/customer_payments/${payment_id}/give_back`, { reason: 'Overpaid' })
    const [{ refund_id }] = (await refundsOf('payments')) as [Row]
    for (const as of ['customer', 'stranger', 'technician', 'driver'] as const)
      expect([404, 405], as).toContain((await reverseRefund(refund_id, 'x', as)).status)
    const { rows } = await sql<{ allocation_id: number }>`
      select allocation_id from allocations where document_id is not null`.execute(server.db)
    expect((await reverseRefund(rows[0]!.allocation_id)).status).toBe(404)
    expect((await reverseRefund(999_999)).status).toBe(404)
    expect(await refundsOf('payments')).toMatchObject([{ reversed_at: null }])
  })
})

test('the fee of a returned check is a separate invoice', async () => {
  const id = await invoice('100', 5)
  const { payment_id } = (await pay('100', { reference: 'Check 31' })).body
  const reverse = (body: object) => call('POST', `/customer_payments/${payment_id}/reverse`, body)
  expect((await reverse({ reason: '', fee: '35' })).status).toBe(422)
  const { body } = await reverse({ reason: 'No funds', fee: '35' })
  expect(await document(body.document_id)).toMatchObject({
    ...{ document_type: 'invoice', status_id: IS.open, balance: '35.000', handling_charge: '35.000' },
    ...{ comments: 'Check 31 · No funds', details: [] },
  })
  expect((await document(id)).balance).toBe('100.000')
  await agree()
  await pay('135')
  expect((await account()).ageing).toMatchObject({ total: '0.000' })
})

test('an opening balance is an invoice over a charge, of any date; an empty invoice stays a draft', async () => {
  const opening = {
    ...{
      document_type: 'invoice',
      external_number: '7781',
      document_date: '2026-01-02',
      due_date: '2026-02-01',
    },
    ...{ details: [], handling_charge: '412.50' },
  }
  const { document_id } = await testDocument(server, opening)
  const open = (id: number) => call('POST', `/transaction_documents/${id}/status`, { status_id: IS.open })
  expect((await open(document_id)).status).toBe(200)
  expect((await account()).ageing).toMatchObject({ older: '412.500', total: '412.500' })
  await agree()
  const nothing = await testDocument(server, { ...opening, handling_charge: '0', external_number: '7782' })
  expect((await open(nothing.document_id)).body.errors).toMatchObject([
    { field: 'details', rule: 'no_lines' },
  ])
  const order = await testDocument(server, {
    document_type: 'sales_order',
    details: [],
    handling_charge: '5',
  })
  const released = await call('POST', `/transaction_documents/${order.document_id}/status`, {
    status_id: IS.waiting_for_shipment,
  })
  expect(released.body.errors).toMatchObject([{ field: 'details', rule: 'no_lines' }])
})

test('a credit note lowers the balance, and its rest pays another invoice, once', async () => {
  const paid = await invoice('100', 20)
  const step = (id: number, status_id: number) =>
    call('POST', `/transaction_documents/${id}/status`, { status_id })
  await step(paid, IS.sent)
  await pay('80')
  const credit = await call('POST', `/transaction_documents/${paid}/credit`, {
    reason: 'Too dear',
    amount: '60',
  })
  const note = credit.body.transaction_document.document_id
  expect((await document(paid)).balance).toBe('0.000')
  expect((await account()).credits).toMatchObject([{ document_id: note, left: '40.000' }])
  expect((await account()).ageing).toMatchObject({ unapplied: '40.000', total: '-40.000' })
  await agree()
  const next = await invoice('70', 1)
  const apply = (body: object = {}) => call('POST', `/transaction_documents/${note}/allocate`, body)
  const refused = await apply({ allocations: [{ document_id: next, amount: '40.01' }] })
  expect(refused.body.errors).toMatchObject([{ field: 'allocations.0.amount', rule: 'above_left' }])
  const both = await Promise.all([apply(), apply()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await document(next)).balance).toBe('30.000')
  expect(await document(note)).toMatchObject({ balance: '0.000', status_id: IS.paid })
  await agree()
  expect((await call('POST', `/transaction_documents/${next}/allocate`, {})).status).toBe(404)
})

test('the oldest invoice is paid first; on the same day, the one that is due first', async () => {
  const late = await invoice('10', 5, { due_date: '2099-01-01' })
  const soon = await invoice('10', 5)
  const old = await invoice('10', 9, { due_date: '2099-01-01' })
  expect((await account()).open_invoices.map(({ document_id }: Row) => document_id)).toEqual([
    old,
    soon,
    late,
  ])
  await pay('20')
  expect((await account()).open_invoices).toMatchObject([{ document_id: late }])
})

test('the part of a credit note beyond the debt is refunded, in part and then the rest, once', async () => {
  const paid = await invoice('100', 20)
  await call('POST', `/transaction_documents/${paid}/status`, { status_id: IS.sent })
  await pay('80')
  const credit = await call('POST', `/transaction_documents/${paid}/credit`, {
    reason: 'Too dear',
    amount: '60',
  })
  const note = credit.body.transaction_document.document_id
  const refund = (body: object) => call('POST', `/transaction_documents/${note}/give_back`, body)
  expect((await refund({ reason: ' ' })).body.errors).toMatchObject([{ field: 'reason', rule: 'required' }])
  expect((await refund({ reason: 'Sold', amount: '40.01' })).body.errors).toMatchObject([
    { field: 'amount', rule: 'above_left' },
  ])
  expect((await refund({ reason: 'Sold', amount: '15' })).status).toBe(200)
  expect(await document(note)).toMatchObject({ balance: '-25.000' })
  await agree()
  const both = await Promise.all([refund({ reason: 'Sold' }), refund({ reason: 'Sold' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await document(note)).toMatchObject({ balance: '0.000', status_id: IS.paid })
  expect((await statement()).lines.map(({ kind, amount }: Row) => [kind, amount])).toEqual([
    ['invoice', '100.000'],
    ['credit_note', '-60.000'],
    ['payment', '-80.000'],
    ['refund', '15.000'],
    ['refund', '25.000'],
  ])
  await agree()
  // An invoice is not a credit.
  expect((await call('POST', `/transaction_documents/${paid}/give_back`, { reason: 'Sold' })).status).toBe(
    404,
  )
})

test('a refund of the same amount, day and reason is given again only if confirmed, also at once', async () => {
  const { payment_id } = (await pay('90', { allocations: [] })).body
  const refund = (more: object = {}) =>
    call('POST', `/customer_payments/${payment_id}/give_back`, { amount: '20', reason: 'Overpaid', ...more })
  const both = await Promise.all([refund(), refund({ reason: 'overpaid ' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect((await refund()).body.errors).toMatchObject([{ field: 'is_another', rule: 'same_refund' }])
  expect((await refund({ reason: 'Moved' })).status).toBe(200)
  expect((await refund({ is_another: true })).status).toBe(200)
  expect((await account()).payments[0]).toMatchObject({ left: '30.000', given_back: '60.000' })
})

test('statements are mailed as PDFs in their readers’ language: of one customer, or of all with a balance', async () => {
  const mail = (body: object, as: Account = 'administrator') => call('POST', '/statements/mail', body, as)
  await sql`delete from mails`.execute(server.db)
  expect((await mail({})).status).toBe(409)
  await invoice('100', 5)
  await sql`update people p set language = 'es' from users u
    where u.people_id = p.people_id and u.company_id = ${COMPANY.customer}`.execute(server.db)
  await sql`insert into entity_emails (object_ref, object_id, email_type, email_address, prime)
    values ('company', ${COMPANY.customer}, 'work', 'office@prairie.example', 1)`.execute(server.db)
  expect((await mail({ company_ids: [COMPANY.customer], from: '2026-02-02', to: '2026-02-01' })).status).toBe(
    422,
  )
  expect((await mail({ company_ids: [COMPANY.customer] }, 'customer')).status).toBe(405)
  expect((await mail({ company_ids: [999_999] })).status).toBe(404)
  expect((await mail({ company_ids: [COMPANY.customer] })).body).toMatchObject({ queued: 1 })
  expect((await mail({})).body).toMatchObject({ queued: 1, without_address: [] })
  await server.settle()
  const { rows } =
    await sql`select m.receiver, m.subject, f.name, convert_from(substr(f.content, 1, 5), 'UTF8') as begins
    from mails m join letter_files f using (letter_id)`.execute(server.db)
  expect(rows).toEqual(
    [1, 2].map(() => ({
      ...{ receiver: 'office@prairie.example', subject: expect.stringMatching(/^Estado de cuenta de /) },
      ...{ name: 'statement.pdf', begins: '%PDF-' },
    })),
  )
})

test('a payment of several invoices that is taken off one of them stays the customer’s', async () => {
  const [one, other] = [await invoice('100', 5), await invoice('80', 20)]
  const { payment_id } = (await pay('180')).body
  await call('POST', `/transaction_documents/${one}/payments/${payment_id}/reverse`, {
    reason: 'Wrong invoice',
  })
  expect((await document(one)).balance).toBe('100.000')
  expect((await document(other)).balance).toBe('0.000')
  expect((await account()).payments).toMatchObject([{ left: '100.000', reversed_at: null }])
  await agree()
})

test('a statement runs from its opening to its closing balance, and prints', async () => {
  await invoice('100', 100)
  const written = await invoice('30', 70)
  await call('POST', `/transaction_documents/${written}/status`, { status_id: IS.write_off })
  await pay('40')
  await agree()
  const { rows } = await sql<{ day: string }>`select business_today() - 60 as day`.execute(server.db)
  const created = await statement(`?from=${rows[0]!.day}`)
  expect(created).toMatchObject({
    opening: '130.000',
    charges: '0.000',
    payments: '70.000',
    closing: '60.000',
  })
  expect(created['lines'].map(({ kind, balance }: Row) => [kind, balance])).toEqual([
    ['payment', '90.000'],
    ['write_off', '60.000'],
  ])
  const backwards = await call('GET', `${ofCustomer}/statement?from=2026-02-01&to=2026-01-01`)
  expect(backwards.body.errors).toMatchObject([{ field: 'to', rule: 'before_from' }])
  const { body } = await call('GET', `${ofCustomer}/statement/print`)
  for (const text of ['Statement of account', 'Prairie Fuels', '$60.00'])
    expect(body.print.html).toContain(text)
  expect((await call('GET', `${ofCustomer}/statement/print?format=pdf`)).raw.startsWith('%PDF')).toBe(true)
})

test('a statement of a past period has the balance and the ageing of its end', async () => {
  const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const period = `?from=${dayOf(70)}&to=${dayOf(30)}`
  const paid = await invoice('200', 75)
  await invoice('50', 20)
  const { body } = await pay('240', { payment_date: dayOf(5) })
  expect(await statement(period)).toMatchObject({
    closing: '200.000',
    ageing: { days_60: '200.000', unapplied: '0.000', total: '200.000' },
  })
  expect((await document(paid)).balance).toBe('0.000')
  await call('POST', `/customer_payments/${body.payment_id}/reverse`, { reason: 'Returned' })
  expect((await statement(`?from=${dayOf(70)}&to=${dayOf(2)}`)).ageing).toMatchObject({
    ...{ days_30: '10.000', days_90: '0.000', total: '10.000' },
  })
  expect((await statement()).ageing).toEqual((await account()).ageing)
})

test('the last payment is shown as a whole, whether it pays several invoices, one or none', async () => {
  const last = async (as?: Account) =>
    (await call('GET', `${ofCustomer}/owed`, undefined, as)).body.owed.last_payment
  const first = await invoice('80', 20)
  await invoice('100', 5)
  await pay('50')
  expect(await last()).toMatchObject({ amount: '50.000', document_id: first })
  await pay('130', { reference: '2' })
  expect(await last()).toMatchObject({ amount: '130.000', document_id: null })
  const { body } = await pay('500', { reference: '3' })
  expect(await last('customer')).toMatchObject({ amount: '500.000', document_id: null })
  await call('POST', `/customer_payments/${body.payment_id}/reverse`, { reason: 'Bounced' })
  expect(await last()).toMatchObject({ amount: '130.000' })
})

test('a printed statement contains only documents that were given out', async () => {
  const before = (await statement())['closing']
  const { document_id } = await testDocument(server, {
    document_type: 'invoice',
    details: [{ product_id, quantity: '1', unit_price: '4321' }],
  })
  await call('POST', `/transaction_documents/${document_id}/status`, { status_id: IS.open })
  expect(Number((await statement())['closing']) - Number(before)).toBe(4321)
  const printed = async () => (await call('GET', `${ofCustomer}/statement/print`)).body.print.html
  expect(await printed()).not.toContain('4,321.00')
  await call('POST', `/transaction_documents/${document_id}/status`, { status_id: IS.sent })
  expect(await printed()).toContain('4,321.00')
})

test('a customer reads only their own account, and changes nothing', async () => {
  await invoice('100', 5)
  await pay('40')
  const { payments } = await account()
  const own = await call('GET', `${ofCustomer}/statement`, undefined, 'customer')
  expect(own.body.statement.closing).toBe('60.000')
  const stranger = `/companies/${COMPANY.stranger}`
  for (const path of ['account', 'statement', 'statement/print', 'owed'])
    expect((await call('GET', `${stranger}/${path}`, undefined, 'customer')).status, path).toBe(404)
  const { payment_id } = payments[0]
  for (const as of ['customer', 'stranger', 'technician', 'driver'] as const) {
    const tried: [string, object][] = [
      [`${ofCustomer}/payments`, { amount: '1', method: 'cash' }],
      [`/customer_payments/${payment_id}/allocate`, {}],
      [`/customer_payments/${payment_id}/reverse`, { reason: 'x' }],
      [`/customer_payments/${payment_id}/give_back`, { reason: 'x' }],
    ]
    for (const [path, body] of tried)
      expect([404, 405], `${as} ${path}`).toContain((await call('POST', path, body, as)).status)
    expect([404, 405]).toContain((await call('GET', '/receivables', undefined, as)).status)
  }
  expect((await account()).payments).toEqual(payments)
})
