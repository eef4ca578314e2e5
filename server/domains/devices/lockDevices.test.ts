import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import type { Database } from '#server/platform/database/database.ts'
import { emit } from '#server/platform/jobs/events.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Two devices; the one with the lower id reports now, the other one reported late. */
async function twoDevices(): Promise<[first: TestDevice, second: TestDevice]> {
  const first = await deviceWithTank(server)
  const second = await deviceWithTank(server)
  await first.send({ records: [record(Date.now() - 1000, 60)] })
  await second.send({ records: [record(Date.now() - 3 * DAY, 60)] })
  await server.settle()
  return [first, second]
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows[0]!.count
}

/**
 * Locks the first device, as the intake does, while other work needs both, and then locks the second one. It must be free: work that
 * already holds it and waits for the first one would deadlock with the intake.
 */
async function holdFirstDuring<T>(
  [first, second]: [TestDevice, TestDevice],
  start: (db: Database) => Promise<T>,
  takeSecond = (db: Database): Promise<unknown> =>
    sql`select from devices where device_id = ${second.device_id} for no key update nowait`.execute(db),
): Promise<T> {
  const { started } = await server.db.transaction().execute(async (db) => {
    await sql`select from devices where device_id = ${first.device_id} for no key update`.execute(db)
    const started = start(server.db)
    await expect.poll(waiting).toBe(1)
    await takeSecond(db)
    return { started }
  })
  return started
}

const lateCases = [
  ['stored readings, one of them late', 'readings.stored'],
  ['changed tanks', 'tank.changed'],
] as const

test.each(lateCases)('the effects of %s lock devices in the order of their ids', async (_, name) => {
  const devices = await twoDevices()
  const device_ids = devices.map(({ device_id }) => device_id)
  await holdFirstDuring(devices, (db) => emit({ db }, name, [{ device_ids }]))
  await server.settle()
})

test('the effects of several events lock the devices of all of them in one order', async () => {
  const devices = await twoDevices()
  const [first, second] = devices
  await holdFirstDuring(devices, (db) =>
    db.transaction().execute(async (own) => {
      await emit({ db: own }, 'device.status_changed', [{ device_ids: [second.device_id] }])
      await emit({ db: own }, 'tank.changed', [{ device_ids: [first.device_id] }])
    }),
  )
  await server.settle()
})

test('outdated levels of ports lock the devices of all batches in one order', async () => {
  const devices = await twoDevices()
  const [first, second] = devices
  const portsOf = async ({ device_id }: TestDevice) => {
    const { rows } = await sql<{ id: number }>`
      select device_ports_id as id from device_ports where device_id = ${device_id}`.execute(server.db)
    return rows.map(({ id }) => id)
  }
  const pieces = [await portsOf(second), await portsOf(first)]
  await holdFirstDuring(devices, (db) =>
    emit(
      { db },
      'levels.outdated',
      pieces.map((port_ids) => ({ port_ids, effect: 'judgement' as const })),
    ),
  )
  await server.settle()
})

test('devices that are saved together are locked in the order of their ids, not in the order of the call', async () => {
  const devices = await twoDevices()
  const rows = devices.toReversed().map(({ device_id }) => ({ device_id, notes: 'Saved together' }))
  const response = await holdFirstDuring(devices, () =>
    server.as('administrator').call('POST', '/devices/bulk', { devices: rows }),
  )
  expect(response.status).toBe(200)
})

test.each(['PATCH', 'DELETE'])('a port is changed (%s) with its device locked first', async (method) => {
  const devices = await twoDevices()
  const { device_id } = devices[0]
  const { rows } = await sql<{ id: number }>`
    select device_ports_id as id from device_ports where device_id = ${device_id}`.execute(server.db)
  const response = await holdFirstDuring(
    devices,
    () =>
      server
        .as('administrator')
        .call(method, `/device_ports/${rows[0]!.id}`, method === 'PATCH' ? { reorder_red: '10' } : undefined),
    (db) => sql`select from device_ports where device_id = ${device_id} for no key update nowait`.execute(db),
  )
  expect(response.status).toBe(200)
})

test.each(['40P01', '40001'])(
  'a transaction that the database ends in favor of another (%s) is retried: the intake and its consequences',
  async (code) => {
    const [device] = await twoDevices()
    // A sequence does not roll back with its transaction.
    await sql`create sequence ended_transactions`.execute(server.db)
    await sql`
      create function end_transaction() returns trigger language plpgsql as $$ begin
        if nextval('ended_transactions') <= 2 then raise exception 'ended' using errcode = ${sql.lit(code)}; end if;
        return new;
      end $$`.execute(server.db)
    const failOn = (table: 'port_states' | 'alerts') =>
      sql`select setval('ended_transactions', 1, false);
        create trigger end_transaction before insert on ${sql.table(table)}
          execute function end_transaction()`.execute(server.db)
    await failOn('port_states')
    expect((await device.send({ records: [record(Date.now(), 25)] })).status).toBe(200)
    await server.settle()
    await sql`drop trigger end_transaction on port_states`.execute(server.db)
    await sql`delete from alert_events where alert_id in (
      select alert_id from alerts where device_id = ${device.device_id})`.execute(server.db)
    await sql`delete from alerts where device_id = ${device.device_id}`.execute(server.db)
    await failOn('alerts')
    await emit(server, 'readings.stored', [{ device_ids: [device.device_id] }])
    await server.settle()
    const { rows } = await sql<{ level: string }>`
      select level from alerts where device_id = ${device.device_id}`.execute(server.db)
    expect(rows).toHaveLength(1)
    const { rows: ended } = await sql<{ count: number }>`
      select last_value::int as count from ended_transactions`.execute(server.db)
    expect(ended[0]!.count).toBeGreaterThan(2)
    await sql`drop trigger end_transaction on alerts; drop function end_transaction; drop sequence ended_transactions`.execute(
      server.db,
    )
  },
)
