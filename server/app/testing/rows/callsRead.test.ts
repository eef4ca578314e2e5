import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readUplink, type Uplink } from '#core/domains/telemetry/uplink.ts'
import { judgeReadings } from '#server/domains/alerts/judgeReadings.ts'
import { storeUplinks } from '#server/domains/telemetry/intake/storeUplinks.ts'
import { estimateOutdated } from '#server/domains/telemetry/levels/estimateLevels.ts'
import { COMPANY } from '../accounts.ts'
import { describeOver, isOver, readingOf } from './judgePlans.ts'
import { compareWithKnown } from './knownReadings.ts'
import { type Account, type CallInput, type Fleet, openFleet, type RanCall } from './openFleet.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await openFleet()
}, 180_000)
afterAll(() => fleet.close())

interface CallCase {
  call: string
  account: Account
  input?: CallInput
  /**
   * Maximum number of statements, including statements of functions and triggers. The figures are the last measured ones: they may fall, and rise
   * only on purpose.
   */
  statements: number | ((answer: RanCall['answer']) => number)
}

/** The ids of a page of tanks or orders. */
const A_PAGE = Array.from({ length: 50 }, (_, index) => index + 1).join()
const DEVICE = { device_id: '777' }
/** Each round is described and checked on its own; which ones are shown depends on the day at their company. */
const OF_ROUNDS: CallCase['statements'] = ({ rounds }) => 16 + 12 * rounds.length

function ofEach(
  { call, query = {} }: { call: string; query?: Record<string, string> },
  statements: Partial<Record<Account, CallCase['statements']>>,
): CallCase[] {
  return Object.entries(statements).map(([account, most]) => ({
    ...{ call, account: account as Account, input: { query }, statements: most },
  }))
}

/** The calls of every page and of the first screens, a device's profile, the board and a driver's day. */
const CASES: CallCase[] = [
  { call: 'GET /user_defined_fields/known', account: 'staff', statements: 1 },
  { call: 'GET /users/current', account: 'staff', statements: 3 },
  { call: 'GET /environment', account: 'staff', statements: 2 },
  { call: 'GET /me/notifications', account: 'staff', statements: 2 },
  { call: 'GET /me/dashboard_widgets', account: 'staff', statements: 1 },
  ...ofEach({ call: 'GET /search', query: { search: 'tulsa' } }, { staff: 1, distributor: 1, customer: 3 }),
  ...ofEach({ call: 'GET /devices/fleet_status' }, { staff: 1, distributor: 1, customer: 1 }),
  ...ofEach(
    { call: 'GET /devices/needing_someone', query: { limit: '10' } },
    { staff: 2, distributor: 3, customer: 5 },
  ),
  ...ofEach(
    { call: 'GET /alerts', query: { status: 'open', page_size: '10' } },
    { staff: 3, distributor: 3, customer: 3 },
  ),
  // For a device without a label the name of its site is read.
  ...ofEach({ call: 'GET /devices/gps_coords' }, { staff: 540, distributor: 27, customer: 2 }),
  // A function reads the tanks of a load.
  ...ofEach(
    { call: 'GET /deliveries', query: { limit: '20' } },
    { staff: 7, distributor: 114, customer: 25 },
  ),
  ...ofEach(
    { call: 'GET /deliveries/coming', query: { device_ports_ids: A_PAGE, document_ids: A_PAGE } },
    { staff: 4, distributor: 2, customer: 2 },
  ),
  { call: 'GET /devices/:device_id', account: 'staff', input: { params: DEVICE }, statements: 2 },
  { call: 'GET /devices/:device_id/ports', account: 'staff', input: { params: DEVICE }, statements: 2 },
  {
    call: 'GET /devices/:device_id/port_history_graph/:port_number',
    account: 'staff',
    input: { params: { ...DEVICE, port_number: '1' } },
    statements: 9,
  },
  { call: 'GET /timeline', account: 'staff', input: { query: { device_ports_id: '1553' } }, statements: 9 },
  ...ofEach({ call: 'GET /dispatch/needs' }, { staff: 2400, distributor: 1100 }),
  ...ofEach({ call: 'GET /dispatch/rounds' }, { staff: OF_ROUNDS, distributor: OF_ROUNDS }),
  ...ofEach({ call: 'GET /dispatch/trucks_on_the_road' }, { staff: 90, distributor: 20 }),
  ...ofEach({ call: 'GET /dispatch/proposal' }, { staff: 1, distributor: 1 }),
]

test.each(CASES.map((item) => [item.call, item.account, item] as const))(
  '%s of %s reads no more than it shows',
  async (call, account, { input, statements }) => {
    const { answer, ran } = await fleet.call(account, call, input)
    judge(call, account, ran, typeof statements === 'number' ? statements : statements(answer))
  },
)

