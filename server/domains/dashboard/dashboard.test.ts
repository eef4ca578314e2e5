import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WIDGET_NAMES, WIDGETS } from '#core/domains/dashboard/widgets.ts'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testTruck } from '#server/app/testing/deliveries.ts'
import { testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const LAYOUT = [
  { widget: 'map', columns: 6, rows: 3 },
  { widget: 'alerts', columns: 6, rows: 3 },
]
const arrange = (dashboard_layout: unknown, as: Parameters<TestServer['as']>[0] = 'csr') =>
  server.as(as).call('PATCH', '/me/dashboard_layout', { dashboard_layout })
const stored = async (as: Parameters<TestServer['as']>[0] = 'csr') =>
  (await server.as(as).call('GET', '/users/current')).body.user.dashboard_layout

async function offeredTo(as: Parameters<TestServer['as']>[0]): Promise<string[]> {
  const { body } = await server.as(as).call('GET', '/me/dashboard_widgets')
  return body.dashboard_widgets.map(({ name_alias }: { name_alias: string }) => name_alias)
}

test('every part exists from the start, and a user who may read everything is offered all', async () => {
  const { body } = await server.as('administrator').call('GET', '/me/dashboard_widgets')
  expect(body.dashboard_widgets).toEqual(
    WIDGET_NAMES.map((name_alias) => ({
      name_alias,
      name: WIDGETS[name_alias].name,
      column_span: WIDGETS[name_alias].columns,
    })),
  )
})

test('an arrangement is stored for the account, and audited', async () => {
  const response = await arrange(LAYOUT)
  expect(response.status).toBe(200)
  expect(response.body.user.dashboard_layout).toEqual(LAYOUT)
  expect(await stored()).toEqual(LAYOUT)
  expect(await stored('dispatcher')).toBeNull()
  const { rows } = await sql<{ changes: unknown }>`select changes from audit_entries
    where resource = 'accounts' order by audit_id desc limit 1`.execute(server.db)
  expect(rows[0]?.changes).toEqual([{ field: 'dashboard_layout', before: null, after: LAYOUT }])
})

test('an account in another company has its own', async () => {
  await arrange(LAYOUT)
  await sql`update accounts a set dashboard_layout = ${JSON.stringify([LAYOUT[1]])} from users u
    where a.user_id = u.user_id and a.company_id <> u.company_id`.execute(server.db)
  expect(await stored()).toEqual(LAYOUT)
})

test('null restores the default', async () => {
  await arrange(LAYOUT)
  expect((await arrange(null)).status).toBe(200)
  expect(await stored()).toBeNull()
})

test.each([
  ['an unknown part', [{ widget: 'weather', columns: 6, rows: 3 }]],
  ['too wide', [{ widget: 'map', columns: 13, rows: 3 }]],
  ['too narrow', [{ widget: 'map', columns: 0, rows: 3 }]],
  ['no height', [{ widget: 'map', columns: 6, rows: 0 }]],
  ['half a column', [{ widget: 'map', columns: 6.5, rows: 3 }]],
  ['something more', [{ ...LAYOUT[0], left: 3 }]],
  ['a part twice', [LAYOUT[0], LAYOUT[0]]],
  ['no list', { map: 6 }],
  ['nothing', undefined],
])('%s is refused and changes nothing', async (_, layout) => {
  await arrange(LAYOUT)
  const refused = await arrange(layout)
  expect(refused.status).toBe(422)
  expect(refused.body.errors[0].field).toMatch(/^dashboard_layout/)
  expect(await stored()).toEqual(LAYOUT)
})

test('a call without a session is refused and stores nothing', async () => {
  expect((await server.as(null).call('GET', '/me/dashboard_widgets')).status).toBe(403)
  expect((await arrange(LAYOUT, null)).status).toBe(403)
})

test('a part disappears when it is switched off, or requires a missing permission', async () => {
  const admin = server.as('administrator')
  const { body } = await admin.call('GET', '/dashboard_widgets?page_size=0')
  const idOf = (alias: string) =>
    body.dashboard_widgets.find(({ name_alias }: { name_alias: string }) => name_alias === alias).widget_id
  expect(await offeredTo('driver')).toContain('map')
  await admin.call('PATCH', `/dashboard_widgets/${idOf('map')}`, { permission: 'companies.read' })
  await admin.call('PATCH', `/dashboard_widgets/${idOf('alerts')}`, { active: 0 })
  expect(await offeredTo('driver')).not.toContain('map')
  expect(await offeredTo('driver')).not.toContain('alerts')
  expect(await offeredTo('administrator')).toContain('map')
  await admin.call('PATCH', `/dashboard_widgets/${idOf('map')}`, { permission: '' })
  expect(await offeredTo('driver')).toContain('map')
})

test('an unknown part is refused with its path', async () => {
  const admin = server.as('administrator')
  const refused = await admin.call('POST', '/dashboard_widgets', { name: 'Mine', name_alias: 'horoscope' })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'name_alias', rule: 'choice' }] } })
})

