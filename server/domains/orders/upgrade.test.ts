import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { databaseBefore } from '#server/app/testing/oldDatabase.ts'

let old: Awaited<ReturnType<typeof databaseBefore>>
let db: Kysely<any>
beforeAll(async () => {
  old = await databaseBefore('0081')
  db = old.db
  await insertSurroundings()
  await insertDocuments()
  await old.upgrade()
}, 120_000)
afterAll(() => old.close())

/** The ids of the documents of this test, by what they are. */
const ID = {
  order: 1,
  invoice: 2,
  fuel: 3,
  partly: 4,
  marked: 5,
  ended: 6,
  yen: 7,
  euro: 8,
  waiting: 9,
  backwards: 10,
  draft: 11,
  voidSent: 12,
  voidUnsent: 13,
  freshOrder: 14,
  quoted: 15,
  openPaid: 16,
}

async function insertSurroundings(): Promise<void> {
  await sql`insert into currencies (currency_id, code, name, precision, decimal, thousands) values
    (3, 'USD', 'US dollar', 2, '.', ','), (4, 'JPY', 'Yen', 0, '.', ','), (5, 'EUR', 'Euro', 2, ',', '.'),
    (6, 'BRL', 'Real', 2, ',', ' ')`.execute(db)
  await sql`insert into companies (company_id, organisation_type_id, company, currency_id) values
    (1, 2, 'Business', 3), (2, 1, 'Kyoto Farms', 4)`.execute(db)
  await sql`insert into payment_terms (payment_term_id, description, term_days) values (1, 'Net 10', 10)`.execute(
    db,
  )
  await sql`insert into device_types (device_type_id, device_type, num_ports) values (1, 'Cellular', 1)`.execute(
    db,
  )
  await sql`insert into mobile_providers (mobile_provider_id, mobile_provider) values (1, 'Any')`.execute(db)
  await sql`insert into devices (device_id, company_id, public_id, device_type_id, mobile_provider_id)
    values (1, 1, 'd-1', 1, 1), (2, 2, 'd-2', 1, 1)`.execute(db)
  await sql`insert into tank_products (product_id, company_id, product_name, color)
    values (1, 1, 'Diesel', 'blue'), (2, 1, 'Propane', 'red')`.execute(db)
}

interface Old {
  document_type?: string
  company_id?: number
  status_id: number
  currency_id?: number
  exchange_rate?: string
  freight?: string
  paid?: string
  source_document_id?: number
  document_date?: string
  due_date?: string
  /** Products with their sums. */
  lines: readonly (readonly [product: number, total: string, delivered?: string])[]
}

async function insertDocument(id: number, one: Old): Promise<void> {
  const {
    document_type = 'invoice',
    company_id = 1,
    currency_id = 3,
    exchange_rate = '1',
    freight = '0',
  } = one
  const { paid = '0', source_document_id = null, document_date = '2026-10-01', due_date = '2026-10-31' } = one
  const subtotal = sql`(${sql.join(
    one.lines.map(([, total]) => sql`${total}::numeric`),
    sql` + `,
  )})`
  const total = sql`(${subtotal} + ${freight}::numeric)`
  await sql`insert into transaction_documents (document_id, document_type, company_id, device_id, status_id, approved, due_date,
      document_date, payment_term_id, currency_id, exchange_rate, freight, subtotal, total_amount, balance, document_subtotal,
      document_freight, document_total_amount, document_balance, source_document_id, updated_at)
    values (${id}, ${document_type}, ${company_id}, ${company_id}, ${one.status_id}, 0, ${due_date}, ${document_date}, 1,
      ${currency_id}, ${exchange_rate}, ${freight}, ${subtotal}, ${total}, ${total} - ${paid}::numeric,
      ${subtotal} * ${exchange_rate}::numeric, ${freight}::numeric * ${exchange_rate}::numeric,
      ${total} * ${exchange_rate}::numeric, (${total} - ${paid}::numeric) * ${exchange_rate}::numeric, ${source_document_id},
      '2026-10-20T12:00:00Z')`.execute(db)
  for (const [at, [product, sum, delivered = '0']] of one.lines.entries()) {
    await sql`insert into transaction_document_details (document_id, sort_order, product_id, quantity, unit_price, line_total,
      quantity_delivered) values (${id}, ${at}, ${product}, 100, ${sum}::numeric / 100, ${sum}, ${delivered})`.execute(
      db,
    )
  }
  if (paid === '0') return
  await sql`insert into payments (document_id, amount, currency_id, company_amount, method, payment_date)
    values (${id}, ${paid}, ${currency_id}, ${paid}, 'check', '2026-10-15')`.execute(db)
}

