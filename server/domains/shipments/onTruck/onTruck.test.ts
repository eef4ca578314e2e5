import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let diesel: number
let kerosene: number
let gallon: number
beforeAll(async () => {
  server = await startTestServer()
  diesel = (await testProduct(server, { grade: 'Diesel' })).product_id
  kerosene = (await testProduct(server, { grade: 'Kerosene' })).product_id
  const { body } = await admin('GET', '/units_of_measure?options=1')
  gallon = body.units_of_measure.find((unit: { code: string | null }) => unit.code === 'gal').id
})
afterAll(() => server.close())

const company_id = COMPANY.customer
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const GAL = 3.785411784

async function crew() {
  const created = async (path: string, body: object) =>
    (await admin('POST', path, { company_id, ...body })).body
  const { tanker_truck } = await created('/tanker_trucks', {
    ...{
      truck_name: 'Bobtail',
      num_of_compartments: 2,
      imperial_compartment1: '1000',
      imperial_compartment2: '800',
    },
    ...{ max_weight: 0, payload: 0, gvwr: 0 },
  })
  const { person } = await created('/people', { first_name: 'Dee', last_name: 'Driver' })
  return { truck_id: tanker_truck.truck_id as number, delivered_by: person.people_id as number }
}
type Crew = Awaited<ReturnType<typeof crew>>

async function planned(of: Crew, gallons = 600, product_id = diesel) {
  const { body, raw } = await admin('POST', '/shipment_planner', {
    ...{ company_id, ...of, load_date: '2026-11-21' },
    details: [{ product_id, quantity: String(gallons), unit_id: gallon, compartment: 1 }],
  })
  expect(body.shipment_planner, raw).toBeTruthy()
  return body.shipment_planner as { shipment_id: number; details: { shipment_detail_id: number }[] }
}
const paper = (gross: number, more: object = {}) => ({
  ...{ number: `BOL ${gross}`, supplier: 'Refinery', unit_id: gallon },
  lines: [{ compartment: 1, product_id: diesel, gross: String(gross) }],
  ...more,
})
const lift = (id: number, gross: number, more: object = {}) =>
  admin('POST', `/shipment_planner/${id}/lifts`, paper(gross, more))
const step = (id: number, status: string) => admin('POST', `/shipment_planner/${id}/status`, { status })
const onTruck = async (id: number) => (await admin('GET', `/shipment_planner/${id}/on_truck`)).body.on_truck
const finalize = (id: number, detail: number, gallons: number, compartments: object[] = []) =>
  admin('POST', `/shipment_planner/${id}/finalize`, {
    details: [{ shipment_detail_id: detail, delivered: String(gallons), unit_id: gallon }],
    compartments,
  })
const drive = async (id: number) => {
  const left = await step(id, 'in route')
  expect(left.status, left.raw).toBe(200)
  await step(id, 'delivered')
}
const gallonsOf = (litres: number) => Math.round((litres / GAL) * 1000) / 1000

