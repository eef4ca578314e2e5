import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { documentBody } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
/** A site of the customer, with an address, and one of a stranger's company. */
let here: number
let elsewhere: number
beforeAll(async () => {
  server = await startTestServer()
  here = (await site({ company_id: COMPANY.customer, ...ADDRESS })).site_id
  elsewhere = (await site({ company_id: COMPANY.stranger })).site_id
})
afterAll(() => server.close())

const ADDRESS = { address1: '12 County Road 7', city: 'Kearney', state: 'NE', zip_code: '68845' }
const as = (who: LoginType, method: string, path: string, body?: object) =>
  server.as(who).call(method, path, body)
const staff = (method: string, path: string, body?: object) => as('administrator', method, path, body)
const create = async (path: string, single: string, body: object) => {
  const response = await staff('POST', path, body)
  expect(response.status, response.raw).toBe(200)
  return response.body[single]
}
const site = (values: object) => create('/sites', 'site', { name: 'Kearney yard', ...values })
const device = async (values: object = {}, company: number = COMPANY.customer) =>
  create('/devices', 'device', { ...(await exampleOf(server, devices, company)), ...values })
const order = async (values: object) =>
  create('/transaction_documents', 'transaction_document', await documentBody(server, values))

describe('a site of another company', () => {
  test('cannot be named by a device, order or work order', async () => {
    const { device_id } = await device()
    const document = await order({ device_id })
    const work = await create('/work_orders', 'work_order', await exampleOf(server, work_orders))
    const paths = [
      `/devices/${device_id}`,
      `/transaction_documents/${document.document_id}`,
      `/work_orders/${work.id}`,
    ]
    for (const path of paths) {
      expect(await staff('PATCH', path, { site_id: elsewhere }), path).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'site_id', rule: 'other_company' }] },
      })
    }
    // To callers who do not see that company, the site does not exist.
    expect((await as('distributor', 'PATCH', paths[0]!, { site_id: elsewhere })).status).toBe(404)
    expect((await as('csr', 'PATCH', paths[1]!, { site_id: elsewhere })).status).toBe(404)
    expect((await as('distributor', 'PATCH', paths[2]!, { site_id: elsewhere })).status).toBe(404)
    const body = { ...(await exampleOf(server, devices)), site_id: elsewhere }
    expect((await staff('POST', '/devices', body)).status).toBe(422)
    expect(
      (await as('customer', 'POST', '/transaction_documents', { device_id, site_id: elsewhere })).status,
    ).toBe(404)
  })

  test('is not set for a device that is moved to another company at the same time', async () => {
    const { device_id } = await device()
    await Promise.all([
      staff('PATCH', `/devices/${device_id}`, { site_id: here }),
      staff('PATCH', `/devices/${device_id}/move`, { company_id: COMPANY.branch }),
    ])
    const { body } = await staff('GET', `/devices/${device_id}`)
    const { company_id, site_id } = body.device
    expect(company_id).toBe(COMPANY.branch)
    expect(site_id).toBeNull()
  })
})