async function insertDocuments(): Promise<void> {
  const order = { document_type: 'sales_order' }
  const both = [
    [1, '200'],
    [2, '300'],
  ] as const
  await insertDocument(ID.order, { ...order, status_id: IS.invoiced, lines: [[1, '200', '40'], both[1]] })
  await insertDocument(ID.invoice, { status_id: IS.sent, source_document_id: ID.order, lines: both })
  await insertDocument(ID.fuel, {
    status_id: IS.open,
    freight: '1.235',
    lines: [
      [1, '10.005'],
      [2, '10.004'],
    ],
  })
  await insertDocument(ID.partly, { status_id: IS.partially_billed, paid: '33.333', lines: [[1, '100.005']] })
  await insertDocument(ID.marked, { status_id: IS.paid, paid: '50', lines: [[1, '120.5']] })
  await insertDocument(ID.ended, { status_id: IS.closed, lines: [[1, '20.005']] })
  await insertDocument(ID.yen, { company_id: 2, currency_id: 4, status_id: IS.open, lines: [[1, '1000.6']] })
  await insertDocument(ID.euro, {
    status_id: IS.open,
    currency_id: 5,
    exchange_rate: '0.9',
    lines: [[1, '10.005']],
  })
  await insertDocument(ID.waiting, { ...order, status_id: IS.waiting_for_shipment, lines: [[1, '10']] })
  await insertDocument(ID.backwards, { status_id: IS.new, due_date: '2026-09-01', lines: [[1, '10']] })
  await insertDocument(ID.draft, { status_id: IS.draft, lines: [[1, '10']] })
  await insertDocument(ID.voidSent, { status_id: IS.void, lines: [[1, '10']] })
  await insertDocument(ID.voidUnsent, { status_id: IS.void, lines: [[1, '10']] })
  await insertDocument(ID.freshOrder, { ...order, status_id: IS.new, lines: [[1, '10']] })
  await insertDocument(ID.quoted, { document_type: 'quote', status_id: IS.quoted, lines: [[1, '10']] })
  await insertDocument(ID.openPaid, { status_id: IS.open, paid: '1', lines: [[1, '10']] })
  const steps = (id: number, before: number, after: number) =>
    sql`insert into audit_entries
    (resource, record_id, action, changes) values ('transaction_documents', ${id}, 'update',
      ${JSON.stringify([{ field: 'status_id', before, after }])}), ('transaction_documents', ${id}, 'update',
      ${JSON.stringify([{ field: 'customer_po', before: '25', after: null }])})`.execute(db)
  await steps(ID.voidSent, IS.sent, IS.void)
  await steps(ID.voidUnsent, IS.open, IS.void)
}

async function documentOf(id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from transaction_documents where document_id = ${id}`.execute(db)
  return rows[0]!
}

async function linesOf(id: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from transaction_document_details where document_id = ${id} order by sort_order`.execute(db)
  return rows
}

