import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device_types } from '#core/domains/devices/device_types.ts'
import { mobile_providers } from '#core/domains/devices/mobile_providers.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let device: Record<string, unknown>
const tank = {
  port_number: 1,
  sensor_offset: '10',
  def_liters: '2000',
  metric_height: '2000',
  metric_width: '1000',
  metric_length: '1000',
  metric_diameter: '0',
}
beforeAll(async () => {
  server = await startTestServer()
  const idOf = async (resource: Resource, company?: number) => {
    const body = await exampleOf(server, resource, company)
    const response = await server.as('developer').call('POST', pathOf(resource), body)
    return response.body[resource.single][resource.id]
  }
  device = {
    device_type_id: await idOf(device_types as Resource),
    mobile_provider_id: await idOf(mobile_providers as Resource),
  }
})
afterAll(() => server.close())

type Who = Parameters<TestServer['as']>[0]
const setUp = (body: object, as: Who = 'administrator', headers?: Record<string, string>) =>
  server.as(as).call('POST', '/places', body, headers)
const customer = (company: string) => ({ company, payment_term_id: 1 })
const fieldsOf = ({ body }: { body: { errors?: { field: string; rule: string }[] } }) =>
  (body.errors ?? []).map(({ field, rule }) => `${field} ${rule}`)
const countOf = async (table: 'companies' | 'sites' | 'devices' | 'device_ports') => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(server.db)
  return rows[0]!.count
}
const countAll = () => Promise.all((['companies', 'sites', 'devices', 'device_ports'] as const).map(countOf))

