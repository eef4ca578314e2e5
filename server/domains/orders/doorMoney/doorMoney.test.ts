import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from '#server/domains/shipments/driver/testing/driverTools.ts'

let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
})
afterAll(() => server.close())

type Row = Record<string, any>
const listed = async (type: Parameters<TestServer['as']>[0] = 'administrator'): Promise<Row[]> =>
  (await server.as(type).call('GET', '/door_money')).body.door_money ?? []
const settle = (ids: number[], cash: string, checks = '0', more: object = {}) =>
  on.admin('POST', '/door_money/settle', { doorstep_payment_ids: ids, cash, checks, ...more })

/** A delivered round of 250.5 gal for $2 each, with doorstep payments; `bill` creates the invoices. */
async function delivered(...amounts: string[]) {
  const order = await waitingOrder(server, {
    details: [{ product_id: on.diesel, quantity: '250.5', unit_price: '2', unit_id: on.gallon }],
  })
  const { document_detail_id } = order.details[0]
  const created = await on.round([on.load('Barn', { document_detail_id, quantity: '250.5' })])
  const { event, ticket, signed } = created
  const paid = amounts.map((amount, index) =>
    event('paid', {
      ...{ method: index === 0 ? 'cash' : 'check', amount, note: null },
      check_number: index === 0 ? null : `21${index}`,
    }),
  )
  const events = [event('left', {}), event('arrived', {}), ticket(), ...paid, signed()]
  const answers = await on.send(...events, event('closed', {}), event('round_closed', {}))
  expect(new Set(answers)).toEqual(new Set(['applied']))
  const mine = async () =>
    (await listed()).filter(({ shipment_id }) => shipment_id === created.id).toReversed()
  const documents = (path: string, body?: object) =>
    on.admin(body ? 'POST' : 'GET', `/transaction_documents${path}`, body)
  const bill = async () => {
    const { body } = await documents(`/${order.document_id}/convert`, { document_type: 'invoice' })
    const id = body.transaction_document.document_id as number
    const open = () => documents(`/${id}/status`, { status_id: IS.open })
    const read = async () => (await documents(`/${id}`)).body.transaction_document
    const payments = async () => (await documents(`/${id}/payments`)).body.payments as Row[]
    return { id, open, read, payments }
  }
  return {
    ...created,
    mine,
    bill,
    paid,
    documents,
    ids: (await mine()).map((item) => item['doorstep_payment_id']),
  }
}

test('counted money pays the invoice of the delivery; the rest stays, to the last cent', async () => {
  const { ids, mine, bill } = await delivered('400.01', '120')
  const invoice = await bill()
  await invoice.open()
  expect((await invoice.read()).balance).toBe('501.000')
  expect((await settle(ids, '400.01', '120')).status).toBe(200)
  expect(await invoice.read()).toMatchObject({ balance: '0.000', status_id: IS.paid })
  expect(await invoice.payments()).toMatchObject([
    { amount: '400.010', method: 'cash' },
    { amount: '100.990', method: 'check', reference: expect.stringContaining('211') },
  ])
  expect((await mine()).map(({ left, status, documents }) => [left, status, documents.length])).toEqual([
    ['0.000', 'settled', 1],
    ['19.010', 'settled', 1],
  ])
})

test('money counted before the invoice pays it when the invoice is out; held money never does', async () => {
  const { ids, bill, paid, event } = await delivered('501')
  const invoice = await bill()
  await invoice.open()
  expect(await invoice.payments()).toEqual([])
  const another = await delivered('501')
  await settle(another.ids, '501')
  const late = await another.bill()
  expect(await late.payments()).toEqual([])
  await late.open()
  expect(await late.read()).toMatchObject({ balance: '0.000', status_id: IS.paid })
  await settle(ids, '501')
  expect((await invoice.read()).balance).toBe('0.000')
  // The phone cannot change what the office has counted.
  await sql`update shipment_planners set delivered_by = ${on.driver_id} where shipment_id = ${event('left', {}).shipment_id}`.execute(
    server.db,
  )
  const corrects = paid[0]!.event_id
  const invalid = { method: 'cash', amount: '5', check_number: null, note: null, corrects } as const
  expect(await on.send(event('payment_corrected', invalid))).toEqual(['payment_settled'])
})

