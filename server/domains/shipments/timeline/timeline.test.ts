import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

type Account = Parameters<TestServer['as']>[0]
interface Entry {
  key: string
  kind: string
  at: string
  record_id: number | null
  title: string | null
  liters: number | null
}

let server: TestServer
let product_id: number
let device_id: number
let device_ports_id: number
let order: { document_id: number; document_number: string; details: { document_detail_id: number }[] }
let shipment: { shipment_id: number; stops: { stop_id: number }[] }
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const timeline = async (as: Account, query: string) =>
  (await server.as(as).call('GET', `/timeline?${query}`)).body as {
    ahead: Entry[]
    entries: Entry[]
    next: string | null
  }
const kindsOf = (entries: readonly Entry[]) => [...new Set(entries.map(({ kind }) => kind))].toSorted()

beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { specific_gravity: '0.850' })).product_id
  const tank = await deviceWithTank(server, { tank: { product_id } })
  device_id = tank.device_id
  await tank.send({ records: [record(Date.now() - 60_000, 10)] })
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  device_ports_id = body.device_ports[0].device_ports_id
  const { document_id } = await waitingOrder(server, {
    device_id,
    details: [{ product_id, quantity: '100', unit_price: '2' }],
  })
  order = (await admin('GET', `/transaction_documents/${document_id}`)).body.transaction_document
  const created = await admin('POST', '/shipment_planner', {
    ...{ company_id: COMPANY.distributor, load_date: '2099-11-23', deliver_date: '2099-11-24' },
    details: [
      { product_id, quantity_ordered: 300, document_detail_id: order.details[0]!.document_detail_id },
      { product_id, quantity_ordered: 300, company_id: COMPANY.stranger, ship_location_label: 'Secret yard' },
    ],
  })
  if (!created.body.shipment_planner) throw new Error(JSON.stringify(created.body))
  shipment = created.body.shipment_planner
  await sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume, after_volume)
    values (${device_id}, 1, 'fill', now() - interval '2 days', now() - interval '47 hours', 1600, 300, 1900)`.execute(
    server.db,
  )
  await sql`insert into alerts (device_id, company_id, port_number, level, status, opened_at, closed_at)
    values (${device_id}, ${COMPANY.customer}, 1, 'urgent', 'closed', now() - interval '3 days', now() - interval '47 hours')`.execute(
    server.db,
  )
  await sql`update port_states set forecast_at = now(), days_to_red = 5, days_to_empty = 9 where device_id = ${device_id}`.execute(
    server.db,
  )
})
afterAll(() => server.close())

describe('the timeline of a tank', () => {
  test('shows past and upcoming entries in order of time', async () => {
    const { ahead, entries } = await timeline('administrator', `device_ports_id=${device_ports_id}`)
    expect(kindsOf(ahead)).toEqual(['empty', 'reorder', 'stop'])
    expect(kindsOf(entries)).toEqual(['alert', 'load', 'order', 'rise'])
    const times = [...ahead, ...entries].map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(entries.find(({ kind }) => kind === 'order')).toMatchObject({
      record_id: order.document_id,
      title: order.document_number,
    })
    expect(entries.find(({ kind }) => kind === 'rise')).toMatchObject({ record_id: device_id, liters: 1600 })
  })

  test('is shown to its owner without the round, and to no other customer', async () => {
    const draft = await timeline('customer', `device_ports_id=${device_ports_id}`)
    expect(kindsOf(draft.ahead)).not.toContain('stop')
    await admin('PATCH', `/shipment_planner/${shipment.shipment_id}`, { is_firm: 1 })
    const { ahead, entries } = await timeline('customer', `device_ports_id=${device_ports_id}`)
    expect(kindsOf(entries)).toEqual(['alert', 'order', 'rise'])
    expect(ahead.find(({ kind }) => kind === 'stop')).toMatchObject({ record_id: null })
    expect(JSON.stringify({ ahead, entries })).not.toContain('Secret')
    // Users who may not read orders see none.
    const read = await timeline('customer_readonly', `device_ports_id=${device_ports_id}`)
    expect(kindsOf(read.entries)).toEqual(['alert', 'rise'])
    for (const query of [`device_ports_id=${device_ports_id}`, `document_id=${order.document_id}`, ''])
      expect((await server.as('stranger').call('GET', `/timeline?${query}`)).status).toBe(404)
  })

  test('has pages, each entry once', async () => {
    const whole = await timeline('administrator', `device_ports_id=${device_ports_id}`)
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const before: string = next ? `&before=${encodeURIComponent(next)}` : ''
      const page = await timeline('administrator', `device_ports_id=${device_ports_id}&limit=1${before}`)
      expect(page.ahead.length > 0).toBe(before === '')
      found.push(...page.entries.map(({ key }) => key))
      next = page.next
    }
    expect(found).toEqual(whole.entries.map(({ key }) => key))
    const refused = await server.as('administrator').call('GET', '/timeline?device_ports_id=1&before=x')
    expect(refused.status).toBe(400)
  })
})

test("days and hours are in the place's time zone, so a due day stays that day everywhere", async () => {
  const zoneOf = async (zone: string) => {
    await sql`update devices set time_zone = ${zone} where device_id = ${device_id}`.execute(server.db)
    const { body } = await server
      .as('administrator')
      .call('GET', `/timeline?device_ports_id=${device_ports_id}`)
    const stop = body.ahead.find(({ kind }: Entry) => kind === 'stop')
    return [body.time_zone, stop.at]
  }
  expect(await zoneOf('Pacific/Auckland')).toEqual(['Pacific/Auckland', '2099-11-23T23:00:00.000Z'])
  expect(await zoneOf('America/Chicago')).toEqual(['America/Chicago', '2099-11-24T18:00:00.000Z'])
})

test('the timeline of an order shows its round, the alert that it answers, and linked documents', async () => {
  const { entries, ahead } = await timeline('administrator', `document_id=${order.document_id}`)
  expect(kindsOf(entries)).toEqual(['alert', 'load', 'order'])
  expect(ahead.filter(({ kind }) => kind === 'stop')).toMatchObject([{ record_id: shipment.shipment_id }])
  await sql`update shipment_stops set status = 'done', done_at = now() - interval '46 hours'
    where shipment_id = ${shipment.shipment_id}`.execute(server.db)
  const after = await timeline('administrator', `document_id=${order.document_id}`)
  expect(kindsOf(after.entries)).toEqual(['alert', 'load', 'order', 'rise', 'stop'])
  expect(after.ahead).toEqual([])
})

test('forecasts of an order name the product, and are gone once their time has come', async () => {
  const { document_id } = await waitingOrder(server, {
    device_id,
    details: [{ product_id, quantity: '1', unit_price: '2' }],
  })
  const { rows } = await sql<{ product_name: string }>`
    select product_name from tank_products where product_id = ${product_id}`.execute(server.db)
  const forecasts = async () => {
    const { ahead, entries } = await timeline('administrator', `document_id=${document_id}`)
    return [...ahead, ...entries]
      .filter(({ kind }) => kind === 'reorder' || kind === 'empty')
      .map(({ kind, title }) => [kind, title])
  }
  const name = rows[0]!.product_name
  expect(await forecasts()).toEqual([
    ['empty', name],
    ['reorder', name],
  ])
  await sql`update port_states set days_to_red = 0, days_to_empty = 0 where device_id = ${device_id}`.execute(
    server.db,
  )
  expect(await forecasts()).toEqual([])
})

test('a document is shown at its own day, not at its time of entry', async () => {
  const { document_id } = await waitingOrder(server, {
    device_id,
    ...{ document_date: '2025-03-04', due_date: '2025-03-14' },
    details: [{ product_id, quantity: '1', unit_price: '2' }],
  })
  const { entries } = await timeline('administrator', `document_id=${document_id}`)
  expect(entries.find(({ kind }) => kind === 'order')?.at).toContain('2025-03-04T')
})
