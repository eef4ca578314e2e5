import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
async function ok(answer: ReturnType<typeof admin>): Promise<any> {
  const { status, raw, body } = await answer
  if (status !== 200) throw new Error(raw)
  return body
}

interface Opened {
  id: number
  token: string
  send: (body: unknown, query?: string) => ReturnType<typeof admin>
  unread: () => Promise<{ reason: string; detail: string; device_key: string | null; body: string }[]>
}

async function open(more: object = {}): Promise<Opened> {
  const body = { name: 'Network', company_id: COMPANY.customer, format: 'ttn', ...more }
  const { connection } = await ok(admin('POST', '/connections', body))
  const id = connection.connection_id
  const { address } = await ok(admin('PATCH', `/connections/${id}/address`, {}))
  const token = address.split('/api/intake/')[1]
  return {
    id,
    token,
    send: (sent, query = '') => server.as(null).call('POST', `/intake/${token}${query}`, sent),
    unread: async () => (await ok(admin('GET', `/connections/${id}/unread`))).unread_uplinks,
  }
}

/** A LoRaWAN device with one tank of 2 m, whose sensor reports the height in mm. */
const device = (more: object = {}): Promise<TestDevice> =>
  deviceWithTank(server, { device: { public_id: nextEui() }, ...more })
let count = 0
const nextEui = () => `70B3D57ED00${(0x50000 + ++count).toString(16).toUpperCase()}`

const at = () => new Date(Date.now() - 60_000 + count++).toISOString()

function ttn(dev_eui: string, uplink: object): object {
  return {
    end_device_ids: { device_id: 'tank-1', dev_eui, application_ids: { application_id: 'tanks' } },
    uplink_message: {
      f_port: 85,
      received_at: at(),
      rx_metadata: [{ rssi: -94 }, { rssi: -120 }],
      ...uplink,
    },
  }
}

const percentOf = async ({ device_id }: TestDevice) =>
  (await ok(admin('GET', `/devices/${device_id}`))).device.ports[0].percent

const LEVEL_IN_CM = [{ value: 'height', path: 'level', unit: 'cm', port: 1 }]
const base64Of = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
/** Low byte first, in mm. */
const OWN_DECODER =
  'function decodeUplink(i) { return { data: { level: (i.bytes[0] | (i.bytes[1] << 8)) / 10, battery: 77 } } }'

describe('an uplink becomes a level', () => {
  test('from The Things Stack, decoded there', async () => {
    const tank = await device()
    const network = await open({ value_paths: LEVEL_IN_CM })
    const { status, body } = await network.send(
      ttn(tank.public_id.toLowerCase(), { decoded_payload: { level: 50 } }),
    )
    expect([status, body]).toEqual([200, { code: 200, accepted: 1, duplicates: 0, unread: 0 }])
    expect(await percentOf(tank)).toBeCloseTo(25, 3)
    const { device_logs } = await ok(admin('GET', `/devices/${tank.device_id}/lt14_log`))
    expect(device_logs[0].body).toMatchObject({ uplink_message: { decoded_payload: { level: 50 } } })
  })

  test('from ChirpStack, by a pasted decoder; sent twice it is stored once', async () => {
    const tank = await device()
    const network = await open({
      format: 'chirpstack',
      decoder: 'own',
      decoder_code: OWN_DECODER,
      value_paths: [...LEVEL_IN_CM, { value: 'battery_percent', path: 'battery', unit: '%', port: 1 }],
    })
    const event = {
      deviceInfo: { devEui: tank.public_id },
      time: at(),
      fPort: 2,
      data: base64Of('e803'),
      rxInfo: [{ rssi: -80 }],
    }
    expect((await network.send(event)).body).toMatchObject({ accepted: 1, unread: 0 })
    expect((await network.send(event)).body).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await percentOf(tank)).toBeCloseTo(50, 3)
    expect((await ok(admin('GET', `/devices/${tank.device_id}`))).device.battery).toBe('77.00')
    expect(
      (await network.send({ deviceInfo: { devEui: tank.public_id }, devAddr: '00' })).body,
    ).toMatchObject({ accepted: 0, unread: 0 })
  })

  test('from the bytes of a model that ships, with a battery value', async () => {
    const tank = await device()
    const network = await open({ decoder: 'milesight_em500_swl' })
    await ok(network.send(ttn(tank.public_id, { frm_payload: base64Of('01755c03776400') })))
    expect(await percentOf(tank)).toBeCloseTo(50, 3)
  })

  test('from plain JSON with a list of records, and by the device that the address names', async () => {
    const one = await device({ device: { imei: '490154203237518' } })
    const other = await device()
    const value_paths = [
      { value: 'records', path: 'payload.rows', unit: '', port: 1 },
      { value: 'device', path: 'imei', unit: '', port: 1 },
      { value: 'time', path: 'ts', unit: 'ms', port: 1 },
      { value: 'height', path: 'sensors[0].metres', unit: 'm', port: 1 },
    ]
    const network = await open({ format: 'json', value_paths })
    const ts = Date.now() - 5000
    const row = (imei: unknown, metres: unknown) => ({ imei, ts, sensors: [{ metres }] })
    const { body } = await network.send({ payload: { rows: [row(490154203237518, 1.5), row('nobody', 1)] } })
    expect(body).toMatchObject({ accepted: 1, unread: 1 })
    expect(await percentOf(one)).toBeCloseTo(75, 3)
    const { body: second } = await network.send(
      { ts, sensors: [{ metres: 0.5 }] },
      `?device=${other.public_id}`,
    )
    expect(second).toMatchObject({ accepted: 1, unread: 0 })
    expect(await percentOf(other)).toBeCloseTo(25, 3)
    // Only the other device's own record is stored.
    expect(JSON.parse((await network.unread())[0]!.body)).toEqual(row('nobody', 1))
  })

  test('of any device, by a connection of the business itself', async () => {
    const tank = await device()
    const network = await open({ company_id: 1, value_paths: LEVEL_IN_CM })
    expect((await network.send(ttn(tank.public_id, { decoded_payload: { level: 40 } }))).body).toMatchObject({
      accepted: 1,
    })
  })

  test('of a device of a company below the connection’s', async () => {
    const tank = await device()
    const network = await open({ company_id: COMPANY.distributor, value_paths: LEVEL_IN_CM })
    expect((await network.send(ttn(tank.public_id, { decoded_payload: { level: 40 } }))).body).toMatchObject({
      accepted: 1,
    })
  })
})

