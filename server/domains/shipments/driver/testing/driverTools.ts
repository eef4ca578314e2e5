import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DriverEventBodies, DriverEventKind } from '#core/domains/shipments/driver/driverEvents.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import type { TestServer } from '#server/app/testing/startTestServer.ts'

const STOPLESS: ReadonlySet<DriverEventKind> = new Set(['left', 'lifted', 'lift_corrected', 'round_closed'])
const DRAWING = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='

/** Default time of events by the phone. */
export const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString()

export type DriverTools = Awaited<ReturnType<typeof driverTools>>

/** Tools for tests of a driver's day: rounds of the test's driver, and events from the phone. */
export async function driverTools(server: TestServer) {
  const admin = (method: string, path: string, body?: unknown) =>
    server.as('administrator').call(method, path, body)
  const asDriver = (method: string, path: string, body?: unknown) =>
    server.as('driver').call(method, path, body)
  const diesel = (await testProduct(server, { product_group: 'fuel_oil', specific_gravity: '0.850' }))
    .product_id as number
  const propane = (await testProduct(server, { product_group: 'lpg', specific_gravity: '0.508' }))
    .product_id as number
  const { body: units } = await admin('GET', '/units_of_measure?options=1')
  const gallon = units.units_of_measure.find((unit: { code: string | null }) => unit.code === 'gal')
    .id as number
  const { rows: drivers } = await sql<{ people_id: number }>`
    select people_id from users where username = 'driver@test.example'`.execute(server.db)
  const driver_id = drivers[0]!.people_id

  const load = (place: string, more: object = {}) => ({
    product_id: diesel,
    quantity: '250',
    unit_id: gallon,
    compartment: 1,
    company_id: COMPANY.customer,
    ship_location_label: place,
    ...more,
  })
  /** A round of the driver on its own truck. A driver is on the road with one round only, so any other is ended first. */
  async function round(details: object[], more: object = {}) {
    await sql`update shipment_planners set delivered_by = null where status_id in (1, 2, 3)`.execute(
      server.db,
    )
    const { body: truck } = await admin('POST', '/tanker_trucks', {
      company_id: COMPANY.customer,
      truck_name: 'Bobtail',
      vehicle_type: 'truck',
      num_of_compartments: 2,
      compartment1: 9000,
      compartment2: 9000,
      max_weight: 0,
      payload: 0,
      gvwr: 0,
    })
    const { body } = await admin('POST', '/shipment_planner', {
      company_id: COMPANY.customer,
      truck_id: truck.tanker_truck.truck_id,
      delivered_by: driver_id,
      load_date: '2026-11-23',
      details,
      ...more,
    })
    const made = body.shipment_planner
    if (!made) throw new Error(JSON.stringify(body))
    const id = made.shipment_id as number
    const read = async () => (await admin('GET', `/shipment_planner/${id}`)).body.shipment_planner
    const event = <K extends DriverEventKind>(kind: K, body: DriverEventBodies[K], stop = 0) => ({
      event_id: randomUUID(),
      shipment_id: id,
      stop_id: STOPLESS.has(kind) ? null : made.stops[stop].stop_id,
      kind,
      at: HOUR_AGO,
      body,
    })
    const { body: block } = await asDriver('POST', '/driver/ticket_blocks', { shipment_id: id, count: 20 })
    const first = block.ticket_block?.first_number as number
    const ticket = (stop = 0, changed: { quantity?: string; [name: string]: unknown } = {}) =>
      event(
        'delivered',
        {
          shipment_detail_id: made.details[stop].shipment_detail_id,
          number: first + stop,
          meter_start: '1000',
          meter_end: '1250.5',
          quantity: '250.5',
          unit_id: gallon,
          celsius: 30,
          reason: null,
          ...(changed.quantity && { meter_end: String(1000 + Number(changed.quantity)) }),
          ...changed,
        },
        stop,
      )
    const signed = (stop = 0) =>
      event('signed', { name: 'Dale', signature: DRAWING, latitude: 40.7, longitude: -99.1 }, stop)
    return { id, made, read, event, ticket, signed, first }
  }
  const send = async (...events: object[]) => {
    const { body, status } = await asDriver('POST', '/driver/events', { events })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (body.outcomes as { outcome: string; rule: string | null; isRepeated: boolean }[]).map(
      ({ outcome, rule, isRepeated }) => (isRepeated ? `${outcome} again` : (rule ?? outcome)),
    )
  }
  const day = async () => (await asDriver('GET', '/driver/day')).body
  return { admin, asDriver, diesel, propane, gallon, driver_id, load, round, send, day }
}
