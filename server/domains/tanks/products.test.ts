import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let offered: { product_id: number }
beforeAll(async () => {
  server = await startTestServer()
  offered = await testProduct(
    server,
    { product_name: 'Diesel #2', product_group: 'fuel_oil', specific_gravity: '0.845', grade: 'ULSD' },
    COMPANY.distributor,
  )
})
afterAll(() => server.close())

const read = (who: string, id: number) => server.as(who as 'customer').call('GET', `/tank_products/${id}`)
const portOf = async (device_id: number) =>
  (await server.as('administrator').call('GET', `/devices/${device_id}/ports`)).body.device_ports[0]

describe('a product of a distributor', () => {
  test('is seen by its customers with grade and limits, and by no unrelated company', async () => {
    const { status, body } = await read('customer', offered.product_id)
    expect(status).toBe(200)
    expect(body.tank_product).toMatchObject({ product_name: 'Diesel #2', grade: 'ULSD', is_offered: 1 })
    expect(body.tank_product.company_title).toBeTruthy()
    expect((await read('stranger', offered.product_id)).status).toBe(404)
    expect((await read('distributor', offered.product_id)).body.tank_product).toMatchObject({ is_offered: 0 })
  })

  test('does not reveal to companies below who else buys it, nor who changed it', async () => {
    await deviceWithTank(server, { tank: { product_id: offered.product_id } })
    expect((await read('customer', offered.product_id)).body.tank_product.total_active_sensors).toBeNull()
    expect((await read('distributor', offered.product_id)).body.tank_product.total_active_sensors).toBe(1)
    // In no tank, and added later: sorted by the hidden figure, it would come first.
    const unused = await testProduct(server, { product_name: 'Kerosene' }, COMPANY.distributor)
    const list = async (who: 'customer' | 'distributor') => {
      const { body } = await server
        .as(who)
        .call('GET', '/tank_products?sort=total_active_sensors&page_size=100')
      return body.tank_products
        .map((product: { product_id: number }) => product.product_id)
        .filter((id: number) => [offered.product_id, unused.product_id].includes(id))
    }
    expect(await list('customer')).toEqual([offered.product_id, unused.product_id])
    expect(await list('distributor')).toEqual([unused.product_id, offered.product_id])
    const history = (who: string) =>
      server.as(who as 'customer').call('GET', `/tank_products/${offered.product_id}/history`)
    expect((await history('customer')).status).toBe(405)
    expect((await history('distributor')).status).toBe(200)
  })

  test('does not reveal its list price, nor the unit of that price, to companies below', async () => {
    const price = { list_price: '3.379', list_price_unit_id: 1 }
    const { product_id } = await testProduct(
      server,
      { product_name: 'Gasoline', ...price },
      COMPANY.distributor,
    )
    const { tank_product } = (await read('customer', product_id)).body
    for (const name of ['list_price', 'list_price_unit_id', 'list_price_unit_title'])
      expect(tank_product[name], name).toBeNull()
    expect((await read('distributor', product_id)).body.tank_product.list_price_unit_title).toBeTruthy()
  })

  test('can be changed only by its owner', async () => {
    const path = `/tank_products/${offered.product_id}`
    for (const [method, body] of [
      ['PATCH', { color: '#123456' }],
      ['PATCH', { company_id: COMPANY.customer }],
      ['DELETE', undefined],
    ] as const) {
      expect((await server.as('dispenser_mgr').call(method, path, body)).status, method).toBe(405)
    }
    expect((await server.as('distributor').call('PATCH', path, { color: '#123456' })).status).toBe(200)
  })

  test('can be in tanks of its customers, but not of other companies', async () => {
    const foreign = await deviceWithTank(server, { tank: { product_id: offered.product_id } })
    expect((await portOf(foreign.device_id)).product_title).toBe('Diesel #2')
    const stranger = await deviceWithTank(server, { company: COMPANY.stranger })
    const { device_ports_id } = await portOf(stranger.device_id)
    expect(
      await server
        .as('administrator')
        .call('PATCH', `/devices/${stranger.device_id}/ports/${device_ports_id}`, {
          product_id: offered.product_id,
        }),
    ).toMatchObject({ status: 422, body: { errors: [{ field: 'product_id', rule: 'other_company' }] } })
  })

  test('has a customer’s own name wherever that customer reads it, and nowhere else', async () => {
    const path = `/tank_products/${offered.product_id}/own_name`
    const own = await server.as('customer').call('PUT', path, { own_name: 'Yard diesel' })
    expect(own.body.tank_product).toMatchObject({ own_name: 'Yard diesel', product_name: 'Diesel #2' })
    const { device_id } = await deviceWithTank(server, { tank: { product_id: offered.product_id } })
    const titleFor = async (who: string) => {
      const { body } = await server.as(who as 'customer').call('GET', `/devices/${device_id}/ports`)
      return body.device_ports[0].product_title
    }
    expect(await titleFor('customer')).toBe('Yard diesel')
    expect(await titleFor('distributor')).toBe('Diesel #2')
    const found = await server.as('customer').call('GET', '/tank_products?search=yard')
    expect(found.body.tank_products).toMatchObject([{ product_id: offered.product_id }])
    const everywhere = await server.as('customer').call('GET', '/search?search=yard')
    expect(everywhere.body.found).toEqual([
      {
        object_ref: 'tank_products',
        object_id: offered.product_id,
        title: 'Yard diesel',
        detail: 'Diesel #2',
      },
    ])
    const strangely = await server.as('distributor').call('GET', '/search?search=yard')
    const products = strangely.body.found.filter((item: any) => item.object_ref === 'tank_products')
    expect(products).toEqual([])
    const options = await server.as('customer').call('GET', '/tank_products?options=1')
    expect(options.body.tank_products.map(({ label }: { label: string }) => label)).toContain('Yard diesel')
    expect((await server.as('customer_readonly').call('PUT', path, { own_name: 'x' })).status).toBe(405)
    expect((await server.as('stranger').call('PUT', path, { own_name: 'x' })).status).toBe(404)
    await server.as('customer').call('PUT', path, { own_name: null })
    expect(await titleFor('customer')).toBe('Diesel #2')
  })

  test('shows its owner in options if another has the same name', async () => {
    await testProduct(server, { product_name: 'Kerosene' })
    await testProduct(server, { product_name: 'Kerosene' }, COMPANY.distributor)
    const { body } = await server.as('customer').call('GET', '/tank_products?options=1')
    const labels = body.tank_products.map(({ label }: { label: string }) => label)
    const alike = labels.filter((label: string) => label.startsWith('Kerosene'))
    expect(new Set(alike).size).toBe(2)
    expect(alike.every((label: string) => /^Kerosene \(.+\)$/.test(label))).toBe(true)
  })

  test('stays in the tank of a device that moves to another company below its owner', async () => {
    const device = await deviceWithTank(server, { tank: { product_id: offered.product_id } })
    const move = (company_id: number) =>
      server.as('administrator').call('PATCH', `/devices/${device.device_id}/move`, { company_id })
    const { rows } = await sql<{ company_id: number }>`
      insert into companies (organisation_type_id, company, parent_id) values (1, 'Second customer', ${COMPANY.distributor})
      returning company_id`.execute(server.db)
    await move(rows[0]!.company_id)
    expect((await portOf(device.device_id)).product_id).toBe(offered.product_id)
    await move(COMPANY.stranger)
    expect((await portOf(device.device_id)).product_id).toBeNull()
  })
})