describe('what cannot be read', () => {
  test.each([
    ['not JSON at all', 'not_json', '{"broken'],
    ['another format', 'not_of_format', { deviceInfo: {} }],
    ['a list', 'not_of_format', [1]],
    ['no device', 'device_missing', { end_device_ids: {}, uplink_message: {} }],
  ])('%s is stored with its reason', async (_, reason, body) => {
    const network = await open()
    expect((await network.send(body)).body).toMatchObject({ accepted: 0, unread: 1 })
    expect(await network.unread()).toMatchObject([{ reason }])
  })

  test.each([
    ['a loop', 'decoder_timeout', 'function decodeUplink() { for (;;) {} }'],
    [
      'endless memory',
      'decoder_memory',
      'function decodeUplink() { var a = []; for (;;) a.push(new Array(9999).fill(1)) }',
    ],
    ['an error', 'decoder_failed', "function decodeUplink() { throw new Error('not mine') }"],
    ['not a number', 'no_values', 'function decodeUplink() { return { data: { level: NaN } } }'],
    [
      '10,000 records',
      'decoder_output',
      'function decodeUplink() { return { data: Array(10000).fill({ level: 1 }) } }',
    ],
  ])('%s in a decoder loses only its own record', async (_, reason, decoder_code) => {
    const tank = await device()
    const bad = await open({ decoder: 'own', decoder_code, value_paths: LEVEL_IN_CM })
    const good = await open({ decoder: 'own', decoder_code: OWN_DECODER, value_paths: LEVEL_IN_CM })
    const frm_payload = base64Of('e803')
    const responses = await Promise.all([
      bad.send(ttn(tank.public_id, { frm_payload })),
      good.send(ttn(tank.public_id, { frm_payload })),
    ])
    expect(responses.map(({ body }) => [body.accepted, body.unread])).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect(await bad.unread()).toMatchObject([{ reason, device_key: tank.public_id }])
  })

  test('a value of a kind that the port’s sensor does not measure is not a level', async () => {
    const tank = await device()
    const network = await open({ decoder: 'milesight_em500_udl' })
    await ok(network.send(ttn(tank.public_id, { frm_payload: base64Of('01755c03821e00') })))
    expect(await network.unread()).toMatchObject([
      { reason: 'measure_mismatch', detail: '1: distance ≠ 1: height' },
    ])
  })

  test('a bad battery value does not lose the level', async () => {
    const tank = await device()
    const value_paths = [...LEVEL_IN_CM, { value: 'battery', path: 'v', unit: 'V', port: 1 }]
    const network = await open({ value_paths })
    const { body } = await network.send(ttn(tank.public_id, { decoded_payload: { level: 20, v: -4000 } }))
    expect(body).toMatchObject({ accepted: 1, unread: 0 })
    expect(await percentOf(tank)).toBeCloseTo(10, 3)
  })

  test('a time in the future is stored as unread, as the device manual refuses it', async () => {
    const tank = await device()
    const network = await open({ value_paths: LEVEL_IN_CM })
    const received_at = new Date(Date.now() + 3 * 86_400_000).toISOString()
    await ok(network.send(ttn(tank.public_id, { decoded_payload: { level: 20 }, received_at })))
    expect(await network.unread()).toMatchObject([{ reason: 'record_refused', detail: 'time_future' }])
  })

  test('is decoded again once the connection was corrected', async () => {
    const tank = await device()
    const network = await open({ value_paths: [] })
    const uplink = ttn(tank.public_id, { decoded_payload: { level: 100 } })
    await ok(network.send(uplink))
    expect(await network.unread()).toMatchObject([{ reason: 'no_values' }])
    await ok(admin('PATCH', `/connections/${network.id}`, { value_paths: LEVEL_IN_CM }))
    const outcome = await ok(admin('POST', `/connections/${network.id}/read_again`, {}))
    expect(outcome).toMatchObject({ accepted: 1, duplicates: 0, unread: 0 })
    expect(await network.unread()).toEqual([])
    expect(await percentOf(tank)).toBeCloseTo(50, 3)
  })

  test('is limited: the newest thousand of a connection stay', async () => {
    const network = await open()
    await sql`insert into connection_uplinks (connection_id, reason, body)
      select ${network.id}, 'not_json', 'old' from generate_series(1, 1000)`.execute(server.db)
    await ok(network.send('new'))
    const { page, unread_uplinks } = await ok(admin('GET', `/connections/${network.id}/unread`))
    expect([page.total_records, unread_uplinks[0].body]).toEqual([1000, 'new'])
  })
})

