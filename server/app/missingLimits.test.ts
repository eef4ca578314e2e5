import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currencies } from '#core/domains/finance/currencies.ts'
import { COMPANY } from './testing/accounts.ts'
import { deviceWithTank } from './testing/deviceWithTank.ts'
import { exampleOf } from './testing/examples.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = (...[method, path, body]: [string, string, object?]) =>
  server.as('administrator').call(method as 'GET', path, body)
const rulesOf = ({ status, body }: { status: number; body: any }) => [
  status,
  ...(body.errors ?? []).map(({ field, rule }: any) => `${field} ${rule}`),
]

describe('records of a device belong to its company', () => {
  test('a tag', async () => {
    const { device_id } = await deviceWithTank(server)
    const tagOf = async (company_id: number) =>
      (await admin('POST', '/tags', { tag: `Tag of ${company_id}`, company_id })).body.tag.tag_id
    const foreign = await tagOf(COMPANY.stranger)
    const attach = (tag: number) => admin('POST', `/devices/${device_id}/attach_tags/${tag}`, {})
    expect(rulesOf(await attach(foreign))).toEqual([422, 'tag_id other_company'])
    expect(rulesOf(await attach(await tagOf(COMPANY.customer)))).toEqual([200])
  })

  test('a subscription, or one of a company above it', async () => {
    const { device_id } = await deviceWithTank(server)
    const make = (company_id: number) =>
      admin('POST', '/subscriptions', { company_id, device_id, term_length: 1, period_start: '2026-01-31' })
    expect(rulesOf(await make(COMPANY.stranger))).toEqual([422, 'device_id other_company'])
    expect(rulesOf(await make(COMPANY.customer))).toEqual([200])
    expect(rulesOf(await make(COMPANY.distributor))).toEqual([200])
  })

  test('a product that sensors watch is not archived, and the response says where it is used', async () => {
    const product = { product_name: 'Watched', company_id: COMPANY.customer, color: '#123456' }
    const { product_id } = (await admin('POST', '/tank_products', product)).body.tank_product
    const { device_id } = await deviceWithTank(server, {
      tank: { product_id },
      device: { label: 'North yard' },
    })
    const path = `/tank_products/${product_id}`
    for (const refused of [await admin('DELETE', path), await admin('PATCH', path, { status: 0 })]) {
      expect(refused.status).toBe(409)
      expect(refused.body.message).toContain('North yard')
    }
    await admin('PATCH', `/devices/${device_id}`, { status: 'retired' })
    expect((await admin('DELETE', path)).status).toBe(200)
  })

  test('a deleted tag in use is restored with its uses', async () => {
    const { device_id } = await deviceWithTank(server)
    const { body } = await admin('POST', `/devices/${device_id}/tags`, { tag: 'Comes back' })
    const { tag_id } = body.tags[0]
    const deleted = await admin('DELETE', `/tags/${tag_id}`)
    expect(deleted.body.undo_id).toEqual(expect.any(Number))
    expect((await admin('GET', `/devices/${device_id}`)).body.device.tags).toEqual([])
    expect((await admin('POST', `/undo/${deleted.body.undo_id}`, {})).status).toBe(200)
    expect((await admin('GET', `/devices/${device_id}`)).body.device.tags).toEqual([
      { tag_id, tag: 'Comes back' },
    ])
  })
})

describe('limits', () => {
  test('of decimals, colors, marks and batteries', async () => {
    const sensor = { sensor_type: 'X', sensor_description: 'X', imperial_symbol: 'in', metric_symbol: 'mm' }
    expect(rulesOf(await admin('POST', '/sensor_types', { ...sensor, round_precision: 9999 }))).toEqual([
      422,
      'round_precision too_high',
    ])
    const product = { product_name: 'X', company_id: COMPANY.customer, color: 'notacolor' }
    expect(rulesOf(await admin('POST', '/tank_products', product))).toEqual([422, 'color color'])
    const currency = { code: 'ZZZ', name: 'Z', decimal: ',', thousands: ',' }
    expect(rulesOf(await admin('POST', '/currencies', currency))).toEqual([422, 'thousands same_marks'])
    for (const battery of [
      { battery_empty: '0', battery_full: '0' },
      { battery_empty: '4', battery_full: '4' },
      { battery_empty: '4', battery_full: '3' },
    ]) {
      const response = await admin('POST', '/firmware_versions', { version: 7333, ...battery })
      expect(rulesOf(response)).toEqual([422, 'battery_full above_empty'])
    }
  })

  test('a pair of currencies has one active rate', async () => {
    const currency = async () =>
      (await admin('POST', '/currencies', await exampleOf(server, currencies))).body.currency.currency_id
    const pair = { from_currency_id: await currency(), to_currency_id: await currency(), rate: '1.5' }
    expect(rulesOf(await admin('POST', '/exchange_rates', pair))).toEqual([200])
    expect(rulesOf(await admin('POST', '/exchange_rates', pair))).toEqual([422, 'to_currency_id pair_active'])
    const old = await admin('POST', '/exchange_rates', { ...pair, is_active: 0 })
    expect(rulesOf(old)).toEqual([200])
    const path = `/exchange_rates/${old.body.exchange_rate.exchange_rate_id}`
    expect(rulesOf(await admin('PATCH', path, { is_active: 1 }))).toEqual([422, 'to_currency_id pair_active'])
    const codes = `${old.body.exchange_rate.from_currency_title} → ${old.body.exchange_rate.to_currency_title}`
    const { rows } = await sql<{
      title: string
    }>`select title from audit_entries where resource = 'exchange_rates'
      and record_id = ${old.body.exchange_rate.exchange_rate_id}`.execute(server.db)
    expect(rows).toEqual([{ title: codes }])
  })

  test('the end of a subscription follows its term and its start, unless it is set', async () => {
    const created = await admin('POST', '/subscriptions', {
      company_id: COMPANY.customer,
      term_length: 1,
      period_start: '2026-01-01',
    })
    const { id, period_end } = created.body.subscription
    const patch = async (body: object) =>
      (await admin('PATCH', `/subscriptions/${id}`, body)).body.subscription.period_end
    const yearly = await patch({ term_length: 12 })
    expect(Date.parse(yearly) - Date.parse(period_end)).toBeGreaterThan(300 * 86_400_000)
    expect(await patch({ notes: 'Nothing else' })).toBe(yearly)
    expect(await patch({ term_length: 1, period_end: '2026-06-30' })).toBe('2026-06-30')
  })
})
