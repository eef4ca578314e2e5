import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { holds, KINDS, type Type } from './testing/accessFacts.ts'
import { COMPANY } from './testing/accounts.ts'
import { type DeviceRecords, deviceRecords } from './testing/deviceRecords.ts'
import { exampleOf } from './testing/examples.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

/** Appears in every text of the device that is out of reach. */
const WORD = 'zqxjkvbpwy'
const HANGING = [
  'notes',
  'emails',
  'phones',
  'addresses',
  'history',
  'linked_documents',
  'print',
  'events',
  'payments',
]

let server: TestServer
let seen: DeviceRecords
let unseen: DeviceRecords
let tag = 0
beforeAll(async () => {
  server = await startTestServer()
  seen = await deviceRecords(server, COMPANY.customer, 'withinreach')
  unseen = await deviceRecords(server, COMPANY.customer, WORD)
  const created = await server
    .as('administrator')
    .call('POST', '/tags', { tag: 'north', company_id: COMPANY.customer })
  tag = created.body.tag.tag_id
  await sql`insert into device_tags (device_id, tag_id) values (${seen.device_id}, ${tag})`.execute(server.db)
})
afterAll(() => server.close())
afterEach(async () => {
  await sql`update accounts set limit_devices = '{}', limit_tags = '{}'`.execute(server.db)
  await server.forgetRights()
})

const call = (type: Type, method: string, path: string, body?: object) =>
  server.as(type).call(method, path, body)
async function limit(type: Type, column: 'limit_devices' | 'limit_tags', ids: number[]): Promise<void> {
  await sql`update accounts set limit_devices = '{}', limit_tags = '{}' where account_id = (
    select account_id from users join accounts using (user_id)
    where username = ${`${type.replaceAll('_', '-')}@test.example`})`.execute(server.db)
  await sql`update accounts set ${sql.ref(column)} = ${ids} where account_id = (
    select account_id from users join accounts using (user_id)
    where username = ${`${type.replaceAll('_', '-')}@test.example`})`.execute(server.db)
  await server.forgetRights()
}
const mayRead = (type: Type, path: string) => {
  const fact = KINDS[path]
  // A record that belongs to any record is as readable as the device.
  return fact ? fact.types.includes(type) && holds(type, `${fact.module}.read`) : true
}

describe.each(['customer', 'distributor', 'csr', 'administrator'] as const)('%s, limited', (type) => {
  test.each(['limit_devices', 'limit_tags'] as const)(
    'by %s, sees only the records that belong to its own devices',
    async (column) => {
      await limit(type, column, column === 'limit_tags' ? [tag] : [seen.device_id])
      const problems: string[] = []
      for (const path of Object.keys(seen.records)) {
        if (!mayRead(type, path)) continue
        const [own, other] = [`${path}/${seen.records[path]}`, `${path}/${unseen.records[path]}`]
        const isRead = (await call(type, 'GET', own)).status === 200
        // A mail may be about any device: only accounts without a limit read it.
        if (isRead === (path === '/mails')) problems.push(`GET ${own}: ${isRead}`)
        for (const rest of ['', ...HANGING.map((item) => `/${item}`)]) {
          const response = await call(type, 'GET', other + rest)
          if (response.status !== 404) problems.push(`GET ${other}${rest}: ${response.status}`)
        }
        for (const method of ['PATCH', 'DELETE']) {
          const { status } = await call(type, method, other, method === 'PATCH' ? {} : undefined)
          if (![404, 405].includes(status)) problems.push(`${method} ${other}: ${status}`)
        }
        for (const rest of [
          '?page_size=1000&status=all',
          '?options=1',
          `?search=${WORD.slice(0, 6)}`,
          `?device_id=${unseen.device_id}`,
          `?object_ref=device&object_id=${unseen.device_id}`,
          '/export?format=csv',
          '/print',
        ]) {
          const { raw, status } = await call(type, 'GET', path + rest)
          if (raw.toLowerCase().includes(WORD)) problems.push(`GET ${path}${rest} discloses it`)
          if (status >= 500) problems.push(`GET ${path}${rest} fails`)
        }
      }
      for (const path of [
        `/search?query=${WORD}`,
        `/search?search=${WORD}`,
        '/devices/fleet_status',
        '/devices/needing_someone',
        '/devices/usage',
        '/devices/deliveries',
        '/devices/forecast_accuracy',
        '/devices/battery_health',
        '/devices/gps_coords',
        '/devices/readings?from=2020-01-01',
        '/shipment_planner/load_choices',
        `/tanker_trucks/${unseen.truck_id}/on_truck`,
        '/me/notifications',
        '/audit_entries?page_size=1000',
        `/audit_entries?search=${WORD}`,
      ]) {
        const { raw } = await call(type, 'GET', path)
        if (raw.includes(WORD)) problems.push(`GET ${path} discloses it`)
      }
      expect(problems).toEqual([])
    },
  )
})

