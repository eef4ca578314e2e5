import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY, moveToSeller } from '#server/app/testing/accounts.ts'
import { testDocument } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const TRUCK = { max_weight: 5000, payload: 6000, gvwr: 12_000 }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a user who sets up a port chooses a shape with its formula, though the list of shapes is closed to them', async () => {
  const customer = server.as('customer')
  expect((await customer.call('GET', '/tank_types')).status).toBe(405)
  const { body } = await customer.call('GET', '/tank_types?options=1')
  const upright = body.tank_types.find(({ slug }: { slug: string }) => slug === 'vertical_cylinder')
  expect(upright).toMatchObject({ label: expect.any(String), formula: expect.stringContaining('h') })
  const specs = await customer.call('GET', '/tank_specs?options=1')
  expect(specs.body.tank_specs[0]).toMatchObject({
    tank_type_id: expect.any(Number),
    metric_diameter: expect.any(String),
    imperial_diameter: expect.any(String),
  })
})

describe('referenced records', () => {
  const optionsOf = async (account: Parameters<TestServer['as']>[0], kind: string) =>
    (await server.as(account).call('GET', `/${kind}?options=1`)).body[kind]

  test('a user who plans rounds chooses among the trucks of their own company, and of no other', async () => {
    const make = async (truck_name: string, company_id: number) =>
      (await server.as('administrator').call('POST', '/tanker_trucks', { ...TRUCK, truck_name, company_id }))
        .body.tanker_truck.truck_id
    const own = await make('Bobtail', COMPANY.customer)
    const foreign = await make('Stranger', COMPANY.stranger)
    const dispatcher = server.as('dispatcher')
    expect((await dispatcher.call('GET', '/tanker_trucks')).status).toBe(405)
    const offered = await optionsOf('dispatcher', 'tanker_trucks')
    expect(offered.map(({ label }: { label: string }) => label)).toEqual(['Bobtail'])
    expect(offered[0].truck_id).toBe(own)
    const plan = (truck_id: number) =>
      dispatcher.call('POST', '/shipment_planner', { truck_id, load_date: '2026-11-21', details: [] })
    expect((await plan(own)).status).toBe(200)
    expect((await plan(foreign)).status).toBe(404)
    expect((await server.as('producer').call('GET', '/tanker_trucks?options=1')).status).toBe(405)
  })

  test('a user who plans rounds is offered the drivers', async () => {
    const admin = server.as('administrator')
    const person = async (first_name: string) =>
      (
        await admin.call('POST', '/people', {
          first_name,
          last_name: 'Options',
          company_id: COMPANY.customer,
        })
      ).body.person.people_id as number
    const [trucker, manager] = [await person('Truck'), await person('Office')]
    await admin.call('POST', '/tanker_trucks', {
      ...{ ...TRUCK, truck_name: 'Driven', company_id: COMPANY.customer, driver_id: trucker },
    })
    const offered = async (more = '') =>
      (await server.as('dispatcher').call('GET', `/people?options=1${more}`)).body.people.map(
        ({ people_id }: { people_id: number }) => people_id,
      )
    expect(await offered()).toEqual(expect.arrayContaining([trucker, manager]))
    expect(await offered('&drives=1')).toContain(trucker)
    expect(await offered('&drives=1')).not.toContain(manager)
    expect((await server.as('dispatcher').call('GET', '/people?options=1&drives=no')).status).toBe(400)
  })

  test('the options of a company and of all below it can be requested', async () => {
    const admin = server.as('administrator')
    const { rows } = await sql<{ company_id: number }>`
      insert into companies (organisation_type_id, company, parent_id)
      values (1, 'Branch', ${COMPANY.customer}) returning company_id`.execute(server.db)
    const make = async (company_id: number) =>
      (await admin.call('POST', '/tanker_trucks', { ...TRUCK, truck_name: `Of ${company_id}`, company_id }))
        .body.tanker_truck.truck_id
    const [own, below, foreign] = [
      await make(COMPANY.customer),
      await make(rows[0]!.company_id),
      await make(COMPANY.stranger),
    ]
    const found = (
      await admin.call('GET', `/tanker_trucks?options=1&within_company=${COMPANY.customer}`)
    ).body.tanker_trucks.map(({ truck_id }: { truck_id: number }) => truck_id)
    expect(found).toEqual(expect.arrayContaining([own, below]))
    expect(found).not.toContain(foreign)
  })

  test('a user who writes orders can choose any carrier, but sees only its name', async () => {
    await moveToSeller(server.db, ['csr'])
    await server.forgetRights()
    const created = await server
      .as('administrator')
      .call('POST', '/shipping_carriers', { company: 'Swift Freight' })
    const { company_id } = created.body.shipping_carrier
    expect(await optionsOf('csr', 'shipping_carriers')).toContainEqual({ company_id, label: 'Swift Freight' })
    expect((await server.as('csr').call('GET', `/shipping_carriers/${company_id}`)).status).toBe(405)
    expect((await server.as('csr').call('GET', `/companies/${company_id}`)).status).toBe(405)
    const { document_id } = await testDocument(server, { shipping_carrier_id: company_id })
    const { body } = await server.as('csr').call('GET', `/transaction_documents/${document_id}`)
    expect(body.transaction_document.shipping_carrier_title).toBe('Swift Freight')
    const patched = await server.as('csr').call('PATCH', `/transaction_documents/${document_id}`, {
      shipping_carrier_id: company_id,
    })
    expect(patched.status).toBe(200)
    // A company of another kind is not a carrier.
    const refused = await server.as('csr').call('PATCH', `/transaction_documents/${document_id}`, {
      shipping_carrier_id: COMPANY.stranger,
    })
    expect(refused.status).toBe(404)
  })
})