test('a stop of a driver, from arrival to signature', async () => {
  const ran = await fleet.undone(async ({ context: { db }, call }) => {
    const { people_id } = fleet.actors.get('driver')!
    // One of the rounds on the road is given to the driver.
    const { rows } = await sql<{
      shipment_id: number
      stop_id: number
      shipment_detail_id: number
      unit_id: number
    }>`
      with own as (
        update shipment_planners set company_id = ${COMPANY.customer}, delivered_by = ${people_id}
        where shipment_id = (select min(s.shipment_id) from shipment_planners s join shipment_stops t using (shipment_id)
          where s.status_id = 2)
        returning shipment_id)
      select shipment_id, stop_id, min(shipment_detail_id) as shipment_detail_id, min(unit_id) as unit_id
      from own join shipment_planner_details using (shipment_id) group by 1, 2`.execute(db)
    const { shipment_id, stop_id, shipment_detail_id, unit_id } = rows[0]!
    // The fleet's products are random: its tanks take what this round brings.
    await sql`update device_ports p set product_id = d.product_id from shipment_planner_details d
      where d.device_ports_id = p.device_ports_id and d.shipment_id = ${shipment_id}`.execute(db)
    const { rounds } = await call('driver', 'GET /driver/day')
    expect(rounds).toHaveLength(1)
    const { ticket_block } = await call('driver', 'POST /driver/ticket_blocks', {
      body: { shipment_id, count: 5 },
    })
    const event = (kind: string, body: object = {}) => ({
      ...{ event_id: randomUUID(), shipment_id, stop_id },
      ...{ kind, at: new Date().toISOString(), body },
    })
    const delivered = event('delivered', {
      ...{ shipment_detail_id, number: ticket_block.first_number, meter_start: null, meter_end: null },
      ...{ quantity: '500', unit_id, celsius: null, reason: null },
    })
    const signed = event('signed', { name: 'Dale', signature: null, latitude: null, longitude: null })
    const events = [event('arrived'), delivered, signed, event('closed')]
    const { outcomes } = await call('driver', 'POST /driver/events', { body: { events } })
    expect(
      outcomes.map(({ outcome, rule }: { outcome: string; rule: string }) => rule ?? outcome),
      JSON.stringify(outcomes),
    ).toEqual(events.map(() => 'applied'))
  })
  judge('POST /driver/events', 'driver', ran, 184)
})

describe('an uplink', () => {
  const DEVICES = Array.from({ length: 50 }, (_, index) => 101 + index)
  /** A record of two tanks that fell to a tenth. */
  const uplinkAt = (now: number) =>
    readUplink(
      {
        records: [
          { time: new Date(now).toISOString(), ports: [1, 2].map((port) => ({ port, value: 1800 })) },
        ],
      },
      now,
      0,
    ) as Uplink
  const storedOf = (ids: readonly number[]) =>
    fleet.undone(async ({ client, context: { now } }) => {
      const receivedAt = now.getTime()
      const waiting = ids.map((device_id) => ({
        ...{
          device_id,
          key_hash: null,
          uplink: uplinkAt(receivedAt),
          body: '{}',
          transport: 'http' as const,
        },
        ...{ receivedAt, address: null },
      }))
      await storeUplinks(client, waiting)
    })

  test('is stored by a few statements, for one device as for fifty', async () => {
    const [one, many] = [await storedOf(DEVICES.slice(0, 1)), await storedOf(DEVICES)]
    judge('POST /uplink', 'device', one, 11)
    judge('POST /uplink', 'device', many, 13, DEVICES.length)
  })

  test('is judged by a few statements, for fifty devices together', async () => {
    const ran = await fleet.undone(async ({ context }) => {
      await sql`update port_states set percent = 8, level = 'urgent' where device_id = any(${DEVICES})`.execute(
        context.db,
      )
      await estimateOutdated(context, { device_ids: DEVICES })
      await judgeReadings(context, { device_ids: DEVICES })
    })
    judge('event readings.stored', 'device', ran, 50, DEVICES.length)
  })
})

function judge(call: string, account: string, ran: RanCall['ran'], most: number, rows = 20): void {
  const reading = readingOf(ran, rows)
  const over = isOver(reading) ? [{ account, parts: ['call'], text: describeOver(reading) }] : []
  const { unlisted, outdated } = compareWithKnown(call, over, account)
  expect({ unlisted, outdated }).toEqual({ unlisted: [], outdated: [] })
  expect(ran.length).toBeLessThanOrEqual(most)
}
