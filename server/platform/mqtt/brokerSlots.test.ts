import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { LEASE_SECONDS, openBrokerSlots } from './brokerSlots.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('running servers keep their slots after an outage of the database, and take over the slots of dead servers', async () => {
  let now = 0
  const pass = async (seconds: number) => {
    now += seconds * 1000
    await sql`update broker_slots set leased_until = leased_until - make_interval(secs => ${seconds})`.execute(
      server.db,
    )
  }
  const [one, two, dead] = ['one', 'two', 'dead'].map((name) => openBrokerSlots(server.db, name, () => now))
  const places = new Map([one!, two!, dead!].map((slots) => [slots, [] as string[]]))
  for (const slots of places.keys()) places.set(slots, await slots.acquire(2))
  for (const slots of [one!, two!]) await slots.renew()
  await pass(LEASE_SECONDS + 1)
  for (const slots of [one!, two!]) await slots.renew()
  await pass(LEASE_SECONDS / 4)

  // The database was away for longer than a lease; the first server renews before the second.
  await pass(LEASE_SECONDS + 5)
  await one!.renew()
  expect(await one!.takeOver()).toEqual([])
  await pass(1)
  expect(await two!.renew()).toEqual(new Set(places.get(two!)))
  expect(await two!.takeOver()).toEqual([])
  for (let beat = 0; beat < 4; beat++) {
    await pass(LEASE_SECONDS / 4)
    for (const slots of [one!, two!]) expect(await slots.renew()).toEqual(new Set(places.get(slots)))
  }
  expect(await one!.takeOver()).toEqual(places.get(dead!))
})
