import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { actorOfSession } from '#server/domains/access/sessions/actorOfSession.ts'
import { listDeliveries } from '#server/domains/shipments/deliveries/listDeliveries.ts'
import { readTimeline } from '#server/domains/shipments/timeline/readTimeline.ts'
import { readMonthlyUsage } from '#server/domains/telemetry/history/readMonthlyUsage.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { COMPANY, tokenOf } from './testing/accounts.ts'
import { deviceWithTank } from './testing/deviceWithTank.ts'
import { testDocument, testProduct } from './testing/orders.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

/** The tables that hold many rows in this test. */
const GROWING = [
  'shipment_planner_details',
  'shipment_planners',
  'shipment_stops',
  'transaction_document_details',
  'transaction_documents',
]

let server: TestServer
let device_id: number
let device_ports_id: number
let document_id: number
beforeAll(async () => {
  server = await startTestServer()
  const { product_id } = await testProduct(server)
  device_id = (await deviceWithTank(server, { tank: { product_id } })).device_id
  const { body } = await server.as('administrator').call('GET', `/devices/${device_id}/ports`)
  device_ports_id = body.device_ports[0].device_ports_id
  const details = [{ product_id, quantity: '100', unit_price: '2' }]
  document_id = (await testDocument(server, { device_id, details })).document_id
  await fill(product_id)
})
afterAll(() => server.close())

/** Copies the one row of a table with some columns changed; references are not checked. */
async function copy(table: string, changed: Record<string, string | number>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`.execute(server.db)
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => String(changed[name] ?? name))
  await server.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`insert into ${sql.table(table)} (${sql.raw(names.join(', '))})
      select ${sql.raw(values.join(', '))} from ${sql.table(table)} cross join generate_series(1, 12000) n`.execute(
      db,
    )
  })
}

/** Inserts thousands of orders and rounds of other companies, so that reading them all is not a way to a few. */
async function fill(product_id: number): Promise<void> {
  await copy('transaction_documents', {
    company_id: COMPANY.stranger,
    device_id: 'device_id + 1000 + n % 3000',
  })
  await copy('transaction_document_details', { document_id: 'document_id + n' })
  await sql`insert into shipment_planners (company_id, load_date, status_id)
    select ${COMPANY.stranger}, '2026-11-23', 1 + n % 4 from generate_series(1, 4000) n`.execute(server.db)
  await sql`insert into shipment_stops (shipment_id, sequence, company_id, site_id)
    select shipment_id, n, ${COMPANY.stranger}, 100 + shipment_id from shipment_planners cross join generate_series(1, 4) n`.execute(
    server.db,
  )
  await sql`insert into shipment_planner_details (shipment_id, sort_order, product_id, quantity_ordered, quantity, unit_id, stop_id,
      company_id, device_ports_id)
    select shipment_id, sequence, ${product_id}, 100, 100, (select id from units_of_measure where code = 'l'), stop_id, company_id,
      null from shipment_stops`.execute(server.db)
  await sql`analyze`.execute(server.db)
}

/** Runs a query and returns which of the growing tables it read whole. */
async function readWholeBy(type: LoginType, limits: object, run: (context: Context) => Promise<unknown>) {
  const actor = { ...(await actorOfSession(server.db, tokenOf(type))), ...limits }
  const found = new Set<string>()
  let statements = 0
  await server.db.transaction().execute(async (db) => {
    const executor = db.getExecutor()
    const explaining = new Proxy(executor, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value
        return async (query: Parameters<typeof executor.executeQuery>[0]) => {
          const explained = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
          const plan = await target.executeQuery(explained as typeof query)
          statements += 1
          for (const row of plan.rows as { 'QUERY PLAN': string }[]) {
            const [, table] = /Seq Scan on (?:\w+\.)?(\w+)/.exec(row['QUERY PLAN']) ?? []
            if (table && GROWING.includes(table)) found.add(table)
          }
          return target.executeQuery(query)
        }
      },
    })
    const watched = new Proxy(db, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name === 'getExecutor') return () => explaining
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as Database
    await run({ actor, db: watched, now: new Date(), encryptor: server.encryptor } as Context)
  })
  expect(statements).toBeGreaterThan(0)
  return [...found]
}

const ACTORS = [
  ['customer', {}],
  ['customer', { limits: { devices: [1, 2] } }],
  ['distributor', {}],
  ['administrator', {}],
] as const

test.each(ACTORS)('deliveries are found by indexes for a %s %j', async (type, limits) => {
  const read = (query: object) =>
    readWholeBy(type, limits, (context) => listDeliveries(context, { limit: 20, ...query }))
  expect(await read({})).toEqual([])
  expect(await read({ site_id: 1 })).toEqual([])
  expect(await read({ device_id })).toEqual([])
})

test.each(ACTORS.filter(([, limits]) => !('limits' in limits)))(
  'a timeline is read by indexes for a %s',
  async (type) => {
    const read = (query: object) =>
      readWholeBy(type, {}, (context) => readTimeline(context, { limit: 20, ...query }))
    expect(await read({ device_ports_id })).toEqual([])
    // An account that buys nothing reads no orders.
    if (type !== 'distributor') expect(await read({ document_id })).toEqual([])
  },
)

test.each(ACTORS)('monthly use is read by indexes for a %s %j', async (type, limits) => {
  const query = listQueryOf(devices, {})
  expect(await readWholeBy(type, limits, (context) => readMonthlyUsage(context, query))).toEqual([])
})