describe('a place is set up in one call', () => {
  test('with a new customer, a new site, a device and its tank, linked to each other', async () => {
    const response = await setUp({
      customer: customer('Kearney Grain'),
      site: {
        name: 'North yard',
        city: 'Kearney',
        latitude: '40.699',
        longitude: '-99.081',
        gate_code: '4711',
      },
      device: { ...device, public_id: 'PLACE-1' },
      tank,
    })
    expect(response.status, response.raw).toBe(200)
    const { company_id, site_id, device_id, device_ports_id } = response.body.place
    const admin = server.as('administrator')
    const read = async (path: string) => (await admin.call('GET', path)).body
    expect((await read(`/customers/${company_id}`)).customer.company).toBe('Kearney Grain')
    expect((await read(`/sites/${site_id}`)).site).toMatchObject({ company_id, time_zone: 'America/Chicago' })
    expect((await read(`/devices/${device_id}`)).device).toMatchObject({
      company_id,
      site_id,
      latitude: '40.699000',
      time_zone: 'America/Chicago',
    })
    const { device_ports } = await read(`/devices/${device_id}/ports`)
    expect(device_ports).toMatchObject([{ device_ports_id, def_us_gallons: '528.344105' }])
    // Its gate code is masked, as for any site.
    expect(response.raw).not.toContain('4711')
    expect((await read(`/sites/${site_id}`)).site.gate_code).not.toBe('4711')
  })

  test('with contacts of its customer', async () => {
    const response = await setUp({
      customer: customer('Reached Grain'),
      phone: { phone_number: '(308) 555-0142' },
      email: { email_address: 'office@reached.example' },
      device: { ...device, public_id: 'REACHED-1' },
      tank,
    })
    expect(response.status, response.raw).toBe(200)
    const at = `/customers/${response.body.place.company_id}`
    const admin = server.as('administrator')
    expect((await admin.call('GET', `${at}/phones`)).body.entity_phones).toMatchObject([
      { phone_number: '+13085550142', phone_type: 'work', prime: 1 },
    ])
    expect((await admin.call('GET', `${at}/emails`)).body.entity_emails).toMatchObject([
      { email_address: 'office@reached.example', prime: 1 },
    ])
  })

  test('for a new customer of the business, which sells it its products and bills it at its first address', async () => {
    const admin = server.as('administrator')
    const product = { ...(await exampleOf(server, tank_products as Resource)), company_id: OWN_COMPANY }
    const { product_id } = (await admin.call('POST', '/tank_products', product)).body.tank_product
    const address = { address1: '412 W 25th St', city: 'Kearney', state: 'NE', zip_code: '68847' }
    const place = (public_id: string, more: object) =>
      setUp({ ...more, device: { ...device, public_id }, tank: { ...tank, product_id } })
    const created = await place('OWN-1', {
      customer: customer('Harlan Homes'),
      site: { name: 'House', ...address },
    })
    expect(created.status, created.raw).toBe(200)
    const { company_id } = created.body.place
    expect((await admin.call('GET', `/customers/${company_id}`)).body.customer.parent_id).toBe(OWN_COMPANY)
    const second = await place('OWN-2', {
      company_id,
      site: { name: 'Barn', ...address, address1: '1 Farm Rd' },
    })
    expect(second.status, second.raw).toBe(200)
    expect(
      (await admin.call('GET', `/customers/${company_id}/addresses`)).body.entity_addresses,
    ).toMatchObject([{ ...address, address_type: 'billing', prime: 1 }])
  })

  test('for an existing customer and site', async () => {
    const first = await setUp({
      company_id: COMPANY.customer,
      site: { name: 'Depot' },
      device: { ...device, public_id: 'PLACE-2' },
      tank,
    })
    const { site_id } = first.body.place
    const second = await setUp({
      company_id: COMPANY.customer,
      site_id,
      device: { ...device, public_id: 'PLACE-3' },
      tank,
    })
    expect(second.body.place).toMatchObject({ company_id: COMPANY.customer, site_id })
    const alone = await setUp({
      company_id: COMPANY.customer,
      device: { ...device, public_id: 'PLACE-4' },
      tank,
    })
    expect(alone.body.place.site_id).toBeNull()
  })

  test('a tank that only names a maker’s spec has its size', async () => {
    const spec = await exampleOf(
      server,
      (await import('#core/domains/tanks/tank_specs.ts')).tank_specs as Resource,
    )
    const created = await server.as('developer').call('POST', '/tank_specs', spec)
    const { tank_spec_id, tank_type_id } = created.body.tank_spec
    const response = await setUp({
      company_id: COMPANY.customer,
      device: { ...device, public_id: 'PLACE-SPEC' },
      tank: { template: tank_spec_id, sensor_offset: '10' },
    })
    expect(response.status, response.raw).toBe(200)
    const { body } = await server
      .as('administrator')
      .call('GET', `/devices/${response.body.place.device_id}/ports`)
    expect(body.device_ports).toMatchObject([{ tank_type_id, def_liters: '2000.000000', port_number: 1 }])
  })

  test('the same call twice creates nothing twice', async () => {
    const body = { customer: customer('Pressed Twice'), device: { ...device, public_id: 'TWICE' }, tank }
    const key = { 'idempotency-key': 'place of TWICE' }
    const both = await Promise.all([setUp(body, 'administrator', key), setUp(body, 'administrator', key)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]!.body.place).toEqual(both[1]!.body.place)
    const again = await setUp(body, 'administrator')
    expect(fieldsOf(again)).toEqual(['device.public_id unique'])
    const { rows } = await sql`select from companies where company = 'Pressed Twice'`.execute(server.db)
    expect(rows).toHaveLength(1)
  })
})