test('an account whose limit has no devices left sees nothing that belongs to a device', async () => {
  await limit('customer', 'limit_tags', [999_999])
  for (const [path, id] of Object.entries(seen.records))
    if (mayRead('customer', path))
      expect((await call('customer', 'GET', `${path}/${id}`)).status, path).toBe(404)
})

describe('a device that has moved', () => {
  const AFTER = 'vwpyqxzkbj'
  let moved: DeviceRecords
  beforeAll(async () => {
    moved = await deviceRecords(server, COMPANY.stranger, WORD)
    // A device with an order that waits, or a load on a round, does not move.
    await sql`update shipment_planners set status_id = ${SHIPMENT_STATUS.cancelled}
      where shipment_id = ${moved.records['/shipment_planner']}`.execute(server.db)
    await sql`update transaction_documents set status_id = ${DOCUMENT_STATUS.cancelled}
      where document_id = ${moved.records['/transaction_documents']}`.execute(server.db)
    const { status } = await call('administrator', 'PATCH', `/devices/${moved.device_id}/move`, {
      company_id: COMPANY.customer,
    })
    expect(status).toBe(200)
    await server.settle()
  })

  test.each(['customer', 'distributor', 'csr', 'dispatcher'] as const)(
    'shows %s nothing of the old owner',
    async (type) => {
      const problems: string[] = []
      const device = `/devices/${moved.device_id}`
      expect((await call(type, 'GET', device)).status).toBe(200)
      for (const rest of ['', ...HANGING.map((item) => `/${item}`), '/commands', '/ports', '/users']) {
        const { raw, status } = await call(type, 'GET', device + rest)
        if (raw.includes(WORD)) problems.push(`GET ${device}${rest} discloses it`)
        if (rest === '/history' && status === 200 && JSON.parse(raw).audit_entries?.length)
          problems.push(`GET ${device}${rest}: ${raw}`)
      }
      for (const [path, id] of Object.entries(moved.records)) {
        if (path === '/devices' || path === '/device_ports' || !mayRead(type, path)) continue
        const { status } = await call(type, 'GET', `${path}/${id}`)
        if (status !== 404) problems.push(`GET ${path}/${id}: ${status}`)
        for (const rest of ['?page_size=1000', `?search=${WORD}`, '/export?format=csv']) {
          const { raw } = await call(type, 'GET', path + rest)
          // The other device of this company contains the word too.
          if (raw.includes(`${moved.records[path]}`) && raw.includes(`"device_id":${moved.device_id}`))
            problems.push(`GET ${path}${rest} discloses it`)
        }
      }
      expect(problems).toEqual([])
    },
  )

  test('the new owner’s first address and phone are primary ones', async () => {
    for (const [segment, single, kind] of [
      ['emails', 'entity_email', entity_emails],
      ['phones', 'entity_phone', entity_phones],
      ['addresses', 'entity_address', entity_addresses],
    ] as const) {
      const created = await call('distributor', 'POST', `/devices/${moved.device_id}/${segment}`, {
        ...(await exampleOf(server, kind)),
        object_ref: undefined,
        object_id: undefined,
      })
      expect(created.body[single], created.raw).toMatchObject({ prime: 1 })
      const id =
        created.body[single][Object.keys(created.body[single]).find((name) => name.endsWith('s_id'))!]
      const deleted = await call('distributor', 'DELETE', `/devices/${moved.device_id}/${segment}/${id}`)
      expect(deleted.status, deleted.raw).toBe(200)
      expect(deleted.raw).not.toContain(WORD)
    }
  })

  test('and the old owner sees nothing of the new one', async () => {
    const written = await call('administrator', 'PATCH', `/devices/${moved.device_id}`, {
      label: AFTER,
      notes: AFTER,
    })
    expect(written.status).toBe(200)
    await call('distributor', 'POST', `/devices/${moved.device_id}/notes`, { note: AFTER })
    const stranger = server.as('stranger')
    for (const [path, id] of Object.entries(moved.records)) {
      for (const address of [
        `${path}/${id}`,
        `${path}/${id}/history`,
        `${path}?page_size=1000`,
        `${path}/export?format=csv`,
      ]) {
        const { raw } = await stranger.call('GET', address)
        expect(raw, address).not.toContain(AFTER)
      }
    }
    // Former owners keep the records that were theirs and carry their company.
    for (const path of ['/alerts', '/subscriptions', '/transaction_documents', '/shipment_planner'])
      expect((await stranger.call('GET', `${path}/${moved.records[path]}`)).status, path).toBe(200)
  })

  test('staff see both, and the history shows the old owner’s input', async () => {
    const { raw } = await call('administrator', 'GET', `/devices/${moved.device_id}/history`)
    expect(raw).toContain(WORD)
    const notes = await call('administrator', 'GET', `/devices/${moved.device_id}/notes`)
    expect(notes.body.notes.length).toBe(2)
  })
})