describe('what is on a truck', () => {
  test('carries over from round to round: loaded and carried over, less delivered and returned', async () => {
    const of = await crew()
    const first = await planned(of)
    expect((await onTruck(first.shipment_id)).compartments[0]).toMatchObject({
      loaded_liters: null,
      on_board_liters: null,
      carried_liters: 0,
    })
    const lifted = await lift(first.shipment_id, 900)
    expect(lifted.status, lifted.raw).toBe(200)
    await drive(first.shipment_id)
    const ended = await finalize(first.shipment_id, first.details[0]!.shipment_detail_id, 600, [
      { compartment: 1, returned: '100', unit_id: gallon },
    ])
    expect(ended.status, ended.raw).toBe(200)
    const [over] = (await onTruck(first.shipment_id)).compartments
    expect(
      [over.loaded_liters, over.delivered_liters, over.returned_liters, over.on_board_liters].map(gallonsOf),
    ).toEqual([900, 600, 100, 200])
    expect(over).toMatchObject({ difference_liters: 0, reason: null })

    const now = (await admin('GET', `/tanker_trucks/${of.truck_id}/on_truck`)).body.on_truck
    expect(now.shipment).toBeNull()
    expect(gallonsOf(now.compartments[0].on_board_liters)).toBe(200)
    const board = (await admin('GET', '/dispatch/rounds?day=2026-11-21')).body.rounds
    const card = board.find((item: { shipment_id: number }) => item.shipment_id === first.shipment_id)
    expect(card.compartments.map(({ filled }: { filled: number }) => gallonsOf(filled))).toEqual([200, 0])
    const second = await planned(of, 700)
    await lift(second.shipment_id, 500)
    const [open] = (await onTruck(second.shipment_id)).compartments
    expect([open.carried_liters, open.loaded_liters, open.on_board_liters].map(gallonsOf)).toEqual([
      200, 500, 700,
    ])
    expect(open.warnings).toEqual([])
  })

  test('must balance, or the refusal requires an explanation', async () => {
    const of = await crew()
    const round = await planned(of)
    await lift(round.shipment_id, 900)
    await drive(round.shipment_id)
    const detail = round.details[0]!.shipment_detail_id
    const found = { compartment: 1, found: '250', unit_id: gallon }
    const refused = await finalize(round.shipment_id, detail, 600, [found])
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            field: 'compartments.0.reason',
            rule: 'truck_difference',
            message: expect.stringMatching(
              /^Compartment 1 should hold 300\sgal, but 250\sgal was entered. The difference of 50\sgal/,
            ),
          },
        ],
      },
    })
    const explained = { ...found, reason: 'spilled', note: 'Hose' }
    expect((await finalize(round.shipment_id, detail, 600, [explained])).status).toBe(200)
    const [over] = (await onTruck(round.shipment_id)).compartments
    expect(gallonsOf(over.difference_liters)).toBe(-50)
    expect(over).toMatchObject({ reason: 'spilled', note: 'Hose' })
  })

  test('cannot be negative: delivering more than was on board is refused even if no one checked', async () => {
    const of = await crew()
    const round = await planned(of)
    await lift(round.shipment_id, 500)
    await drive(round.shipment_id)
    const ended = await step(round.shipment_id, 'finalized')
    expect(ended).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'compartments.0.reason', rule: 'truck_short' }] },
    })
  })

  test('is not required without lifts', async () => {
    const round = await planned(await crew())
    await drive(round.shipment_id)
    expect((await step(round.shipment_id, 'finalized')).status).toBe(200)
  })

  test('changes with a correction of a finished round, and so do later rounds', async () => {
    const of = await crew()
    const rounds = [await planned(of), await planned(of)] as const
    const [first, second] = rounds
    const { body } = await lift(first.shipment_id, 800)
    await drive(first.shipment_id)
    await finalize(first.shipment_id, first.details[0]!.shipment_detail_id, 600)
    await lift(second.shipment_id, 500)
    await drive(second.shipment_id)
    await finalize(second.shipment_id, second.details[0]!.shipment_detail_id, 600)
    const { lift_ticket_id } = body.on_truck.lifts[0]
    const correction = {
      ...{ number: 'BOL 800', unit_id: gallon, compartment: 1, product_id: diesel, gross: '850' },
      reason: 'Read wrong',
    }
    const corrected = await admin('POST', `/lift_tickets/${lift_ticket_id}/correct`, correction)
    expect(corrected.status, corrected.raw).toBe(200)
    expect(corrected.body.on_truck.lifts).toMatchObject([
      { gross: '800.000', is_corrected: true },
      { gross: '850.000', is_corrected: false, correction_of: lift_ticket_id, reason: 'Read wrong' },
    ])
    expect(gallonsOf((await onTruck(first.shipment_id)).compartments[0].on_board_liters)).toBe(250)
    const [later] = (await onTruck(second.shipment_id)).compartments
    expect([later.carried_liters, later.on_board_liters].map(gallonsOf)).toEqual([250, 150])
    expect(await admin('POST', `/lift_tickets/${lift_ticket_id}/correct`, correction)).toMatchObject({
      status: 409,
    })
  })
})

