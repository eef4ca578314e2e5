import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device_types } from '#core/domains/devices/device_types.ts'
import { mobile_providers } from '#core/domains/devices/mobile_providers.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { uploadFile } from '#server/app/testing/uploadFile.ts'
import { hashToken } from '#server/platform/secrets.ts'

let server: TestServer
let names: { type: string; provider: string; product: string }
beforeAll(async () => {
  server = await startTestServer()
  const titleOf = async (resource: Resource, changes: object, company?: number) => {
    const body = { ...(await exampleOf(server, resource, company)), ...changes }
    const response = await server.as('developer').call('POST', pathOf(resource), body)
    expect(response.status, response.raw).toBe(200)
    return String(response.body[resource.single][resource.title])
  }
  names = {
    type: await titleOf(device_types as Resource, { num_ports: 4 }),
    provider: await titleOf(mobile_providers as Resource, {}),
    product: await titleOf(tank_products as Resource, { product_name: 'Sheet diesel' }, COMPANY.own),
  }
})
afterAll(() => server.close())

const send = (content: string, as: LoginType = 'administrator', resource = 'places') =>
  uploadFile(server, as, `/data_import_logs?resource=${resource}`, {
    bytes: content,
    field: 'file',
    name: 'places.csv',
    type: 'text/csv',
  })
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/data_import_logs${path}`, body)

const HEAD =
  'Customer,Customer: Account number,Customer: Payment terms,customer.parent_id,Site,Site: City,Device,Device: Device type,' +
  'Device: Mobile provider,Tank: Port number,Product,Tank: Capacity (gal),Tank: Height (in),Tank: Sensor offset (in)'
/** A row of the business's own customer. */
const line = (company: string, account: string, terms: string, ...cells: string[]) =>
  [company, account, terms, terms && COMPANY.own, ...cells].join(',')
const deviceCells = () => [names.type, names.provider]
const TANK = ['1', 'Sheet diesel', '2000', '100', '2']

async function check(...lines: string[]) {
  const { status, body } = await send([HEAD, ...lines].join('\n'))
  expect(status, JSON.stringify(body)).toBe(200)
  const { import_id } = body.data_import_log
  return { import_id, log: await work(import_id, 'check') }
}
/** Runs a step of an import, and waits until the worker has finished it. */
async function work(import_id: number, step: string) {
  const response = await admin('POST', `/${import_id}/${step}`)
  expect(response.status, response.raw).toBe(200)
  await server.settle()
  return (await admin('GET', `/${import_id}`)).body.data_import_log
}
const doIt = (import_id: number) => work(import_id, 'import')
const countAll = async () => {
  const { rows } = await sql<
    Record<string, number>
  >`select (select count(*)::int from companies) as customers,
    (select count(*)::int from sites) as sites, (select count(*)::int from devices) as devices,
    (select count(*)::int from device_ports) as tanks`.execute(server.db)
  return rows[0]!
}
const errorsOf = (log: { report: { row: number; errors: { field: string; message: string }[] }[] }) =>
  log.report.flatMap(({ row, errors }) => errors.map(({ field, message }) => `${row} ${field}: ${message}`))

describe('a file of places', () => {
  test('creates shared records once, reports new ones, and creates nothing when imported again', async () => {
    const lines = [
      line('Sheet Grain', 'S-1', 'Net 30', 'North yard', 'Kearney', 'SHEET-1', ...deviceCells(), ...TANK),
      line('Sheet Grain', '', '', 'north yard', '', 'SHEET-2', ...deviceCells(), ...TANK),
      line('', '', '', '', '', 'SHEET-2', '', '', '2', 'Sheet diesel', '500', '60', '2'),
      line('Sheet Grain', '', '', 'South yard', 'Lincoln', '', '', '', '', '', '', '', ''),
    ]
    const before = await countAll()
    const { import_id, log } = await check(...lines)
    expect(errorsOf(log)).toEqual([])
    expect(log.summary).toEqual([
      { kind: 'customers', made: 1, found: 0 },
      { kind: 'sites', made: 2, found: 0 },
      { kind: 'devices', made: 2, found: 0 },
      { kind: 'device_ports', made: 3, found: 0 },
    ])
    expect(await countAll()).toEqual(before)

    const done = await doIt(import_id)
    expect(done).toMatchObject({ total_records_imported: 8, can_undo: true, without_key: 2, unheard: 0 })
    expect(done.made.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`)).toEqual([
      'customers Sheet Grain',
      'sites North yard',
      'sites South yard',
      'devices SHEET-1',
      'devices SHEET-2',
    ])
    const { rows } = await sql<{
      public_id: string
      company: string
      site: string
      tanks: number
      product: string
    }>`
      select public_id, company, s.name as site, count(*)::int as tanks, min(product_name) as product from devices d
        join companies c using (company_id) join sites s using (site_id) join device_ports p using (device_id)
        join tank_products t on t.product_id = p.product_id
      where public_id like 'SHEET-_' group by 1, 2, 3 order by 1`.execute(server.db)
    expect(rows).toEqual([
      { public_id: 'SHEET-1', company: 'Sheet Grain', site: 'North yard', tanks: 1, product: 'Sheet diesel' },
      { public_id: 'SHEET-2', company: 'Sheet Grain', site: 'North yard', tanks: 2, product: 'Sheet diesel' },
    ])

    const after = await countAll()
    const again = await check(...lines)
    expect(
      again.log.summary.map(({ made, found }: { made: number; found: number }) => [made, found]),
    ).toEqual([
      [0, 1],
      [0, 2],
      [0, 2],
      [0, 3],
    ])
    expect(await doIt(again.import_id)).toMatchObject({ total_records_imported: 0 })
    expect(await countAll()).toEqual(after)

    expect(await work(import_id, 'undo')).toMatchObject({
      status: 'undone',
    })
    expect(await countAll()).toEqual(before)
  })

  test('the same file sent twice at once creates nothing twice', async () => {
    const lines = [line('Twice Grain', '', 'Net 30', 'Yard', '', 'TWICE-1', ...deviceCells(), ...TANK)]
    const [one, other] = [await check(...lines), await check(...lines)]
    const before = await countAll()
    await Promise.all([doIt(one.import_id), doIt(other.import_id)])
    const after = await countAll()
    expect(after).toEqual({
      customers: before['customers']! + 1,
      sites: before['sites']! + 1,
      devices: before['devices']! + 1,
      tanks: before['tanks']! + 1,
    })
  })

  test('reports errors by row and column in plain text, and imports the rest', async () => {
    const good = ['Good Grain', '', 'Net 30', 'Yard', ''] as const
    const { import_id, log } = await check(
      line(...good, 'GOOD-1', ...deviceCells(), ...TANK),
      line('No Terms', '', '', '', '', 'GOOD-2', ...deviceCells(), ...TANK),
      line(...good, 'GOOD-3', 'No such type', names.provider, ...TANK),
      line('Good Grain', '', 'Net 10', 'Yard', '', 'GOOD-4', ...deviceCells(), ...TANK),
      line(...good, 'GOOD-1', ...deviceCells(), ...TANK),
      line(...good, 'GOOD-5', ...deviceCells(), '1', 'Nothing of that name', '2000', '100', '2'),
      line(...good, 'GOOD-6', ...deviceCells(), '9', 'Sheet diesel', '2000', '100', '2'),
      line('', '', '', 'Nowhere', '', '', '', '', '', '', '', '', ''),
      line('999999', '', 'Net 30', '', '', '', '', '', '', '', '', '', ''),
      line(...good, '', '', '', ...TANK),
    )
    expect(errorsOf(log)).toEqual([
      '3 customer.payment_term_id: Required',
      '4 device.device_type_id: Record not found',
      '5 customer.payment_term_id: Row 2 has a different value',
      '6 tank.port_number: The same tank as in row 2',
      '7 tank.product_id: Record not found',
      '8 tank.port_number: Value is too high',
      '9 customer.company: Required',
      '10 customer.company: Record not found',
      '11 device.public_id: Required',
    ])
    expect(log).toMatchObject({ total_records: 10, good_records: 1 })
    expect(await doIt(import_id)).toMatchObject({ total_records_imported: 4 })
  })

  test('continues with existing records, but never with records of others', async () => {
    const { import_id } = await check(
      line('Known Grain', 'K-9', 'Net 30', 'Yard', '', 'KNOWN-1', ...deviceCells(), ...TANK),
    )
    await doIt(import_id)
    // Finds the customer by its account number in another notation, and the site by its name.
    const more = await check(line('', 'k-9', '', 'yard', '', 'known-1', '', '', '2', '', '500', '60', '2'))
    expect(errorsOf(more.log)).toEqual([])
    expect(more.log.summary.map(({ made, found }: { made: number; found: number }) => [made, found])).toEqual(
      [
        ...[
          [0, 1],
          [0, 1],
          [0, 1],
        ],
        [1, 0],
      ],
    )
    const alone = async (...lines: string[]) => errorsOf((await check(...lines)).log)
    expect(
      await alone(line('Prairie Fuels', '', '', '', '', 'KNOWN-1', '', '', '3', '', '500', '60', '2')),
    ).toEqual(['2 device.public_id: Belongs to another company'])
    expect(await alone(line('Another Name', 'K-9', '', '', '', '', '', '', '', '', '', '', ''))).toEqual([
      '2 customer.account_number: This account number belongs to Known Grain',
    ])
    expect(
      await alone(line('Known Grain', 'K-9', '', 'Other', '', 'KNOWN-1', '', '', '4', '', '500', '60', '2')),
    ).toEqual(['2 site.name: The device is at another site'])
  })

  test('its template can be imported unchanged', async () => {
    for (const as of ['administrator', 'developer'] as const) {
      const response = await server.as(as).call('GET', '/data_import_logs/template?resource=places')
      expect(response.status).toBe(200)
      expect(response.raw).toContain('Tank: Capacity (')
      const { body } = await send(response.raw)
      const { import_id, headings, field_mappings } = body.data_import_log
      expect(field_mappings).toHaveLength(headings.length)
      const data_import_log = await work(import_id, 'check')
      expect(errorsOf(data_import_log)).toEqual([])
      expect(data_import_log).toMatchObject({ good_records: 2 })
      expect(data_import_log.summary[0]).toEqual({ kind: 'customers', made: 1, found: 0 })
    }
    const tags = await server.as('administrator').call('GET', '/data_import_logs/template?resource=tags')
    expect(tags.raw).toContain('Tag')
    const none = await server.as('administrator').call('GET', '/data_import_logs/template?resource=nonsense')
    expect(none.status).toBe(422)
  })
})