describe('many uplinks at once', () => {
  /** Statements of each uplink, of 300 that arrive at once for 20 devices of three networks. */
  async function statementsOf(decoder_code: string): Promise<number> {
    const tanks = await Promise.all(Array.from({ length: 20 }, () => device()))
    const more = { decoder: 'own', decoder_code, value_paths: LEVEL_IN_CM }
    const networks = await Promise.all([open(more), open(more), open(more)])
    const send = (n: number) =>
      networks[n % 3]!.send(ttn(tanks[n % 20]!.public_id, { frm_payload: base64Of('e803') }))
    // The thread of the decoders has started, and devices have been noted.
    for (let n = 0; n < 60; n++) await send(n)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const responses = await Promise.all(Array.from({ length: 300 }, (_, n) => send(n)))
    const { length } = query.mock.calls
    query.mockRestore()
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    return length / 300
  }

  test('share transactions, look-ups and decoding', async () => {
    expect(await statementsOf(OWN_DECODER)).toBeLessThan(0.5)
  })

  test('share them as well when none can be read', async () => {
    expect(
      await statementsOf("function decodeUplink() { throw new Error('\\u0000 not mine') }"),
    ).toBeLessThan(0.5)
  })
})

describe('devices that a connection does not know', () => {
  const devicesOf = async ({ id }: Opened) =>
    (await ok(admin('GET', `/connections/${id}/devices`))).connection_devices

  test('are listed, linked, and their uplinks decoded again', async () => {
    const tank = await device()
    const network = await open({ value_paths: LEVEL_IN_CM })
    await ok(network.send(ttn('0011223344556677', { decoded_payload: { level: 60 } })))
    expect(await network.unread()).toMatchObject([
      { reason: 'device_unknown', device_key: '0011223344556677' },
    ])
    expect(await devicesOf(network)).toMatchObject([{ device_key: '0011223344556677', device_id: null }])
    const link = { device_key: '0011223344556677', device_id: tank.device_id }
    await ok(admin('POST', `/connections/${network.id}/devices`, link))
    expect(
      await ok(admin('POST', `/connections/${network.id}/read_again`, { device_key: link.device_key })),
    ).toMatchObject({ accepted: 1 })
    expect(await percentOf(tank)).toBeCloseTo(30, 3)
    expect(await devicesOf(network)).toMatchObject([{ device_id: tank.device_id, is_linked: true }])
  })

  test('devices of other companies are unknown, and cannot be linked', async () => {
    const foreign = await device({ company: COMPANY.stranger })
    const network = await open({ value_paths: LEVEL_IN_CM })
    await ok(network.send(ttn(foreign.public_id, { decoded_payload: { level: 60 } })))
    expect(await network.unread()).toMatchObject([{ reason: 'device_unknown' }])
    const link = { device_key: foreign.public_id, device_id: foreign.device_id }
    expect((await admin('POST', `/connections/${network.id}/devices`, link)).body.errors).toMatchObject([
      { field: 'device_id' },
    ])
    // Even a link from before a move has no effect.
    await sql`insert into connection_devices (connection_id, device_key, device_id, is_linked)
      values (${network.id}, 'MOVED', ${foreign.device_id}, true)`.execute(server.db)
    await ok(network.send(ttn('moved', { decoded_payload: { level: 60 } })))
    expect(await percentOf(foreign)).toBeNull()
    const { rows } = await sql`select from raw_uplinks where device_id = ${foreign.device_id}`.execute(
      server.db,
    )
    expect(rows).toEqual([])
  })

  test('a retired device reports no more', async () => {
    const tank = await device()
    const network = await open({ value_paths: LEVEL_IN_CM })
    await ok(admin('PATCH', `/devices/${tank.device_id}`, { status: 'retired' }))
    await ok(network.send(ttn(tank.public_id, { decoded_payload: { level: 60 } })))
    expect(await network.unread()).toMatchObject([{ reason: 'device_unknown' }])
  })
})