describe('the end of a finalized round', () => {
  const correct = (
    id: number,
    compartments: object[],
    who: 'administrator' | 'driver' | 'customer' | 'stranger' = 'administrator',
  ) => server.as(who).call('POST', `/shipment_planner/${id}/ends`, { compartments })
  const returned = (gallons: number, more: object = {}) => ({
    ...{ compartment: 1, returned: String(gallons), unit_id: gallon, ...more },
  })
  /** A round with 900 gal loaded and 600 gal delivered, without a report at its end. */
  async function closed(of: Crew) {
    const round = await planned(of)
    await lift(round.shipment_id, 900)
    await drive(round.shipment_id)
    const ended = await finalize(round.shipment_id, round.details[0]!.shipment_detail_id, 600)
    expect(ended.status, ended.raw).toBe(200)
    return round.shipment_id
  }
  const onBoard = async (id: number) => gallonsOf((await onTruck(id)).compartments[0].on_board_liters)

  test('is corrected later, which changes the initial content of later rounds', async () => {
    const of = await crew()
    const first = await closed(of)
    const second = await planned(of)
    await lift(second.shipment_id, 500)
    const entered = await correct(first, [returned(300)])
    expect(entered.status, entered.raw).toBe(200)
    const [one] = entered.body.on_truck.compartments
    expect([one.returned_liters, one.on_board_liters].map(gallonsOf)).toEqual([300, 0])
    expect(gallonsOf((await onTruck(second.shipment_id)).compartments[0].carried_liters)).toBe(0)
    await drive(second.shipment_id)
    await finalize(second.shipment_id, second.details[0]!.shipment_detail_id, 400)
    expect(await onBoard(second.shipment_id)).toBe(100)
    await correct(first, [returned(250)])
    expect([await onBoard(first), await onBoard(second.shipment_id)]).toEqual([50, 150])
    const { body } = await admin('GET', `/shipment_planner/${first}/history`)
    const entries = body.audit_entries.filter(({ action }: { action: string }) => action === 'correct_ends')
    expect(entries).toHaveLength(2)
  })

  test('needs a reason for a difference, and does not change the other compartments', async () => {
    const of = await crew()
    const round = await planned(of)
    await lift(round.shipment_id, 900)
    await lift(round.shipment_id, 200, {
      ...{ number: 'BOL other', lines: [{ compartment: 2, product_id: kerosene, gross: '200' }] },
    })
    await drive(round.shipment_id)
    await finalize(round.shipment_id, round.details[0]!.shipment_detail_id, 600, [
      { compartment: 2, found: '150', unit_id: gallon, reason: 'spilled', note: 'Hose' },
    ])
    const found = returned(100, { found: '150' })
    expect(await correct(round.shipment_id, [found])).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'compartments.0.reason', rule: 'truck_difference' }] },
    })
    expect(await onBoard(round.shipment_id)).toBe(300)
    expect((await correct(round.shipment_id, [{ ...found, reason: 'temperature' }])).status).toBe(200)
    const [one, two] = (await onTruck(round.shipment_id)).compartments
    expect([one.on_board_liters, two.on_board_liters].map(gallonsOf)).toEqual([150, 150])
    expect(one).toMatchObject({ reason: 'temperature', note: null })
    expect(two).toMatchObject({ reason: 'spilled', note: 'Hose' })
  })

  test('keeps its reasons when a lift is corrected', async () => {
    const of = await crew()
    const id = await closed(of)
    await correct(id, [returned(0, { found: '200', reason: 'spilled', note: 'Hose' })])
    const { lift_ticket_id } = (await onTruck(id)).lifts[0]
    await admin('POST', `/lift_tickets/${lift_ticket_id}/correct`, {
      ...{ number: 'BOL 900', unit_id: gallon, compartment: 1, product_id: diesel, gross: '910' },
      reason: 'Read wrong',
    })
    expect((await onTruck(id)).compartments[0]).toMatchObject({ reason: 'spilled', note: 'Hose' })
  })

  test('is found from the page of its truck, and corrected by the office alone', async () => {
    const of = await crew()
    const id = await closed(of)
    const ofTruck = async () =>
      (await admin('GET', `/tanker_trucks/${of.truck_id}/on_truck`)).body.on_truck.closed_shipment_id
    expect(await ofTruck()).toBe(id)
    expect((await onTruck(id)).closed_shipment_id).toBe(id)
    const open = await planned(of)
    expect((await onTruck(open.shipment_id)).closed_shipment_id).toBeNull()
    expect(await correct(open.shipment_id, [returned(1)])).toMatchObject({ status: 409 })
    for (const who of ['driver', 'customer', 'stranger'] as const)
      expect((await correct(id, [returned(1)], who)).status).toBe(405)
    expect(
      (await server.as('dispatcher').call('GET', `/shipment_planner/${id}/on_truck`)).body,
    ).toMatchObject({
      on_truck: { closed_shipment_id: id },
    })
    expect(await correct(id, [returned(1, { compartment: 9 }), returned(2, { unit_id: 1e9 })])).toMatchObject(
      {
        status: 422,
        body: {
          errors: [
            { field: 'compartments.0.compartment', rule: 'compartment_missing' },
            { field: 'compartments.1.unit_id', rule: 'unit_of_volume' },
          ],
        },
      },
    )
    expect(await onBoard(id)).toBe(300)
  })
})

