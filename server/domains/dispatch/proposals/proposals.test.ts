import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { estimatedTravel } from '#server/app/testing/estimatedTravel.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { runProposals } from './runProposals.ts'

type Account = Parameters<TestServer['as']>[0]

let server: TestServer
let product_id: number
let truck_id: number
/** A coming Wednesday, on which every truck has its whole shift. */
const day = (() => {
  const date = new Date(Date.now() + 86_400_000)
  while (date.getUTCDay() !== 3) date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
})()

beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { specific_gravity: '0.850' })).product_id
})
// Each test has the company's only truck and tanks.
beforeEach(async () => {
  await sql`delete from dispatch_proposals`.execute(server.db)
  await sql`update shipment_planners set status_id = 5`.execute(server.db)
  await sql`update tanker_trucks set vehicle_type = 'trailer'`.execute(server.db)
  await sql`update device_ports set active = 0`.execute(server.db)
  truck_id = await truck()
})
afterAll(() => server.close())

async function truck(more: { driver_id?: number | null; [name: string]: unknown } = {}): Promise<number> {
  const driver_id = more.driver_id === undefined ? await driver() : more.driver_id
  const { body } = await server.as('administrator').call('POST', '/tanker_trucks', {
    company_id: COMPANY.customer,
    truck_name: 'Bobtail',
    vehicle_type: 'truck',
    num_of_compartments: 2,
    compartment1: 4000,
    compartment2: 3000,
    max_weight: 6000,
    payload: 6000,
    gvwr: 12_000,
    home_latitude: '40.700000',
    home_longitude: '-99.080000',
    ...more,
    driver_id,
  })
  return body.tanker_truck.truck_id
}

async function driver(): Promise<number> {
  const { rows } = await sql<{ people_id: number }>`insert into people (company_id, first_name, last_name)
    values (${COMPANY.customer}, 'Dale', 'Driver') returning people_id`.execute(server.db)
  return rows[0]!.people_id
}

/** A nearly empty tank of 2,000 L, so far to the east. */
async function tank(east = 0.1, percent = 10, more: Parameters<typeof deviceWithTank>[1] = {}) {
  const device = await deviceWithTank(server, { tank: { product_id }, ...more })
  await device.send({ records: [record(Date.now() - 60_000, percent)] })
  await sql`update devices set latitude = 40.7, longitude = ${-99.08 + east} where device_id = ${device.device_id}`.execute(
    server.db,
  )
  const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  return { ...device, device_ports_id: device_ports_id as number, key: `tank:${device_ports_id}` }
}

const call = (method: string, path = '', body?: object, as: Account = 'dispatcher') =>
  server.as(as).call(method, `/dispatch/proposal${path}`, body)
const ask = (as: Account = 'dispatcher', more: object = {}) =>
  call('POST', '', { first_day: day, days: 1, ...more }, as)
const change = (body: object, as: Account = 'dispatcher') => call('PATCH', '', body, as)
const accept = (body: object = {}, as: Account = 'dispatcher') => call('POST', '/accept', body, as)
const read = async (as: Account = 'dispatcher') => (await call('GET', '', undefined, as)).body
const work = (now = new Date()) =>
  runProposals(estimatedTravel)({ actor: systemActor, db: server.db, now, encryptor: server.encryptor })

/** Requests rounds, runs the search, and stops it at once: a few stops need no time. */
async function propose(as: Account = 'dispatcher') {
  await ask(as)
  await change({ stop: true }, as)
  await work()
  return (await read(as)).proposal
}
const keysOf = (proposal: { rounds: { stops: { key: string }[] }[] }) =>
  proposal.rounds.flatMap(({ stops }) => stops.map(({ key }) => key)).toSorted()
const roundsOn = async () => {
  const { body } = await server.as('dispatcher').call('GET', `/dispatch/rounds?day=${day}`)
  return body.rounds.filter(({ status_id }: { status_id: number }) => status_id === 1)
}