describe('keys of the devices of a file', () => {
  test('are shown once, stored as hashes, and recreated only on request', async () => {
    const { import_id } = await check(
      line('Key Grain', '', 'Net 30', 'Yard', '', 'KEY-1', ...deviceCells(), ...TANK),
      line('Key Grain', '', '', 'Yard', '', 'KEY-2', ...deviceCells(), ...TANK),
    )
    expect((await admin('PATCH', `/${import_id}/keys`, {})).status).toBe(409)
    await doIt(import_id)
    const responses = await Promise.all([1, 2].map(() => admin('PATCH', `/${import_id}/keys`, {})))
    for (const { status, raw } of responses) expect(status, raw).toBe(200)
    const keys = responses.flatMap(({ body }) => body.device_keys)
    expect(keys.map(({ public_id, site }) => `${public_id} ${site}`)).toEqual(['KEY-1 Yard', 'KEY-2 Yard'])
    const { rows } = await sql<{ key_hash: string }>`
      select key_hash from devices where public_id like 'KEY-_' order by public_id`.execute(server.db)
    expect(rows.map(({ key_hash }) => key_hash)).toEqual(keys.map(({ device_key }) => hashToken(device_key)))
    const works = await server.app.inject({
      method: 'POST',
      url: '/api/uplink',
      headers: { 'x-device-key': keys[0].device_key },
      payload: { records: [] },
    })
    expect(works.statusCode).toBeLessThan(300)
    expect((await admin('GET', `/${import_id}`)).body.data_import_log).toMatchObject({
      without_key: 0,
      unheard: 2,
    })

    await sql`update devices set last_record_date = now() where public_id = 'KEY-1'`.execute(server.db)
    const { body } = await admin('PATCH', `/${import_id}/keys`, { again: true })
    expect(body.device_keys.map(({ public_id }: { public_id: string }) => public_id)).toEqual(['KEY-2'])
    expect(body.device_keys[0].device_key).not.toBe(keys[1].device_key)
  })

  test('are returned only to the user who sent the file', async () => {
    const { import_id } = await check(
      line('Own Grain', '', 'Net 30', 'Yard', '', 'OWN-1', ...deviceCells(), ...TANK),
    )
    await doIt(import_id)
    const other = await server.as('developer').call('PATCH', `/data_import_logs/${import_id}/keys`, {})
    expect(other.status).toBe(405)
    const { body } = await server.as('developer').call('GET', `/data_import_logs/${import_id}`)
    expect(body.data_import_log).toMatchObject({ without_key: 0, unheard: 0, sample: [] })
  })
})

test('a user who may not create customers or devices imports no places', async () => {
  expect((await send(`${HEAD}\nx`, 'employee')).status).toBe(405)
  expect((await send(`${HEAD}\nx`, 'customer')).status).toBe(405)
  expect((await send(`${HEAD}\nx`, 'distributor')).status).toBe(405)
})