describe('a lift', () => {
  test('is recorded once, into an existing compartment that holds it', async () => {
    const round = await planned(await crew())
    const both = await Promise.all([lift(round.shipment_id, 700), lift(round.shipment_id, 700)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await lift(round.shipment_id, 1200)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'lines.0.gross', rule: 'over_compartment' }] },
    })
    const third = [{ compartment: 3, product_id: diesel, gross: '10' }]
    expect(await lift(round.shipment_id, 10, { lines: third })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'lines.0.compartment', rule: 'compartment_missing' }] },
    })
  })

  test('is stored with a warning if it is of another product or exceeds the room left by the content carried over', async () => {
    const round = await planned(await crew())
    await lift(round.shipment_id, 700)
    const more = [{ compartment: 1, product_id: kerosene, gross: '600' }]
    const { body } = await lift(round.shipment_id, 600, { lines: more })
    expect(body.on_truck.compartments[0].warnings).toHaveLength(2)
  })

  test('cannot be in the future, nor of a product that the truck cannot carry', async () => {
    const gas = await testProduct(server, { product_group: 'lpg' })
    const round = await planned(await crew())
    const lifted_at = '2026-11-20T06:30:00.000Z'
    const { body } = await lift(round.shipment_id, 700, { lifted_at })
    expect(body.on_truck.lifts).toMatchObject([{ lifted_at }])
    expect(await lift(round.shipment_id, 10, { lifted_at: '2999-01-01T00:00:00.000Z' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'lifted_at', rule: 'in_future' }] },
    })
    const ids = body.on_truck.products.map(({ product_id }: { product_id: number }) => product_id)
    expect(ids[0]).toBe(diesel)
    expect(ids).toContain(kerosene)
    expect(ids).not.toContain(gas.product_id)
  })

  test('keeps its round from being cancelled or deleted until it is corrected', async () => {
    const round = await planned(await crew())
    const { body } = await lift(round.shipment_id, 700)
    expect((await step(round.shipment_id, 'cancelled')).status).toBe(409)
    expect((await admin('DELETE', `/shipment_planner/${round.shipment_id}`)).status).toBe(409)
    await admin('POST', `/lift_tickets/${body.on_truck.lifts[0].lift_ticket_id}/correct`, {
      ...{ number: 'BOL 700', unit_id: gallon, compartment: 1, product_id: diesel, gross: '0' },
      reason: 'Another truck',
    })
    expect((await admin('DELETE', `/shipment_planner/${round.shipment_id}`)).status).toBe(200)
  })

  test('shows what must not follow in its compartment', async () => {
    const cleaned = await testProduct(server, { grade: 'Additive', not_followed_by: 'Diesel' })
    const of = await crew()
    const round = await planned(of, 100, cleaned.product_id)
    await lift(round.shipment_id, 100, {
      lines: [{ compartment: 1, product_id: cleaned.product_id, gross: '100' }],
    })
    await drive(round.shipment_id)
    await step(round.shipment_id, 'finalized')
    expect(
      await admin('POST', '/shipment_planner', {
        ...{ company_id, ...of, load_date: '2026-11-22' },
        details: [{ product_id: diesel, quantity: '100', unit_id: gallon, compartment: 1 }],
      }),
    ).toMatchObject({ status: 422, body: { errors: [{ rule: 'needs_cleaning' }] } })
  })
})

