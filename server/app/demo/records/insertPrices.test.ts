import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import money from '#facts/money.json' with { type: 'json' }
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { insertFacts } from './insertFacts.ts'
import { insertPrices } from './insertPrices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the demo has a year of posted prices, a price list and an agreement by which lines are priced', async () => {
  const { rows } = await sql<{ id: number }>`select id from units_of_measure where code = 'gal'`.execute(
    server.db,
  )
  const products = ['Diesel #2', 'DEF', 'Water'].map((product_name) =>
    testProduct(
      server,
      { product_name, list_price: '3', list_price_unit_id: rows[0]!.id },
      COMPANY.distributor,
    ),
  )
  const [diesel, def] = await Promise.all(products)
  const ids = new Map([
    ['heartland', COMPANY.distributor],
    ['piedmont', COMPANY.distributor],
    ['summitfleet', COMPANY.customer],
    ['heartland: Diesel #2', diesel!.product_id],
    ['heartland: DEF', def!.product_id],
    ['gal', rows[0]!.id],
  ])
  const { terminals, price_rules } = money
  const services = { db: server.db, encryptor: undefined as never, now: Date.now() }
  await insertFacts(services, { terminals, price_rules }, ids)
  await insertPrices(server.db, Date.now())
  const { rows: posted } = await sql<{
    count: number
  }>`select count(*)::int as count from posted_prices`.execute(server.db)
  expect(posted[0]!.count).toBeGreaterThan(500)
  const priceOf = async (product_id: number, company_id: number) =>
    (
      await server
        .as('administrator')
        .call('GET', `/prices/explain?company_id=${company_id}&product_id=${product_id}`)
    ).body.explanation
  expect(await priceOf(diesel!.product_id, COMPANY.customer)).toMatchObject({
    ...{ source: 'agreement', unit_price: expect.stringMatching(/^[23]\./) },
  })
  expect(await priceOf(def!.product_id, COMPANY.branch)).toMatchObject({
    ...{ source: 'price_list', unit_price: expect.stringMatching(/^[23]\./) },
  })
})