test('a day is settled once, even by two users at once, and with a different sum only with a reason', async () => {
  const { ids, mine, id } = await delivered('100', '50')
  expect((await settle(ids, '99.50', '50')).body.errors).toMatchObject([{ field: 'reason' }])
  expect((await settle(ids, '100', '0')).status).toBe(422)
  const reason = 'A coin was lost'
  const responses = await Promise.all(Array.from({ length: 4 }, () => settle(ids, '99.50', '50', { reason })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await settle(ids, '100', '50')).status).toBe(409)
  const { rows } = await sql`select expected_cash, counted_cash, expected_checks, counted_checks, reason
    from doorstep_settlements where settlement_id in (select settlement_id from doorstep_payments
      where shipment_id = ${id})`.execute(server.db)
  expect(rows).toEqual([
    {
      ...{ expected_cash: '100.000', counted_cash: '99.500', reason },
      ...{ expected_checks: '50.000', counted_checks: '50.000' },
    },
  ])
  // The customer has paid anyway.
  expect((await mine()).map(({ left }) => left)).toEqual(['100.000', '50.000'])
  const { body } = await on.admin('GET', `/shipment_planner/${id}/history`)
  expect(body.audit_entries.filter(({ action }: Row) => action === 'settle_money')).toHaveLength(1)
})

test('the rest is allocated to an invoice of the payer, or refunded with a reason, once', async () => {
  const { ids, mine, documents } = await delivered('600')
  await settle(ids, '600')
  const { rows } = await sql<{ payment_id: number }>`
    select payment_id from payments where doorstep_payment_id = ${ids[0]}`.execute(server.db)
  const step = (name: string, body: object) =>
    on.admin('POST', `/customer_payments/${rows[0]!.payment_id}/${name}`, body)
  const place = (document_id: number) => step('allocate', { allocations: [{ document_id, amount: '501' }] })
  const other = await (await delivered('1')).bill()
  expect((await place(other.id)).status).toBe(409)
  await other.open()
  const both = await Promise.all([place(other.id), place(other.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await mine())[0]).toMatchObject({ left: '99.000' })
  // After a reversal the rest is available again, and not allocated automatically.
  const [payment] = await other.payments()
  await documents(`/${other.id}/payments/${payment!['payment_id']}/reverse`, { reason: 'Wrong invoice' })
  expect((await mine())[0]).toMatchObject({ left: '600.000', documents: [] })
  const back = (reason: string) => step('give_back', { reason })
  expect((await back('')).status).toBe(422)
  expect(
    (await Promise.all([back('Bounced'), back('Bounced')])).map(({ status }) => status).toSorted(),
  ).toEqual([200, 409])
  expect((await mine())[0]).toMatchObject({ left: '0.000' })
})

test('customers see their payments, drivers the money that they took, and strangers nothing', async () => {
  const { ids } = await delivered('75')
  const seenBy = async (type: Parameters<TestServer['as']>[0]) =>
    (await listed(type)).some(({ doorstep_payment_id }) => doorstep_payment_id === ids[0])
  expect(await seenBy('customer')).toBe(true)
  expect(await seenBy('driver')).toBe(true)
  expect(await seenBy('technician')).toBe(false)
  await sql`update doorstep_payments set company_id = ${COMPANY.stranger}, carrier_id = ${COMPANY.stranger}
    where doorstep_payment_id = ${ids[0]}`.execute(server.db)
  expect(await seenBy('customer')).toBe(false)
  expect(await seenBy('dispatcher')).toBe(false)
  for (const type of ['customer', 'driver', 'dispatcher', 'technician'] as const) {
    const { status } = await server
      .as(type)
      .call('POST', '/door_money/settle', { doorstep_payment_ids: ids, cash: '75', checks: '0' })
    expect([404, 405], type).toContain(status)
  }
  const rows = await sql`select status from doorstep_payments where doorstep_payment_id = ${ids[0]}`.execute(
    server.db,
  )
  expect(rows.rows).toEqual([{ status: 'held' }])
})