describe('what is carried over', () => {
  const plan = (of: object, details: object[], load_date = '2026-11-24', more: object = {}) =>
    admin('POST', '/shipment_planner', { company_id, ...of, load_date, details, ...more })
  const bring = (product_id: number, gallons: number, compartment: number | null = 1) => ({
    ...{ product_id, quantity: String(gallons), unit_id: gallon, compartment },
  })
  /** A truck that came home with gallons of diesel in its first compartment. */
  async function carrying(lifted: number, delivered: number) {
    const of = await crew()
    const round = await planned(of)
    await lift(round.shipment_id, lifted)
    await drive(round.shipment_id)
    await finalize(round.shipment_id, round.details[0]!.shipment_detail_id, delivered)
    return of
  }

  test('takes its own grade in the next round, and another only if an authorized user overrules it', async () => {
    const of = await carrying(800, 600)
    const refused = await plan(of, [bring(kerosene, 100)])
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'details.0.compartment', rule: 'carried_over' }] },
    })
    expect(refused.body.errors[0].message).toMatch(/still holds Diesel/)
    expect((await plan(of, [bring(kerosene, 100, 2)])).status).toBe(200)
    const own = await plan(of, [bring(diesel, 1000)])
    expect(own.status, own.raw).toBe(200)
    const emptied = { overrule_ullage: 1, overrule_reason: 'Taken back to the plant' }
    expect((await plan(of, [bring(kerosene, 100)], '2026-11-23', emptied)).status).toBe(200)
  })

  test('is named on the board if it is the reason that nothing fits', async () => {
    const of = await carrying(800, 600)
    await sql`update tanker_trucks set num_of_compartments = 1 where truck_id = ${of.truck_id}`.execute(
      server.db,
    )
    const plan = async (product_id: number) => {
      const { device_id, send } = await deviceWithTank(server, { tank: { product_id, def_liters: '2000' } })
      await send({ records: [record(Date.now() - 60_000, 10)] })
      const { rows } = await sql<{ device_ports_id: number }>`
        select device_ports_id from device_ports where device_id = ${device_id}`.execute(server.db)
      return server.as('dispatcher').call('POST', '/dispatch/plan', {
        ...{ day: '2026-11-24', truck_id: of.truck_id, fitting: true },
        loads: [{ device_ports_id: rows[0]!.device_ports_id }],
      })
    }
    const refused = await plan(kerosene)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/^Nothing fits on this truck. It still carries .+ from an earlier round: /),
    ])
    expect((await plan(diesel)).status).toBe(200)
  })

  test('is shown to planners only', async () => {
    const of = await carrying(800, 600)
    const path = `/shipment_planner/last_products?truck_id=${of.truck_id}`
    const { body } = await server.as('dispatcher').call('GET', path)
    const [first, second] = body.last_products[0].carried
    expect(first).toMatchObject({ product_id: diesel })
    expect(gallonsOf(first.liters)).toBe(200)
    expect(second).toBeNull()
    expect((await server.as('stranger').call('GET', path)).status).toBe(404)
  })

  test('is on the board in its compartment, with whether a planned delivery draws from it', async () => {
    const of = await carrying(800, 600)
    const own = await plan(of, [bring(diesel, 500)])
    const foreign = await plan(of, [bring(kerosene, 100)], '2026-11-24', {
      ...{ overrule_ullage: 1, overrule_reason: 'Taken back to the plant' },
    })
    const { body } = await server.as('dispatcher').call('GET', '/dispatch/rounds?day=2026-11-24')
    const onBoard = ({ body: created }: { body: any }) =>
      body.rounds.find(
        ({ shipment_id }: { shipment_id: number }) => shipment_id === created.shipment_planner.shipment_id,
      ).compartments
    const [first, second] = onBoard(own)
    expect(gallonsOf(first.filled)).toBe(500)
    expect(first.carried).toMatchObject({ is_other: false, product_title: expect.stringMatching(/\S/) })
    expect(gallonsOf(first.carried.liters)).toBe(200)
    expect(second.carried).toBeNull()
    // An earlier draft delivers all of it.
    expect(onBoard(foreign)[0].carried).toBeNull()
    const moved = await plan(of, [bring(kerosene, 100)], '2026-11-23', {
      ...{ overrule_ullage: 1, overrule_reason: 'Taken back to the plant' },
    })
    const before = (await server.as('dispatcher').call('GET', '/dispatch/rounds?day=2026-11-23')).body
    const other = before.rounds.find(
      ({ shipment_id }: { shipment_id: number }) => shipment_id === moved.body.shipment_planner.shipment_id,
    )
    expect(other.compartments[0].carried).toMatchObject({ is_other: true })
  })

  test('is the rest after all earlier rounds, on the road and planned', async () => {
    const of = await crew()
    const onTheRoad = await planned(of)
    await lift(onTheRoad.shipment_id, 600)
    await drive(onTheRoad.shipment_id)
    // All of it will have been delivered.
    expect((await plan(of, [bring(kerosene, 100)])).status).toBe(200)
    const other = await carrying(800, 600)
    expect((await plan(other, [bring(diesel, 300)], '2026-11-24')).status).toBe(200)
    expect((await plan(other, [bring(kerosene, 100)], '2026-11-25')).status).toBe(200)
    expect((await plan(other, [bring(kerosene, 100)], '2026-11-23')).status).toBe(422)
  })

  test('is unknown for a truck without lifts, and restricts nothing', async () => {
    const of = await crew()
    const round = await planned(of)
    await drive(round.shipment_id)
    await finalize(round.shipment_id, round.details[0]!.shipment_detail_id, 500)
    expect((await plan(of, [bring(kerosene, 100)])).status).toBe(200)
  })
})