describe('a refusal leaves nothing, and names the field', () => {
  test('all errors of all parts at once, in any order', async () => {
    await setUp({ company_id: COMPANY.customer, device: { ...device, public_id: 'TAKEN' }, tank })
    const before = await countAll()
    const response = await setUp({
      customer: { payment_term_id: 1 },
      phone: { phone_number: 'nobody' },
      email: { email_address: 'nobody' },
      site: { city: 'X' },
      device: { ...device, public_id: 'TAKEN' },
      tank: { ...tank, sensor_offset: undefined },
    })
    expect(response.status).toBe(422)
    expect(fieldsOf(response)).toEqual([
      'customer.company required',
      'phone.phone_number phone',
      'email.email_address email',
      'site.name required',
      'device.public_id unique',
      'tank.sensor_offset required',
    ])
    expect(await countAll()).toEqual(before)
  })

  test('missing records are reported with the errors, without creating the customer', async () => {
    const response = await setUp({
      customer: { payment_term_id: 1 },
      site: { name: 'Yard' },
      device: { ...device, device_type_id: 99_999_999, public_id: 'R-404' },
      tank: { ...tank, product_id: 99_999_999 },
    })
    expect(response.status).toBe(422)
    expect(fieldsOf(response)).toEqual([
      'customer.company required',
      'device.device_type_id not_found',
      'tank.product_id not_found',
    ])
  })

  test('the caller’s own company, used as a stand-in, gets no new phone, site or device', async () => {
    const read = async () => {
      const admin = server.as('administrator')
      const own = await admin.call('GET', `/companies/${COMPANY.own}/phones`)
      return [own.body.entity_phones, await countAll()]
    }
    const before = await read()
    const response = await setUp({
      customer: { payment_term_id: 1 },
      phone: { phone_number: '(308) 555-0142' },
      site: { name: 'Yard' },
      device: { ...device, public_id: 'STAND-IN' },
      tank,
    })
    expect(fieldsOf(response)).toEqual(['customer.company required'])
    expect(await read()).toEqual(before)
  })

  const refused: [what: string, body: () => object, fields: string[]][] = [
    [
      'a customer without a name',
      () => ({ customer: { payment_term_id: 1 }, device: { ...device, public_id: 'R1' }, tank }),
      ['customer.company required'],
    ],
    [
      'a site without a name, after its customer was made',
      () => ({
        customer: customer('Left nothing'),
        site: { city: 'X' },
        device: { ...device, public_id: 'R2' },
        tank,
      }),
      ['site.name required'],
    ],
    [
      'a tank without a sensor offset, after all else was made',
      () => ({
        customer: customer('Left nothing'),
        site: { name: 'Yard' },
        device: { ...device, public_id: 'R3' },
        tank: { ...tank, sensor_offset: undefined },
      }),
      ['tank.sensor_offset required'],
    ],
    [
      'an unknown field',
      () => ({
        company_id: 103,
        site: { name: 'Yard', roof: 'red' },
        device: { ...device, public_id: 'R4' },
        tank,
      }),
      ['site.roof unknown_field'],
    ],
    [
      'another owner for a part',
      () => ({
        company_id: 103,
        site: { name: 'Yard', company_id: 105 },
        device: { ...device, public_id: 'R5', company_id: 105 },
        tank,
      }),
      [],
    ],
    ['no customer at all', () => ({ device: { ...device, public_id: 'R6' }, tank }), ['customer required']],
    [
      'a customer and a new one',
      () => ({ company_id: 103, customer: customer('Both'), device: { ...device, public_id: 'R7' }, tank }),
      ['company_id one_of_both'],
    ],
  ]
  test.each(refused.filter(([, , fields]) => fields.length > 0))('%s', async (_, body, fields) => {
    const before = await countAll()
    const response = await setUp(body())
    expect(response.status).toBe(422)
    expect(fieldsOf(response)).toEqual(fields)
    expect(await countAll()).toEqual(before)
  })

  test('a part belongs to the customer of the place, even if it names another', async () => {
    const response = await setUp(refused.find(([what]) => what === 'another owner for a part')![1]())
    expect(response.body.place.company_id).toBe(COMPANY.customer)
    const { body } = await server.as('administrator').call('GET', `/sites/${response.body.place.site_id}`)
    expect(body.site.company_id).toBe(COMPANY.customer)
  })

  test('a site and a product of another company', async () => {
    const admin = server.as('administrator')
    const { body } = await admin.call('POST', '/sites', { name: 'Theirs', company_id: COMPANY.stranger })
    const site = await setUp({
      company_id: COMPANY.customer,
      site_id: body.site.site_id,
      device: { ...device, public_id: 'R8' },
      tank,
    })
    expect(fieldsOf(site)).toEqual(['site_id other_company'])
    const product = await admin.call(
      'POST',
      '/tank_products',
      await exampleOf(server, tank_products as Resource, COMPANY.stranger),
    )
    const { product_id } = product.body.tank_product
    const foreign = await setUp({
      company_id: COMPANY.customer,
      device: { ...device, public_id: 'R9' },
      tank: { ...tank, product_id },
    })
    expect(fieldsOf(foreign)).toEqual(['tank.product_id other_company'])
  })
})