describe('the address', () => {
  test('an invalid token, a replaced token and the token of an archived connection get the same response', async () => {
    const network = await open({ value_paths: LEVEL_IN_CM })
    const tank = await device()
    const uplink = ttn(tank.public_id, { decoded_payload: { level: 60 } })
    expect((await network.send(uplink)).status).toBe(200)
    const refused = await server.as(null).call('POST', `/intake/${'x'.repeat(43)}`, uplink)
    expect(refused.status).toBe(401)
    await ok(admin('PATCH', `/connections/${network.id}/address`, {}))
    const replaced = await network.send(uplink)
    const archived = await open()
    expect((await archived.send(uplink)).status).toBe(200)
    await ok(admin('DELETE', `/connections/${archived.id}`))
    const closed = await archived.send(uplink)
    for (const answer of [replaced, closed])
      expect([answer.status, answer.body.message]).toEqual([401, refused.body.message])
    expect((await admin('PATCH', `/connections/${archived.id}/address`, {})).status).toBe(409)
  })

  test('only its hash is stored, and no response contains it', async () => {
    const network = await open()
    expect((await admin('GET', `/connections/${network.id}`)).raw).not.toContain(network.token)
    const { rows } = await sql<{ all: string }>`select to_jsonb(c)::text as all from connections c`.execute(
      server.db,
    )
    expect(rows.map((row) => row.all).join()).not.toContain(network.token)
  })

  test('refuses a body that is too large', async () => {
    const network = await open()
    expect((await network.send({ x: 'x'.repeat(3_000_000) })).status).toBe(413)
  })
})

describe('a sample', () => {
  const attempt = (body: object) => ok(admin('POST', '/connections/try', body))
  const sample = JSON.stringify(
    ttn('70B3D57ED0050001', {
      frm_payload: base64Of('e803'),
      decoded_payload: { level: 5, deep: { a: [1] } },
    }),
  )

  test('shows the fields to choose from, and what is read; nothing is stored', async () => {
    const tried = await attempt({ format: 'ttn', decoder: 'network', value_paths: LEVEL_IN_CM, sample })
    expect(tried.messages).toMatchObject([
      {
        device_key: '70B3D57ED0050001',
        fields: [
          { path: 'level', value: '5' },
          { path: 'deep.a[0]', value: '1' },
        ],
        values: [{ port: 1, value: 'height', number: 50 }],
      },
    ])
  })

  test('shows why a decoder fails', async () => {
    const tried = await attempt({ format: 'ttn', decoder: 'own', decoder_code: 'nonsense(', sample })
    expect(tried.messages).toMatchObject([{ reason: 'decoder_failed', values: [] }])
    expect(await attempt({ format: 'chirpstack', decoder: 'network', sample })).toMatchObject({
      reason: 'not_of_format',
    })
  })
})

test('a faulty row of values is refused at its field', async () => {
  const body = {
    name: 'x',
    company_id: COMPANY.customer,
    value_paths: [...LEVEL_IN_CM, { value: 'height', path: '', unit: 'cm', port: 1 }],
  }
  const { status, body: response } = await admin('POST', '/connections', body)
  expect([status, response.errors]).toMatchObject([422, [{ field: 'value_paths' }]])
})
