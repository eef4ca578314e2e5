import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { placeName } from '#core/domains/devices/placeName.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { Resource } from '#core/resources/definition.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { findReferences } from '#server/resources/imports/findReferences.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = async (method: string, path: string, body?: object) => {
  const response = await server.as('administrator').call(method, path, body)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}

async function product(product_name: string): Promise<number> {
  const example = await exampleOf(server, tank_products, COMPANY.customer)
  const { tank_product } = await admin('POST', '/tank_products', { ...example, product_name })
  return tank_product.product_id
}

/** A device with a tank of each product, and one more that is not watched. */
async function deviceHolding(label: string | null, products: readonly number[], unwatched = products[0]!) {
  const device = await deviceWithTank(server, { device: { label }, tank: { product_id: products[0] } })
  const more = [
    ...products.slice(1).map((product_id) => ({ product_id, active: 1 })),
    { product_id: unwatched, active: 0 },
  ]
  for (const [index, { product_id, active }] of more.entries())
    await sql`insert into device_ports overriding system value select (jsonb_populate_record(p, jsonb_build_object(
        'device_ports_id', nextval(pg_get_serial_sequence('device_ports', 'device_ports_id')),
        'port_number', ${index + 2}::int, 'product_id', ${product_id}::int, 'active', ${active}::int))).*
      from device_ports p where device_id = ${device.device_id} and port_number = 1`.execute(server.db)
  return device
}

const choices = async (query: string) => (await admin('GET', `/devices?options=1&${query}`)).devices

test('a device’s display name is its place and the contents of its tanks, as on the screens', async () => {
  const [kerosene, avgas] = [await product('Zeta kerosene'), await product('Alpha avgas')]
  const device = await deviceHolding('Kearney', [kerosene, avgas, kerosene])
  await device.send({ records: [record(Date.now() - 60_000, 40)] })
  const [choice] = await choices(`ids=${device.device_id}`)
  const name = placeName({
    label: 'Kearney',
    public_id: device.public_id,
    products: ['Zeta kerosene', 'Alpha avgas', 'Zeta kerosene'],
  })
  expect(name).toBe('Kearney · Zeta kerosene, Alpha avgas')
  expect(choice).toMatchObject({ label: device.public_id, known_as: 'Kearney', name, percent: 40 })
  const twice = await deviceHolding('Depot ZETA kerosene', [kerosene, avgas])
  expect((await choices(`ids=${twice.device_id}`))[0].name).toBe('Depot ZETA kerosene · Alpha avgas')
  const bare = await deviceHolding(null, [avgas])
  expect((await choices(`ids=${bare.device_id}`))[0].name).toBe(`${bare.public_id} · Alpha avgas`)
})

test('it is found by words of its place, code, contents and owner, in any combination', async () => {
  const [held, former] = [await product('Methanol blend'), await product('Former contents')]
  const device = await deviceHolding('Silo yard', [held], former)
  const [{ company_title }] = await choices(`ids=${device.device_id}`)
  const found = async (search: string) =>
    (await choices(`search=${encodeURIComponent(search)}`)).map(
      ({ device_id }: { device_id: number }) => device_id,
    )
  expect(await found('methanol')).toEqual([device.device_id])
  expect(await found('yard blend')).toEqual([device.device_id])
  expect(await found(`${device.public_id} methanol`)).toEqual([device.device_id])
  expect(await found(`${company_title} methanol`)).toEqual([device.device_id])
  expect(await found('methanol helium')).toEqual([])
  // An unwatched tank is not part of the name.
  expect(await found('former')).toEqual([])
  // A wildcard is a character like any other.
  expect(await found('silo %')).toEqual([])
})

test('no search offers a device to a user who may not see it', async () => {
  const device = await deviceHolding('Hidden silo', [await product('Secret stuff')])
  const other = server.as('stranger')
  const { body } = await other.call('GET', '/devices?options=1&search=secret')
  expect(body.devices).toEqual([])
  expect((await choices('search=secret'))[0].device_id).toBe(device.device_id)
})

test('references to a device include its display name next to its code', async () => {
  const device = await deviceHolding('Repair bay', [await product('Jet fuel')])
  const example = await exampleOf(server, work_orders, COMPANY.customer)
  const { work_order } = await admin('POST', '/work_orders', { ...example, device_id: device.device_id })
  const expected = { device_title: device.public_id, device_name: 'Repair bay · Jet fuel' }
  expect(work_order).toMatchObject(expected)
  const { work_orders: listed } = await admin('GET', `/work_orders?device_id=${device.device_id}`)
  expect(listed[0]).toMatchObject(expected)
  // The returned name may be sent back, like the title.
  await admin('PATCH', `/work_orders/${work_order.id}`, { ...expected, contact_name: 'Dale' })
  const { work_orders: lean } = await admin(
    'GET',
    `/work_orders?device_id=${device.device_id}&fields=wo_number`,
  )
  expect(lean[0]).not.toHaveProperty('device_name')
})

test('files, prints and lists name and sort it like the screens, and an import finds it by that name', async () => {
  const fuel = await product('Ordered fuel')
  // The codes are in the opposite order of the places.
  const [last, first] = [await deviceHolding('Zebra yard', [fuel]), await deviceHolding('Aspen yard', [fuel])]
  const example = await exampleOf(server, work_orders, COMPANY.customer)
  const ids = [last, first].map(({ device_id }) => device_id)
  for (const device_id of ids)
    await admin('POST', '/work_orders', { ...example, contact_name: 'Of two yards', device_id })
  const ordered = async (path: string, sort: string) => {
    const key = path.slice(1)
    const rows: { device_id: number }[] = (await admin('GET', `${path}?sort=${sort}&page_size=100`))[key]
    return rows.map(({ device_id }) => device_id).filter((id) => ids.includes(id))
  }
  expect(await ordered('/work_orders', 'device_id')).toEqual(ids.toReversed())
  expect(await ordered('/work_orders', '-device_id')).toEqual(ids)
  expect(await ordered('/devices', 'place')).toEqual(ids.toReversed())
  expect(await ordered('/devices', '-place')).toEqual(ids)
  const administrator = server.as('administrator')
  const file = await administrator.call(
    'GET',
    '/work_orders/export?format=csv&columns=device_id&sort=device_id',
  )
  expect(file.raw).toContain('Aspen yard · Ordered fuel')
  expect(file.raw).not.toContain(first.public_id)
  const { print } = await admin('GET', '/work_orders/print?columns=device_id,contact_name')
  expect(print.html).toContain('Zebra yard · Ordered fuel')
  const { db } = server
  const context = { db, actor: systemActor, now: new Date() } as Context
  const names = ['aspen YARD · ordered fuel', first.public_id, 'Aspen yard · Something else']
  const find = (texts: string[]) => findReferences(context, devices as Resource, texts)
  expect([...(await find(names)).values()]).toEqual([first.device_id, first.device_id, 'not_found'])
  await deviceHolding('Aspen yard', [fuel])
  expect((await find(['Aspen yard · Ordered fuel'])).get('Aspen yard · Ordered fuel')).toBe('ambiguous')
})
