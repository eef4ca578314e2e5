import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const CODE = '#4711-Kiewit'
const as = (who: LoginType | 'stranger', method: string, path: string, body?: object) =>
  server.as(who).call(method, path, body)
const staff = (method: string, path: string, body?: object) => as('administrator', method, path, body)
const make = async (values: object = {}, company_id: number = COMPANY.customer) => {
  const { body, raw } = await staff('POST', '/sites', { name: 'Kearney yard', company_id, ...values })
  expect(body.code, raw).toBe(200)
  return body.site
}
const reveal = (who: LoginType | 'stranger', id: number) => as(who, 'POST', `/sites/${id}/reveal`)

describe('a site', () => {
  test('has the time zone of its position, and follows it when it moves', async () => {
    const site = await make({ latitude: '40.699', longitude: '-99.081' })
    expect(site.time_zone).toBe('America/Chicago')
    const moved = await staff('PATCH', `/sites/${site.site_id}`, {
      latitude: '39.739',
      longitude: '-104.99',
    })
    expect(moved.body.site.time_zone).toBe('America/Denver')
    const lost = await staff('PATCH', `/sites/${site.site_id}`, { latitude: null, longitude: null })
    const { rows } = await sql<{ zone: string }>`select business_time_zone() as zone`.execute(server.db)
    expect(lost.body.site.time_zone).toBe(rows[0]!.zone)
  })

  test('has the time zone of its ZIP code while it has no position', async () => {
    const { site_id, time_zone } = await make({ zip_code: '80202' })
    expect(time_zone).toBe('America/Denver')
    const change = async (values: object) =>
      (await staff('PATCH', `/sites/${site_id}`, values)).body.site.time_zone
    expect(await change({ zip_code: '68701' })).toBe('America/Chicago')
    expect(await change({ latitude: '39.739', longitude: '-104.99' })).toBe('America/Denver')
    const abroad = await make({ zip_code: '80202', country_id: 38 })
    const { rows } = await sql<{ zone: string }>`select business_time_zone() as zone`.execute(server.db)
    expect(abroad.time_zone).toBe(rows[0]!.zone)
  })

  test('sorts its delivery hours, and refuses invalid ones', async () => {
    const hours = [
      { day: 2, from: '08:00', to: '12:00' },
      { day: 1, from: '13:00', to: '24:00' },
      { day: 1, from: '07:00', to: '11:30' },
    ]
    const { site_id, delivery_windows } = await make({ delivery_windows: hours })
    expect(delivery_windows).toEqual([hours[2], hours[1], hours[0]])
    const refusedBy = async (windows: unknown) => {
      const { status, body } = await staff('PATCH', `/sites/${site_id}`, { delivery_windows: windows })
      expect(status).toBe(422)
      return body.errors[0].rule
    }
    expect(await refusedBy([{ day: 1, from: '12:00', to: '08:00' }])).toBe('window_order')
    expect(await refusedBy([hours[2], { day: 1, from: '11:00', to: '12:00' }])).toBe('window_overlap')
    expect(await refusedBy([{ day: 8, from: '07:00', to: '11:00' }])).toBe('too_high')
    expect(await refusedBy([{ day: 1, from: '24:00', to: '24:00' }])).toBe('time')
    expect(await refusedBy([{ day: 1, from: '07:00', to: '11:00', note: 'x' }])).toBe('unknown_field')
    expect(await refusedBy('soon')).toBe('week_windows')
    const none = await staff('PATCH', `/sites/${site_id}`, { delivery_windows: [] })
    expect(none.body.site.delivery_windows).toBeNull()
  })

  test('returns its figures in both unit systems, and loses both when one is removed', async () => {
    const site = await make({ imperial_smallest_drop: '100.5', hose_reach: '30' })
    expect(site).toMatchObject({
      imperial_smallest_drop: '100.500',
      smallest_drop: '380.433884',
      imperial_hose_reach: '98.425',
    })
    const path = `/sites/${site.site_id}`
    expect((await staff('PATCH', path, site)).body.site.updated_at).toBe(site.updated_at)
    expect((await staff('PATCH', path, { smallest_drop: null })).body.site).toMatchObject({
      smallest_drop: null,
      imperial_smallest_drop: null,
    })
    expect((await staff('PATCH', path, { hose_reach: '30', imperial_hose_reach: '50' })).status).toBe(422)
  })

  test('stays with its company', async () => {
    const { site_id } = await make()
    expect(await staff('PATCH', `/sites/${site_id}`, { company_id: COMPANY.stranger })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'company_id', rule: 'fixed' }] },
    })
  })
})