describe('the right', () => {
  test("to record lifts belongs to the round's own driver; customers never see the papers", async () => {
    const of = await crew()
    const round = await planned(of)
    const path = `/shipment_planner/${round.shipment_id}`
    expect((await server.as('driver').call('GET', `${path}/on_truck`)).status).toBe(404)
    expect((await server.as('driver').call('POST', `${path}/lifts`, paper(500))).status).toBe(404)
    const { rows } = await sql<{ people_id: number }>`
      select people_id from users where username = 'driver@test.example'`.execute(server.db)
    await admin('PATCH', path, { delivered_by: rows[0]!.people_id })
    expect((await server.as('driver').call('GET', `${path}/on_truck`)).status).toBe(200)
    const recorded = await server.as('driver').call('POST', `${path}/lifts`, paper(500))
    expect(recorded.status, recorded.raw).toBe(200)
    expect((await server.as('dispatcher').call('GET', `${path}/on_truck`)).status).toBe(200)
    for (const who of ['customer', 'stranger', 'vendor'] as const) {
      expect((await server.as(who).call('GET', `${path}/on_truck`)).status).toBe(405)
      expect((await server.as(who).call('POST', `${path}/lifts`, paper(501))).status).toBe(405)
    }
  })

  test("does not extend to another company's terminal", async () => {
    const round = await planned(await crew())
    const created = await admin('POST', '/terminals', { company_id: COMPANY.stranger, name: 'Elsewhere' })
    const { terminal_id } = created.body.terminal
    expect(await lift(round.shipment_id, 500, { terminal_id })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'terminal_id', rule: 'not_found' }] },
    })
    const own = await admin('POST', '/terminals', { company_id, name: 'Rack 1' })
    const recorded = await lift(round.shipment_id, 500, { terminal_id: own.body.terminal.terminal_id })
    expect(recorded.body.on_truck.lifts).toMatchObject([{ terminal_title: 'Rack 1', supplier: 'Refinery' }])
  })
})