async function paymentsOf(id: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from payments where document_id = ${id} order by payment_id`.execute(db)
  return rows
}

describe('stored documents, after an upgrade (faults 2, 3, 50)', () => {
  test('an invoice’s lines bill the lines of its order, which people said was received', async () => {
    const [ordered, billed] = [await linesOf(ID.order), await linesOf(ID.invoice)]
    expect(billed.map((line) => line['source_detail_id'])).toEqual(
      ordered.map((line) => line['document_detail_id']),
    )
    expect(ordered).toMatchObject([
      { quantity_delivered: '100.000', quantity_by_hand: '60.000' },
      { quantity_delivered: '100.000', quantity_by_hand: '100.000' },
    ])
    expect(await documentOf(ID.order)).toMatchObject({ approved: 1, status_id: IS.invoiced })
  })

  test('prices stay as they were, sums are kept to the cent and add up', async () => {
    expect(await linesOf(ID.fuel)).toMatchObject([
      { unit_price: '0.100000', line_total: '10.010' },
      { unit_price: '0.100000', line_total: '10.000' },
    ])
    expect(await documentOf(ID.fuel)).toMatchObject({
      subtotal: '20.010',
      freight: '1.240',
      total_amount: '21.250',
      balance: '21.250',
      document_total_amount: '21.250',
    })
  })

  test('what was paid of a sum stays in its balance', async () => {
    const [payment] = await paymentsOf(ID.partly)
    expect(payment).toMatchObject({ company_amount: '33.330', reversed_at: null })
    expect(await documentOf(ID.partly)).toMatchObject({
      status_id: IS.partially_billed,
      total_amount: '100.010',
      balance: '66.680',
    })
  })

  test('a currency without decimals has none, and a foreign one its own', async () => {
    expect(await documentOf(ID.yen)).toMatchObject({ total_amount: '1001.000', balance: '1001.000' })
    expect(await documentOf(ID.euro)).toMatchObject({
      total_amount: '10.010',
      document_total_amount: '9.010',
    })
  })

  test('what was marked as paid has a payment of the rest, that can be taken back', async () => {
    expect(await paymentsOf(ID.marked)).toMatchObject([
      { amount: '50.000', method: 'check' },
      { amount: '70.500', company_amount: '70.500', method: 'by_hand', currency_id: 3, reversed_at: null },
    ])
    expect(await documentOf(ID.marked)).toMatchObject({ status_id: IS.paid, balance: '0.000' })
    expect(await paymentsOf(ID.ended)).toMatchObject([{ amount: '20.005', method: 'by_hand' }])
    expect(await documentOf(ID.ended)).toMatchObject({ total_amount: '20.005', balance: '0.000' })
  })

  test('each balance is the total less the payments', async () => {
    const { rows } =
      await sql`select d.document_id, d.balance, d.total_amount - coalesce(sum(p.company_amount), 0) as left
      from transaction_documents d left join payments p using (document_id) group by d.document_id
      having d.balance <> d.total_amount - coalesce(sum(p.company_amount), 0)`.execute(db)
    expect(rows).toEqual([])
  })

  test('an order that is released is approved, and nothing is due before its own date', async () => {
    expect(await documentOf(ID.waiting)).toMatchObject({ approved: 1, closed_short: 0 })
    const { rows } =
      await sql`select document_id from transaction_documents where due_date < document_date`.execute(db)
    expect(rows).toEqual([])
  })

  test('usual marks of money follow the reader, others stay', async () => {
    const { rows } = await sql`select code, decimal, thousands from currencies order by code`.execute(db)
    expect(rows).toMatchObject([
      { code: 'BRL', decimal: ',', thousands: ' ' },
      { code: 'EUR', decimal: '.', thousands: ',' },
      { code: 'JPY' },
      { code: 'USD' },
    ])
  })

  test('documents are given out that were sent, paid or ordered, by what the audit tells', async () => {
    const { rows } = await sql<{ document_id: number }>`
      select document_id from transaction_documents where given_out = 0 order by 1`.execute(db)
    expect(rows.map(({ document_id }) => Number(document_id))).toEqual(
      [ID.fuel, ID.yen, ID.euro, ID.backwards, ID.draft, ID.voidUnsent, ID.quoted].sort((a, b) => a - b),
    )
  })
})