describe('permissions', () => {
  test('a user who sees the devices of a company sees its sites, and a stranger none', async () => {
    const { site_id } = await make()
    for (const who of ['customer', 'customer_readonly', 'driver', 'technician', 'distributor'] as const) {
      expect((await as(who, 'GET', `/sites/${site_id}`)).status, who).toBe(200)
    }
    expect((await as('stranger', 'GET', `/sites/${site_id}`)).status).toBe(404)
    expect((await as('vendor', 'GET', `/sites/${site_id}`)).status).toBe(405)
    const mine = await as('stranger', 'GET', '/sites?page_size=0')
    expect(mine.body.sites.map((site: { site_id: number }) => site.site_id)).not.toContain(site_id)
  })

  test('a user who may change customers changes sites; a customer does not', async () => {
    const { site_id } = await make()
    expect((await as('distributor', 'PATCH', `/sites/${site_id}`, { area: 'North' })).status).toBe(200)
    for (const who of ['customer', 'csr', 'dispatcher', 'driver'] as const) {
      expect((await as(who, 'PATCH', `/sites/${site_id}`, { area: 'South' })).status, who).toBe(405)
    }
    expect(
      (await as('distributor', 'POST', '/sites', { name: 'x', company_id: COMPANY.stranger })).status,
    ).toBe(404)
  })

  test('a customer with the right to change companies still does not decide the contract', async () => {
    const { site_id } = await make({ contract: 'automatic' })
    await sql`update accounts set added_permissions = '{companies.update,shipment_planners.update}'
      where account_id = (select account_id from accounts join users using (user_id)
        where username = 'customer@test.example')`.execute(server.db)
    await server.forgetRights()
    const path = `/sites/${site_id}`
    expect(await as('customer', 'PATCH', path, { contract: 'keep_full' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'contract', rule: 'contract_decided' }] },
    })
    expect((await as('customer', 'PATCH', path, { contract: 'automatic', area: 'East' })).status).toBe(200)
    const own = { name: 'Own', company_id: COMPANY.customer }
    expect((await as('customer', 'POST', '/sites', { ...own, contract: 'automatic' })).status).toBe(405)
    expect((await reveal('customer', site_id)).status).toBe(405)
    await sql`update accounts set added_permissions = '{}'`.execute(server.db)
    await server.forgetRights()
    expect((await staff('GET', `/sites/${site_id}`)).body.site.contract).toBe('automatic')
  })
})

describe('the code of a gate', () => {
  test('is masked in every response, and stored encrypted', async () => {
    const { site_id, gate_code } = await make({ gate_code: CODE })
    expect(gate_code).toBe('••••')
    const responses = [
      await staff('GET', `/sites/${site_id}`),
      await staff('GET', '/sites?page_size=0'),
      await staff('GET', `/sites?search=${encodeURIComponent(CODE)}`),
      await staff('GET', `/sites/print?site_id=${site_id}`),
      await staff('GET', '/sites/export?format=csv'),
      await staff('GET', `/sites/${site_id}/history`),
      await staff('GET', '/search?q=4711'),
    ]
    for (const { raw } of responses) expect(raw).not.toContain('4711-K')
    const { rows } = await sql<{ found: string }>`
      select to_jsonb(s)::text as found from sites s
      union all select changes::text from audit_entries where resource = 'sites'`.execute(server.db)
    expect(rows.length).toBeGreaterThan(1)
    for (const { found } of rows) expect(found).not.toContain('4711-K')
  })

  test('is read by users who deliver or may change the site, and that is audited', async () => {
    const { site_id } = await make({ gate_code: CODE })
    for (const who of ['driver', 'dispatcher', 'dispenser_mgr', 'distributor', 'd_acct_mgr'] as const) {
      expect((await reveal(who, site_id)).body.site, who).toEqual({ gate_code: CODE })
      const { body } = await staff('GET', `/sites/${site_id}/history`)
      expect(body.audit_entries[0]).toMatchObject({ action: 'reveal' })
    }
    for (const who of ['customer', 'customer_readonly', 'csr', 'technician', 'producer', 'vendor'] as const) {
      expect((await reveal(who, site_id)).status, who).toBe(405)
    }
  })

  test('is not readable to users of another company', async () => {
    const { site_id } = await make({ gate_code: CODE }, COMPANY.stranger)
    expect((await reveal('driver', site_id)).status).toBe(404)
    expect((await reveal('distributor', site_id)).status).toBe(404)
    expect((await reveal('administrator', site_id)).body.site).toEqual({ gate_code: CODE })
  })

  test('stays when its mask is sent back, is removed when cleared, and cannot be a mask', async () => {
    const site = await make({ gate_code: CODE })
    const path = `/sites/${site.site_id}`
    expect((await staff('PATCH', path, site)).body.site.updated_at).toBe(site.updated_at)
    await staff('PATCH', path, { ...site, area: 'North' })
    expect((await reveal('administrator', site.site_id)).body.site.gate_code).toBe(CODE)
    expect((await staff('PATCH', path, { gate_code: '••••9' })).body.errors[0].rule).toBe('veiled')
    const other = await staff('PATCH', path, { gate_code: '1234' })
    expect(other.body.site).toMatchObject({ gate_code: '••••' })
    expect(other.body.site.updated_at).not.toBe(site.updated_at)
    expect((await reveal('administrator', site.site_id)).body.site.gate_code).toBe('1234')
    await staff('PATCH', path, { gate_code: null })
    expect((await reveal('administrator', site.site_id)).body.site.gate_code).toBeNull()
  })
})

test('a site in the United States needs a US ZIP code; a site abroad can have any postal code', async () => {
  const staff = server.as('administrator')
  const body = { name: 'Ferry yard', company_id: COMPANY.customer, zip_code: 'N9A 1A1' }
  const home = await staff.call('POST', '/sites', body)
  expect(home.body.errors).toMatchObject([{ field: 'zip_code' }])
  const { body: found } = await staff.call('GET', '/countries?search=Canada')
  const abroad = await staff.call('POST', '/sites', {
    ...body,
    country_id: found.countries?.[0]?.country_id ?? 35,
  })
  expect(abroad.status, abroad.raw).toBe(200)
})