describe('a device at a site', () => {
  test('is named after its site unless it has its own label', async () => {
    const { device_id } = await device({ site_id: here, label: null })
    const nameOf = async () => {
      const { body } = await staff('GET', `/devices?options=1&ids=${device_id}`)
      return body.devices[0].name
    }
    expect(await nameOf()).toBe('Kearney yard')
    const { body } = await staff('GET', `/devices?options=1&search=kearney`)
    expect(body.devices.map((item: { device_id: number }) => item.device_id)).toContain(device_id)
    expect((await staff('GET', `/devices?site_id=${here}`)).body.devices).toHaveLength(1)
    expect((await staff('GET', `/devices?search=kearney yard`)).body.devices).toHaveLength(1)
    await staff('PATCH', `/devices/${device_id}`, { label: 'Pump 2' })
    expect(await nameOf()).toBe('Pump 2')
  })

  test('is found once by both names, and a page after the last one reports the total', async () => {
    const { site_id } = await site({ company_id: COMPANY.customer, name: 'Lone Elm' })
    const ids = new Set<number>()
    for (const label of ['Lone Elm pump', 'Generator', null])
      ids.add((await device({ site_id, label })).device_id)
    for (const account of ['administrator', 'distributor', 'customer'] as const) {
      const search = (more: string) => as(account, 'GET', `/devices?search=lone elm&sort=company_id${more}`)
      const { body } = await search('&page_size=5')
      expect(new Set(body.devices.map((item: { device_id: number }) => item.device_id))).toEqual(ids)
      expect(body.page.total_records).toBe(3)
      expect((await search('&page_size=2&page_num=9')).body).toMatchObject({
        devices: [],
        page: { total_records: 3 },
      })
      const { body: all } = await search('&page_size=0')
      expect(all.devices).toHaveLength(3)
    }
  })

  test('leaves it when it moves to another company', async () => {
    const { device_id } = await device({ site_id: here })
    await staff('PATCH', `/devices/${device_id}/move`, { company_id: COMPANY.branch })
    expect((await staff('GET', `/devices/${device_id}`)).body.device.site_id).toBeNull()
  })

  test('prevents archiving the site until the device is removed', async () => {
    const { site_id } = await site({ company_id: COMPANY.customer, name: 'Old yard' })
    const { device_id } = await device({ site_id })
    expect((await staff('DELETE', `/sites/${site_id}`)).status).toBe(409)
    expect((await staff('PATCH', `/sites/${site_id}`, { status: 0 })).status).toBe(409)
    await staff('PATCH', `/devices/${device_id}`, { site_id: null })
    expect((await staff('DELETE', `/sites/${site_id}`)).status).toBe(200)
    expect((await staff('GET', `/sites/${site_id}`)).body.site.status).toBe(0)
    const { body } = await staff('GET', `/sites?options=1&of_company=${COMPANY.customer}`)
    const ids = body.sites.map((item: { site_id: number }) => item.site_id)
    expect(ids).toContain(here)
    expect(ids).not.toContain(site_id)
    expect(ids).not.toContain(elsewhere)
  })

  test('shows it to a user limited to that device, and no other site', async () => {
    const { device_id } = await device({ site_id: here })
    const { site_id } = await site({ company_id: COMPANY.customer, name: 'Unseen yard' })
    const ids = async () => {
      const { body } = await as('customer', 'GET', '/sites?page_size=0')
      return body.sites.map((item: { site_id: number }) => item.site_id)
    }
    expect(await ids()).toContain(site_id)
    await sql`update accounts set limit_devices = ${[device_id]} where account_id = (
      select account_id from users join accounts using (user_id)
      where username = 'customer@test.example')`.execute(server.db)
    await server.forgetRights()
    expect(await ids()).toEqual([here])
    expect((await as('customer', 'GET', `/sites/${site_id}`)).status).toBe(404)
    await sql`update accounts set limit_devices = '{}'`.execute(server.db)
    await server.forgetRights()
  })
})

describe('an order', () => {
  test('belongs to the site of its device, with the address of the site', async () => {
    const { device_id } = await device({ site_id: here })
    const document = await order({ device_id })
    const place = {
      ship_location_label: 'Kearney yard',
      ship_address1: ADDRESS.address1,
      ship_city: 'Kearney',
    }
    expect(document).toMatchObject({ site_id: here, ...place, ship_country_iso_3: 'USA' })
    const ordered = await as('customer', 'POST', '/transaction_documents', { device_id })
    expect(ordered.body.transaction_document, ordered.raw).toMatchObject({ site_id: here, ...place })
    const defaults = await staff('GET', `/transaction_documents/defaults?device_id=${device_id}`)
    expect(defaults.body.document_defaults).toMatchObject({
      site_id: here,
      site_address: { address1: ADDRESS.address1, country_iso_3: 'USA' },
    })
  })

  test('keeps a typed address, and takes the address of another site when it moves there', async () => {
    const { device_id } = await device({ site_id: here })
    const own = await order({ device_id, ship_address1: '1 Other Road' })
    expect(own).toMatchObject({ site_id: here, ship_address1: '1 Other Road' })
    const document = await order({ device_id })
    const other = await site({ company_id: COMPANY.customer, name: 'Axtell', address1: '5 Mill Street' })
    const path = `/transaction_documents/${document.document_id}`
    expect(
      (await staff('PATCH', path, { ...document, details: undefined, site_id: other.site_id })).body
        .transaction_document,
    ).toMatchObject({ site_id: other.site_id, ship_location_label: 'Axtell', ship_address1: '5 Mill Street' })
  })

  test('may have no site', async () => {
    const { device_id } = await device({ site_id: here })
    expect(await order({ device_id, site_id: null })).toMatchObject({ site_id: null, ship_address1: null })
  })
})

test('a work order has the site of its device', async () => {
  const { device_id } = await device({ site_id: here })
  const body = { ...(await exampleOf(server, work_orders)), device_id }
  expect(await create('/work_orders', 'work_order', body)).toMatchObject({ site_id: here })
})

test('a site sent twice at once with one key is created once', async () => {
  const body = { name: 'Twice', company_id: COMPANY.customer, gate_code: '1234' }
  const send = () => server.as('administrator').call('POST', '/sites', body, { 'idempotency-key': 'twice' })
  await Promise.all([send(), send()])
  const { body: found } = await staff('GET', '/sites?search=Twice')
  expect(found.sites).toHaveLength(1)
})