describe('narrowed options', () => {
  const chosenFrom = async (account: Parameters<TestServer['as']>[0], query: string, kind = 'companies') => {
    const { status, body } = await server.as(account).call('GET', `/${kind}?options=1${query}`)
    return status === 200 ? (body[kind] as { label: string }[]) : status
  }
  const NAMES = ['Quarry North', 'quarry south', 'Quarry_West', 'Old quarry']
  let ids: number[]
  beforeAll(async () => {
    ids = []
    for (const company of NAMES) {
      const created = await server.as('administrator').call('POST', '/shipping_carriers', { company })
      ids.push(created.body.shipping_carrier.company_id)
    }
  })

  test('are found by their words, sorted by name, up to a limit', async () => {
    const labels = async (query: string) =>
      ((await chosenFrom('administrator', query)) as { label: string }[]).map(({ label }) => label)
    expect(await labels('&search=quarry')).toEqual([
      'Old quarry',
      'Quarry North',
      'quarry south',
      'Quarry_West',
    ])
    expect(await labels('&search=quarry&limit=2')).toEqual(['Old quarry', 'Quarry North'])
    expect(await labels('&search=quarry%20nor')).toEqual(['Quarry North'])
    expect(await labels('&search=y_w')).toEqual(['Quarry_West'])
    expect(await labels(`&ids=${ids[1]},${ids[3]}`)).toEqual(['Old quarry', 'quarry south'])
    expect((await labels('')).length).toBeGreaterThan(NAMES.length)
  })

  test('contain nothing that could not be chosen without narrowing', async () => {
    const all = ((await chosenFrom('customer', '')) as { company_id?: number }[]).map(
      (item) => item.company_id,
    )
    expect(ids.filter((id) => all.includes(id))).toEqual([])
    expect(await chosenFrom('customer', `&ids=${ids.join()}`)).toEqual([])
    expect(await chosenFrom('customer', '&search=quarry')).toEqual([])
  })

  test('show the owner if two have the same name, though only one of them is requested', async () => {
    const make = async (company_id: number) => {
      const { rows } = await sql<{ product_id: number }>`
        insert into tank_products (product_name, company_id, specific_gravity, product_group, color)
        values ('Twin fuel', ${company_id}, 0.85, 'fuel_oil', '#aa7733') returning product_id`.execute(
        server.db,
      )
      return rows[0]!.product_id
    }
    const one = await make(COMPANY.customer)
    await make(COMPANY.stranger)
    const [twin] = (await chosenFrom('administrator', `&ids=${one}`, 'tank_products')) as { label: string }[]
    expect(twin!.label).toMatch(/^Twin fuel \(.+\)$/)
    expect(await chosenFrom('administrator', '&search=twin&limit=1', 'tank_products')).toHaveLength(1)
  })

  test('refuse invalid ids and numbers', async () => {
    for (const query of ['&ids=1,x', '&ids=', '&limit=0', '&limit=many', `&search=${'a'.repeat(256)}`])
      expect(await chosenFrom('administrator', query)).toBe(400)
  })
})