describe('the maximum fill', () => {
  test('above the rule is entered only by users who may overrule limits', async () => {
    const product = await testProduct(server, { product_group: 'lpg' })
    const set = (who: string, max_fill: string) =>
      server.as(who as 'customer').call('PATCH', `/tank_products/${product.product_id}`, { max_fill })
    expect(await set('dispenser_mgr', '85')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'max_fill', rule: 'above_max_fill' }] },
    })
    expect((await set('dispenser_mgr', '75')).status).toBe(200)
    expect((await set('distributor', '85')).status).toBe(200)
    const { device_id } = await deviceWithTank(server, { tank: { product_id: product.product_id } })
    const { device_ports_id } = await portOf(device_id)
    const port = (who: string, max_fill: string) =>
      server
        .as(who as 'customer')
        .call('PATCH', `/devices/${device_id}/ports/${device_ports_id}`, { max_fill })
    expect((await port('dispenser_mgr', '90')).status).toBe(422)
    expect((await port('dispenser_mgr', '85')).status).toBe(200)
    expect((await port('distributor', '90')).status).toBe(200)
  })

  /** 40 m³: more than the 2,000 gal up to which tanks are filled to a fixed gauge. */
  const LARGE = { def_liters: '40000', metric_length: '20000' }
  const stateAt = async (percent: number, celsius?: number, tank: object = {}) => {
    const product = await testProduct(server, { product_group: 'lpg', specific_gravity: '0.508' })
    const device = await deviceWithTank(server, { tank: { product_id: product.product_id, ...tank } })
    const sent = record(Date.now() - 60_000, percent) as { ports: object[] }
    if (celsius !== undefined) sent.ports = sent.ports.map((port) => ({ ...port, temperature: celsius }))
    await device.send({ records: [sent] })
    await server.settle()
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
    return body.device.ports[0]
  }

  test('is 80 % for propane: above that is an overfill, and there is no room', async () => {
    expect(await stateAt(90)).toMatchObject({ level: 'overfill', room: 0 })
    const cold = await stateAt(60, -17.8, LARGE)
    expect(cold).toMatchObject({ level: 'fine' })
    expect(cold.room_temperature).toBeCloseTo(0, 1)
    expect(cold.max_fill).toBeCloseTo(75.8, 1)
    expect(await stateAt(60, -17.8)).toMatchObject({ room_temperature: null, max_fill: 80 })
    expect((await stateAt(60)).room * 3.785411784).toBeCloseTo(400, 0)
  })

  test('compares the level at 40 °F: a correct fill that has expanded is not an alert', async () => {
    expect(await stateAt(84, 35, LARGE)).toMatchObject({ level: 'fine', room: 0 })
    expect(await stateAt(84, 4.44, LARGE)).toMatchObject({ level: 'overfill' })
    // A tank filled to its gauge on a cold day is not overfill until it expanded more than possible.
    expect(await stateAt(82, 4.44)).toMatchObject({ level: 'fine', room: 0 })
    expect(await stateAt(86, 4.44)).toMatchObject({ level: 'overfill' })
  })
})