describe('a request', () => {
  test('is shown as waiting, searched for once, and proposed with the value of each stop', async () => {
    const [near, far] = [await tank(0.1), await tank(0.2)]
    expect((await read()).proposal).toBeNull()
    const sent = await ask()
    expect([sent.status, sent.body.run]).toEqual([200, { share: 0, is_waiting: true, is_stopping: false }])
    // Requested again by another user for other days: the search continues.
    expect((await ask('dispatcher', { days: 3 })).body.run.is_waiting).toBe(true)
    await change({ stop: true })
    await work()
    const { run, proposal, has_failed } = await read()
    expect([run, has_failed]).toEqual([null, false])
    expect(proposal).toMatchObject({
      first_day: day,
      days: 1,
      by_night: false,
      source: 'estimate',
      changes: null,
    })
    expect(proposal.rounds).toMatchObject([{ truck_id, day }])
    const [round] = proposal.rounds
    expect(keysOf(proposal)).toEqual([near.key, far.key].toSorted())
    const stop = round.stops.find(({ key }: { key: string }) => key === far.key)
    expect(stop).toMatchObject({ rank: 'must', change: null, is_fixed: false, device_id: far.device_id })
    expect(stop.alone_meters).toBeCloseTo(round.meters, -1)
    expect(stop.detour_meters).toBeLessThan(stop.alone_meters)
    expect(stop.compartments).toHaveLength(1)
    // Whole units of the dispatcher, never more than there is room for.
    expect(stop.quantity_liters).toBeGreaterThan(1690)
    expect(stop.quantity_liters).toBeLessThanOrEqual(1700)
    expect(await roundsOn()).toEqual([])
  })

  test('explains why a need is on no round', async () => {
    const lost = await tank()
    await sql`update devices set latitude = null, longitude = null where device_id = ${lost.device_id}`.execute(
      server.db,
    )
    await sql`update device_states set latitude = null, longitude = null where device_id = ${lost.device_id}`.execute(
      server.db,
    )
    const closed = await tank()
    const { body } = await server.as('administrator').call('POST', '/sites', {
      company_id: COMPANY.customer,
      name: `Closed ${Date.now()}`,
      delivery_windows: [{ day: 1, from: '08:00', to: '09:00' }],
    })
    await sql`update devices set site_id = ${body.site.site_id} where device_id = ${closed.device_id}`.execute(
      server.db,
    )
    const { rounds, left_out } = await propose()
    expect(rounds).toEqual([])
    expect(left_out.map(({ key, why }: { key: string; why: string }) => [key, why]).toSorted()).toEqual(
      [
        [lost.key, 'no_position'],
        [closed.key, 'closed'],
      ].toSorted(),
    )
  })

  test('plans a new site by its ZIP code until its position is known', async () => {
    const fresh = await tank()
    await sql`update devices set latitude = null, longitude = null where device_id = ${fresh.device_id}`.execute(
      server.db,
    )
    await sql`update device_states set latitude = null, longitude = null where device_id = ${fresh.device_id}`.execute(
      server.db,
    )
    const { body } = await server.as('administrator').call('POST', '/sites', {
      ...{ company_id: COMPANY.customer, name: `New ${Date.now()}`, zip_code: '68847' },
    })
    await sql`update devices set site_id = ${body.site.site_id} where device_id = ${fresh.device_id}`.execute(
      server.db,
    )
    const proposal = await propose()
    expect(proposal.left_out).toEqual([])
    expect(keysOf(proposal)).toEqual([fresh.key])
  })

  test('reports a truck without a free driver; a chosen truck still drives', async () => {
    const far = await tank()
    const set = (driver_id: number | null) =>
      sql`update tanker_trucks set driver_id = ${driver_id} where truck_id = ${truck_id}`.execute(server.db)
    await set(null)
    const idle = [{ truck_id, why: 'no_driver' }]
    expect(await propose()).toMatchObject({ rounds: [], left_out: [{ key: far.key, why: 'no_truck', idle }] })
    await ask('dispatcher', { truck_ids: [truck_id] })
    await change({ stop: true })
    await work()
    expect(keysOf((await read()).proposal)).toEqual([far.key])
    // The first of a driver's two trucks drives; the other has no driver.
    const people_id = await driver()
    await set(people_id)
    await tank(0.2)
    const first = await truck({
      ...{ driver_id: people_id, truck_name: 'A first', num_of_compartments: 1 },
      ...{ compartment1: 2000, compartment2: 0 },
    })
    const { rounds, left_out } = await propose()
    expect(rounds).toMatchObject([{ truck_id: first }])
    expect(left_out).toMatchObject([{ why: 'full', idle }])
  })

  test('keeps the load of a draft of the day, and adds to it', async () => {
    const [first, second] = [await tank(0.1), await tank(0.2)]
    const planned = await server
      .as('dispatcher')
      .call('POST', '/dispatch/plan', { day, truck_id, loads: [{ device_ports_id: first.device_ports_id }] })
    const proposal = await propose()
    expect(keysOf(proposal)).toEqual([second.key])
    const [{ quantity_liters }] = (await roundsOn())[0].loads
    expect(proposal.rounds[0].aboard.stops).toBe(1)
    expect(proposal.rounds[0].aboard.liters).toBeCloseTo(quantity_liters, 3)
    const { body } = await accept()
    expect(body.rounds).toMatchObject([{ shipment_id: planned.body.shipment_id, accepted: 1, left_out: 0 }])
    const [round] = await roundsOn()
    expect(round.loads.map((load: { device_ports_id: number }) => load.device_ports_id)).toEqual([
      first.device_ports_id,
      second.device_ports_id,
    ])
  })
})