describe('the day in figures', () => {
  const today = async (as: Parameters<TestServer['as']>[0] = 'administrator') =>
    (await server.as(as).call('GET', '/dashboard/today')).body.today

  test('counts rounds, stops and volumes of today, and what customers owe', async () => {
    const none = { rounds: 0, drafts: 0, finished: 0, stops: 0, late_stops: 0, planned: 0, unit: 'gal' }
    expect(await today()).toMatchObject(none)
    const { day } = await today()
    const { product_id } = await testProduct(server)
    const order = await waitingOrder(server, {
      details: [{ product_id, quantity: '100', unit_price: '2' }],
    })
    const { status, body, raw } = await server.as('administrator').call('POST', '/shipment_planner', {
      ...{ company_id: COMPANY.customer, truck_id: await testTruck(server) },
      ...{ load_date: day, deliver_date: day },
      details: [
        {
          ...{ product_id, quantity: '100', compartment: 1, unit_id: order.details[0].unit_id },
          document_detail_id: order.details[0].document_detail_id,
        },
      ],
    })
    expect(status, raw).toBe(200)
    const { shipment_id } = body.shipment_planner
    expect(await today()).toMatchObject({ rounds: 1, drafts: 1, stops: 1, closed_stops: 0, late_stops: 0 })
    expect((await today()).planned).toBeGreaterThan(0)
    await sql`update shipment_planners set status_id = 2 where shipment_id = ${shipment_id}`.execute(
      server.db,
    )
    await sql`update shipment_stops set planned_arrival = now() - interval '20 minutes'
      where shipment_id = ${shipment_id}`.execute(server.db)
    expect(await today()).toMatchObject({ rounds: 1, drafts: 0, late_stops: 1 })
    const statusOf = (status_id: number) =>
      sql`update shipment_planners set status_id = ${status_id} where shipment_id = ${shipment_id}`.execute(
        server.db,
      )
    // The office finalizes a round without closing its stops individually.
    await statusOf(4)
    expect(await today()).toMatchObject({ finished: 1, closed_stops: 1 })
    await statusOf(2)
    await sql`update shipment_stops set status = 'done' where shipment_id = ${shipment_id}`.execute(server.db)
    expect(await today()).toMatchObject({ closed_stops: 1, late_stops: 0 })
    // Delivered, but after the site's hours: late, though it is done.
    const { body: created } = await server.as('administrator').call('POST', '/sites', {
      ...{ name: 'Early site', company_id: COMPANY.customer },
    })
    const closes = async (to: string) => {
      await sql`update sites set delivery_windows = (select jsonb_agg(jsonb_build_object('day', day, 'from', '00:00', 'to', ${to}::text))
        from generate_series(1, 7) as day), time_zone = business_time_zone() where site_id = ${created.site.site_id}`.execute(
        server.db,
      )
      await sql`update shipment_stops set site_id = ${created.site.site_id}, done_at = now(),
        arrived_at = (business_today() + time '10:36') at time zone business_time_zone()
        where shipment_id = ${shipment_id}`.execute(server.db)
      return (await today()).late_stops
    }
    expect([await closes('10:00'), await closes('11:00'), await closes('24:00')]).toEqual([1, 0, 0])
    await sql`update shipment_stops set site_id = null, arrived_at = null, done_at = null
      where shipment_id = ${shipment_id}`.execute(server.db)
    await sql`update shipment_planners set deliver_date = deliver_date + 1 where shipment_id = ${shipment_id}`.execute(
      server.db,
    )
    expect(await today()).toMatchObject(none)
    // A round of yesterday that is still on its way: its open deliveries are late today, its deliveries of yesterday do not count today.
    await sql`update shipment_planners set deliver_date = deliver_date - 2, load_date = load_date - 1
      where shipment_id = ${shipment_id}`.execute(server.db)
    await sql`update shipment_stops set status = 'planned' where shipment_id = ${shipment_id}`.execute(
      server.db,
    )
    const late = await today()
    expect(late).toMatchObject({ rounds: 1, stops: 1, closed_stops: 0, late_stops: 1 })
    expect(late.planned).toBeGreaterThan(0)
    await sql`update shipment_stops set status = 'done', done_at = now() - interval '1 day'
      where shipment_id = ${shipment_id}`.execute(server.db)
    expect(await today()).toMatchObject(none)
  })

  test('volumes belong to the day on which they are delivered, even if another day was planned', async () => {
    const { day } = await today()
    const { product_id } = await testProduct(server)
    const { rows: units } = await sql<{
      id: number
    }>`select id from units_of_measure where code = 'gal'`.execute(server.db)
    const gallon = units[0]!.id
    const { body } = await server.as('administrator').call('POST', '/shipment_planner', {
      ...{ company_id: COMPANY.customer, truck_id: await testTruck(server) },
      ...{ load_date: addDays(day, -1), deliver_date: addDays(day, -1) },
      details: [{ product_id, quantity: '100', compartment: 1, unit_id: gallon }],
    })
    const { shipment_id } = body.shipment_planner
    await sql`update shipment_planner_details set delivered = 100, delivered_unit_id = ${gallon} where shipment_id = ${shipment_id}`.execute(
      server.db,
    )
    expect((await today()).delivered).toBe(0)
    await sql`update shipment_planners set status_id = 4, delivered_at = now() where shipment_id = ${shipment_id}`.execute(
      server.db,
    )
    expect(await today()).toMatchObject({ rounds: 1, stops: 1, delivered: expect.closeTo(100, 3) })
    await sql`update shipment_planners set deliver_date = ${day}, delivered_at = now() - interval '1 day'
      where shipment_id = ${shipment_id}`.execute(server.db)
    expect(await today()).toMatchObject({ rounds: 1, delivered: 0 })
  })

  test('sums the open and overdue balances by currency, of the invoices that the reader may see', async () => {
    const before = (await today()).owed
    const { document_id } = await testDocument(server, { document_type: 'invoice' })
    await sql`update transaction_documents set status_id = ${IS.open}, balance = 75.5,
      document_date = business_today() - 9, due_date = business_today() - 1
      where document_id = ${document_id}`.execute(server.db)
    expect(before).toEqual([])
    expect((await today()).owed).toEqual([{ currency_id: 3, open: '75.500', overdue: '75.500' }])
    expect((await today('distributor')).owed).toBeNull()
  })
})