describe('dangerous goods', () => {
  const paperOf = (id: number) => admin('GET', `/shipment_planner/${id}/shipping_paper`)

  test('have a shipping paper, which must be complete before departure once there is an emergency phone', async () => {
    const papers = { un_number: 'NA1993', hazard_class: '3', proper_shipping_name: 'Diesel fuel' }
    const product = await testProduct(server, papers)
    const of = await crew()
    const round = await planned(of, 300, product.product_id)
    const rules = async () =>
      (await admin('GET', `/shipment_planner/${round.shipment_id}`)).body.shipment_planner.warnings.map(
        ({ rule }: { rule: string }) => rule,
      )
    expect(await rules()).toEqual(['paper_incomplete', 'paper_no_phone'])
    await admin('PATCH', `/companies/${COMPANY.distributor}`, { emergency_phone: '+12025550143' })
    expect(await rules()).toEqual(['paper_incomplete'])
    const refused = await step(round.shipment_id, 'in route')
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.body.message).toContain('Packing group')
    await admin('PATCH', `/tank_products/${product.product_id}`, { packing_group: 'III' })
    const paper = await paperOf(round.shipment_id)
    expect(paper.status, paper.raw).toBe(200)
    expect(paper.body.print.html).toMatch(/NA1993, Diesel fuel, 3, PG III/)
    expect(paper.body.print.html).toMatch(/300\sgal/)
    expect(paper.body.print.html).toContain('2025550143')
    await drive(round.shipment_id)
    for (const who of ['customer', 'vendor'] as const) {
      const { status } = await server
        .as(who)
        .call('GET', `/shipment_planner/${round.shipment_id}/shipping_paper`)
      expect(status).toBe(405)
    }
  })

  test('are the only goods that have one', async () => {
    expect((await paperOf((await planned(await crew())).shipment_id)).status).toBe(404)
  })
})

test('a lift at a bulk plant is in the timeline of its tank, for users who see the round', async () => {
  const device = await deviceWithTank(server, { tank: { product_id: diesel } })
  const created = await admin('POST', '/terminals', {
    company_id,
    name: 'Plant',
    device_id: device.device_id,
  })
  expect(created.status, created.raw).toBe(200)
  const round = await planned(await crew())
  await lift(round.shipment_id, 400, { terminal_id: created.body.terminal.terminal_id })
  const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
  const timeline = `/timeline?device_ports_id=${body.device_ports[0].device_ports_id}`
  const kinds = async (who: 'administrator' | 'customer') =>
    (await server.as(who).call('GET', timeline)).body.entries.filter(
      ({ kind }: { kind: string }) => kind === 'lift',
    )
  expect(await kinds('administrator')).toMatchObject([{ title: 'BOL 400', record_id: round.shipment_id }])
  expect(await kinds('customer')).toEqual([])
})