describe('chosen trucks', () => {
  const proposeFor = async (truck_ids?: number[]) => {
    await ask('dispatcher', truck_ids && { truck_ids })
    await change({ stop: true })
    await work()
    return read()
  }
  const trucksOf = ({ proposal }: any) => proposal.rounds.map((round: any) => round.truck_id)

  test('are the only ones with rounds, and are listed; without a choice all are used', async () => {
    await tank()
    const other = await truck({ truck_name: 'Spare' })
    const state = await proposeFor([other])
    expect([state.truck_ids, state.proposal.truck_ids, trucksOf(state)]).toEqual([[other], [other], [other]])
    const back = await proposeFor([truck_id, truck_id])
    expect([back.proposal.truck_ids, trucksOf(back)]).toEqual([[truck_id], [truck_id]])
    const all = await proposeFor()
    expect([all.truck_ids, all.proposal.truck_ids, trucksOf(all)]).toEqual([null, null, [expect.any(Number)]])
  })

  test('drop the fixed loads of an excluded one', async () => {
    const { key } = await tank()
    const other = await truck({ truck_name: 'Spare' })
    await proposeFor([truck_id])
    await change({ fix: [key] })
    const remaining = await proposeFor()
    expect(trucksOf(remaining)).toEqual([truck_id])
    expect(remaining.proposal.rounds[0].stops[0].is_fixed).toBe(true)
    const moved = await proposeFor([other])
    expect(trucksOf(moved)).toEqual([other])
    expect(moved.proposal.rounds[0].stops[0]).toMatchObject({ key, is_fixed: false, was: { truck_id } })
  })

  test("must be trucks that the user may send: with another company's, a trailer or an unknown one nothing starts", async () => {
    const foreign = await truck({ company_id: COMPANY.stranger })
    const trailer = await truck({ vehicle_type: 'trailer' })
    for (const wrong of [foreign, trailer, truck_id + 100_000]) {
      const answer = await ask('dispatcher', { truck_ids: [truck_id, wrong] })
      expect([answer.status, answer.body.errors[0].field], answer.raw).toEqual([404, 'truck_ids'])
    }
    expect((await ask('dispatcher', { truck_ids: [] })).status).toBe(422)
    expect((await read()).run).toBeNull()
  })
})

