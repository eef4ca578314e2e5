import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from '#server/domains/shipments/driver/testing/driverTools.ts'
import { systemActor } from '#server/platform/context.ts'
import { insertDoorMoney } from './insertDoorMoney.ts'

let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
  await sql`update tank_products set list_price = 2, list_price_unit_id = ${on.gallon}`.execute(server.db)
})
afterAll(() => server.close())

/** Completes a round and backdates it by `days`. */
async function driven(days: number) {
  const { id, event, ticket, signed } = await on.round([on.load('Barn')])
  const events = [event('left', {}), event('arrived', {}), ticket(), signed(), event('closed', {})]
  expect(new Set(await on.send(...events, event('round_closed', {})))).toEqual(new Set(['applied']))
  await sql`update shipment_stops set done_at = now() - make_interval(days => ${days})
    where shipment_id = ${id}`.execute(server.db)
}

test('the demo has recent doorstep payments: the driver holds the latest, earlier ones are settled', async () => {
  for (const days of [0, 4, 40]) await driven(days)
  await insertDoorMoney({
    ...{ db: server.db, actor: systemActor, now: new Date(), encryptor: undefined as never },
  })
  const { body } = await server.as('administrator').call('GET', '/door_money')
  expect(body.door_money).toMatchObject([
    { status: 'held', method: 'check', check_number: '2041' },
    { status: 'settled', method: 'cash', amount: '280.000', left: '280.000' },
  ])
})