describe('who may set up a place', () => {
  const body = (public_id: string) => ({
    customer: customer('Asked for'),
    device: { ...device, public_id },
    tank,
  })

  test('each part requires its own right', async () => {
    const { rows } = await sql<{ account_id: number }>`update accounts
      set withdrawn_permissions = '{companies.create}' where login_type_id = 'employee' returning account_id`.execute(
      server.db,
    )
    expect(rows).toHaveLength(1)
    const before = await countAll()
    expect((await setUp(body('W1'), 'employee')).status).toBe(405)
    expect(await countAll()).toEqual(before)
    const known = { company_id: COMPANY.customer, device: { ...device, public_id: 'W2' }, tank }
    expect((await setUp({ ...known, site: { name: 'New' } }, 'employee')).status).toBe(405)
    expect((await setUp(known, 'employee')).status).toBe(200)
  })

  test('a user who may create devices below their company does so only within its reach', async () => {
    await sql`update accounts set added_permissions = '{devices.create}' where login_type_id = 'distributor'`.execute(
      server.db,
    )
    const mine = await setUp(body('W3'), 'distributor')
    expect(mine.status, mine.raw).toBe(200)
    const { body: created } = await server
      .as('distributor')
      .call('GET', `/customers/${mine.body.place.company_id}`)
    expect(created.customer.parent_id).toBe(COMPANY.distributor)
    const theirs = { company_id: COMPANY.stranger, device: { ...device, public_id: 'W4' }, tank }
    expect((await setUp(theirs, 'distributor')).status).toBe(404)
    expect((await setUp({ ...theirs, site: { name: 'Theirs' } }, 'distributor')).status).toBe(404)
    const taken = { ...customer('Below a stranger'), parent_id: COMPANY.stranger }
    expect((await setUp({ ...body('W5'), customer: taken }, 'distributor')).status).toBe(404)
  })

  test('only users who may change or create a customer set its contacts', async () => {
    const known = { company_id: COMPANY.customer, device: { ...device, public_id: 'W7' }, tank }
    await sql`update accounts set withdrawn_permissions = '{companies.update}' where login_type_id = 'employee'`.execute(
      server.db,
    )
    await server.forgetRights()
    const phone = { phone_number: '(308) 555-0143' }
    expect((await setUp({ ...known, phone }, 'employee')).status).toBe(405)
    const created = await setUp({ ...body('W8'), phone }, 'employee')
    expect(created.status, created.raw).toBe(200)
    const foreign = { company_id: COMPANY.stranger, device: { ...device, public_id: 'W9' }, tank, phone }
    expect((await setUp(foreign, 'distributor')).status).not.toBe(200)
    const phones = await server.as('administrator').call('GET', `/companies/${COMPANY.stranger}/phones`)
    expect(phones.body.entity_phones).toEqual([])
  })

  test('no one else', async () => {
    for (const who of ['csr', 'customer', 'driver', 'vendor', 'customer_readonly', 'stranger'] as const)
      expect((await setUp(body('W6'), who)).status, who).toBe(405)
    expect((await setUp(body('W6'), null)).status).toBe(403)
  })
})