describe('accepting', () => {
  test('creates a draft with every load in its compartment; repeating it does nothing', async () => {
    const tanks = [await tank(0.1), await tank(0.2), await tank(0.3)]
    const proposal = await propose()
    expect(keysOf(proposal)).toEqual(tanks.map(({ key }) => key).toSorted())
    const order = proposal.rounds[0].stops.map(({ key }: { key: string }) => Number(key.slice(5)))
    const { status, body } = await accept()
    expect([status, body.rounds]).toMatchObject([
      200,
      [{ truck_id, day, accepted: 3, left_out: 0, refused: null }],
    ])
    const [round] = await roundsOn()
    expect(round.loads.map((load: { device_ports_id: number }) => load.device_ports_id)).toEqual(order)
    const compartments = proposal.rounds[0].stops.flatMap(
      (stop: { compartments: number[] }) => stop.compartments,
    )
    expect(round.loads.map((load: { compartment: number }) => load.compartment)).toEqual(compartments)
    expect((await accept()).body.rounds).toEqual([])
    expect((await accept({ rounds: [{ truck_id, day }] })).body.rounds).toMatchObject([{ accepted: 0 }])
    expect(await roundsOn()).toHaveLength(1)
    const after = (await read()).proposal
    expect([after.rounds, after.gone, after.fresh]).toEqual([[], 0, 0])
  })

  test('twice at once puts nothing on twice', async () => {
    await tank(0.1)
    await propose()
    const answers = await Promise.all([accept(), accept(), accept({ rounds: [{ truck_id, day }] })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const accepted = answers.flatMap(({ body }) =>
      body.rounds.map((item: { accepted: number }) => item.accepted),
    )
    expect(accepted.reduce((sum: number, item: number) => sum + item, 0)).toBe(1)
    const [round] = await roundsOn()
    expect(round.loads).toHaveLength(1)
  })

  test('a single stop leaves the others proposed', async () => {
    const [one, other] = [await tank(0.1), await tank(0.2)]
    await propose()
    const { body } = await accept({ rounds: [{ truck_id, day, keys: [one.key] }] })
    expect(body.rounds).toMatchObject([{ accepted: 1 }])
    const { proposal } = await read()
    expect(keysOf(proposal)).toEqual([other.key])
    expect(proposal.gone).toBe(0)
  })

  test('leaves out what another dispatcher has planned in the meantime, as no longer needed', async () => {
    const [one, other] = [await tank(0.1), await tank(0.2)]
    await propose()
    await server.as('administrator').call('POST', '/dispatch/plan', {
      day,
      truck_id: await truck(),
      loads: [{ device_ports_id: one.device_ports_id }],
    })
    const { proposal } = await read()
    expect([keysOf(proposal), proposal.gone]).toEqual([[other.key], 1])
    expect((await accept()).body.rounds).toMatchObject([{ accepted: 1, left_out: 1 }])
  })

  test('puts on no more than the room of a tank filled in the meantime', async () => {
    const one = await tank(0.1)
    await propose()
    await sql`update port_states set volume = 1200, percent = 60 where device_id = ${one.device_id}`.execute(
      server.db,
    )
    const { body } = await accept()
    expect(body.rounds).toMatchObject([{ accepted: 1 }])
    const [round] = await roundsOn()
    expect(round.loads[0].quantity_liters).toBeLessThanOrEqual(700)
    expect(round.loads[0].compartment).not.toBeNull()
  })

  test('puts on no more than a changed truck can carry', async () => {
    await tank(0.1)
    await propose()
    await sql`update tanker_trucks set compartment1 = 300, compartment2 = 100, imperial_compartment1 = null,
      imperial_compartment2 = null where truck_id = ${truck_id}`.execute(server.db)
    expect((await accept()).body.rounds).toMatchObject([{ accepted: 1 }])
    const [round] = await roundsOn()
    for (const { capacity, filled } of round.compartments) expect(filled).toBeLessThanOrEqual(capacity)
    expect(round.problems).toContainEqual(
      expect.objectContaining({ field: expect.stringMatching(/compartment$/), rule: 'required' }),
    )
  })

  test('refuses the round of a deleted truck, and accepts the others', async () => {
    const other = await truck({ home_longitude: '-99.000000' })
    await tank(0)
    await tank(0.1)
    await tank(0.1)
    await tank(0.1)
    await tank(0.1)
    const { rounds } = await propose()
    expect(rounds.map((round: { truck_id: number }) => round.truck_id).toSorted()).toEqual([truck_id, other])
    await sql`update tanker_trucks set company_id = ${COMPANY.stranger} where truck_id = ${other}`.execute(
      server.db,
    )
    const { body } = await accept({
      rounds: [
        { truck_id, day },
        { truck_id: other, day },
      ],
    })
    expect(body.rounds[0]).toMatchObject({ truck_id, refused: null })
    expect(body.rounds[1]).toMatchObject({ truck_id: other, accepted: 0, refused: expect.any(String) })
    expect(await roundsOn()).toHaveLength(1)
  })
})

describe("a person's decisions", () => {
  test('a dropped stop is left out, now and in new searches, until it is restored', async () => {
    const [one, other] = [await tank(0.1), await tank(0.2)]
    await propose()
    const dropped = (await change({ drop: [one.key] })).body.proposal
    expect(keysOf(dropped)).toEqual([other.key])
    expect(dropped.left_out).toMatchObject([{ key: one.key, why: 'dropped' }])
    const again = await propose()
    expect(again.left_out).toMatchObject([{ key: one.key, why: 'dropped' }])
    await change({ restore: [one.key] })
    const whole = await propose()
    expect(keysOf(whole)).toEqual([one.key, other.key].toSorted())
    expect(whole.changes).toEqual({ added: 1, moved: 0, removed: 0 })
    expect(whole.rounds[0].stops.find(({ key }: { key: string }) => key === one.key).change).toBe('new')
  })

  test('no driver drives two trucks on one day', async () => {
    const { people_id } = (await server.as('dispatcher').call('GET', '/users/current')).body.user
    await sql`update tanker_trucks set vehicle_type = 'trailer'`.execute(server.db)
    await tank(0.1)
    await tank(0.2)
    // Each truck holds what one of the tanks takes.
    const small = { num_of_compartments: 1, compartment1: 2000, compartment2: 0 }
    await truck(small)
    await truck({ ...small, driver_id: people_id })
    const trucksOf = ({ rounds }: { rounds: { truck_id: number }[] }) =>
      new Set(rounds.map(({ truck_id }) => truck_id)).size
    expect(trucksOf(await propose())).toBe(2)
    await sql`update tanker_trucks set driver_id = ${people_id} where vehicle_type = 'truck'`.execute(
      server.db,
    )
    expect(trucksOf(await propose())).toBe(1)
  })

  test('a fixed stop stays on its truck, and other moves are shown', async () => {
    const [one, other] = [await tank(0.1), await tank(0.2)]
    await propose()
    expect((await change({ fix: [one.key, 'tank:999999'] })).body.proposal.rounds[0].stops).toContainEqual(
      expect.objectContaining({ key: one.key, is_fixed: true }),
    )
    // Another truck, close to the tanks: without the fixed stop both would be on it.
    const nearer = await truck({ home_longitude: '-98.900000' })
    await sql`update tanker_trucks set home_longitude = -99.6 where truck_id = ${truck_id}`.execute(server.db)
    const proposal = await propose()
    const truckOf = (key: string) =>
      proposal.rounds.find(({ stops }: { stops: { key: string }[] }) =>
        stops.some((stop) => stop.key === key),
      )?.truck_id
    expect(truckOf(one.key)).toBe(truck_id)
    await change({ free: [one.key] })
    const freed = await propose()
    expect(freed.rounds.map((round: { truck_id: number }) => round.truck_id)).toEqual([nearer])
    expect(freed.changes.moved).toBeGreaterThan(0)
    expect(keysOf(freed)).toEqual([one.key, other.key].toSorted())
  })

  test('new needs are shown, and a discarded proposal is gone', async () => {
    await tank(0.1)
    await propose()
    await tank(0.2)
    expect((await read()).proposal.fresh).toBe(1)
    expect((await change({ discard: true })).body).toMatchObject({ proposal: null, run: null })
  })
})

describe('every night', () => {
  const night = new Date(`${day}T09:00:00Z`)

  test('the following days are proposed once, in the name of the user who enabled it', async () => {
    await tank(0.1)
    expect((await change({ nightly: true })).body.is_nightly).toBe(true)
    await sql`update dispatch_proposals set nightly_on = nightly_on - 1, stop = true`.execute(server.db)
    await sql`update people set user_time_zone = 'America/Chicago'`.execute(server.db)
    const requested = () =>
      sql<{ made: string }>`select result ->> 'made_at' as made from dispatch_proposals`.execute(server.db)
    // At midday the schedule requests nothing.
    await work(new Date(`${day}T20:00:00Z`))
    expect((await read()).proposal).toBeNull()
    await work(night)
    const { proposal } = await read()
    expect(proposal).toMatchObject({ by_night: true, first_day: day, days: 7 })
    const { rows: first } = await requested()
    await work(night)
    expect((await requested()).rows).toEqual(first)
    expect((await change({ nightly: false })).body.is_nightly).toBe(false)
  })

  test('nothing is proposed in the name of an account that may no longer plan', async () => {
    await tank(0.1)
    await change({ nightly: true })
    await sql`update dispatch_proposals set nightly_on = nightly_on - 1,
      nightly_user_id = (select user_id from users where username like 'driver@%')`.execute(server.db)
    await work(night)
    const { proposal, has_failed } = await read()
    expect([proposal, has_failed]).toEqual([null, true])
  })
})

describe('rights', () => {
  test.each(['customer', 'driver', 'technician', 'vendor'] as const)(
    '%s sees no proposal',
    async (account) => {
      expect((await call('GET', '', undefined, account)).status).toBe(405)
      expect((await ask(account)).status).toBe(405)
      expect((await change({ discard: true }, account)).status).toBe(405)
      expect((await accept({}, account)).status).toBe(405)
    },
  )

  test('a csr reads the proposal and changes nothing', async () => {
    expect((await call('GET', '', undefined, 'csr')).status).toBe(200)
    expect((await ask('csr')).status).toBe(405)
    expect((await accept({}, 'csr')).status).toBe(405)
  })

  test('nothing of another company is proposed, shown or accepted', async () => {
    const theirs = await tank(0.1, 10, { company: COMPANY.stranger, tank: {} })
    const theirTruck = await truck({ company_id: COMPANY.stranger })
    const mine = await tank(0.1)
    const proposal = await propose()
    expect(keysOf(proposal)).toEqual([mine.key])
    expect(JSON.stringify(proposal)).not.toContain(theirs.key)
    expect((await accept({ rounds: [{ truck_id: theirTruck, day }] })).body.rounds).toMatchObject([
      { shipment_id: null, accepted: 0 },
    ])
    expect((await change({ fix: [theirs.key], drop: [theirs.key] })).status).toBe(200)
    const { rows } = await sql<{ fixed: unknown; dropped: unknown }>`
      select fixed, dropped from dispatch_proposals`.execute(server.db)
    expect(rows).toEqual([{ fixed: [], dropped: [] }])
    // Staff see both companies: each truck delivers to its own.
    const all = await propose('administrator')
    for (const round of all.rounds) {
      const keys = round.stops.map(({ key }: { key: string }) => key)
      expect(keys.includes(theirs.key)).toBe(round.truck_id === theirTruck)
    }
  })

  test('requests are validated', async () => {
    expect((await ask('dispatcher', { days: 8 })).status).toBe(422)
    expect((await ask('dispatcher', { first_day: '2026-02-30' })).status).toBe(422)
    expect((await change({ fix: ['tank:1; drop'] })).status).toBe(422)
    expect((await accept({ rounds: [] })).status).toBe(422)
  })
})
