import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FORMATS, readMessages } from './networkMessages.ts'

const facts = { rows: [], device: null }

/** Shortened from https://www.thethingsindustries.com/docs/integrations/data-formats/. */
const TTN = {
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '0004A30B001C0530',
  },
  received_at: '2020-02-12T15:15:46.000000000Z',
  uplink_message: {
    f_port: 1,
    frm_payload: 'gkHe',
    decoded_payload: { temperature: 1 },
    rx_metadata: [{ gateway_ids: {}, rssi: -35 }, { rssi: -90 }],
    received_at: '2020-02-12T15:15:45.787123456Z',
  },
}
/** Shortened from https://www.chirpstack.io/docs/chirpstack/integrations/events.html. */
const CHIRPSTACK = {
  time: '2022-07-18T09:34:15.775023242+00:00',
  deviceInfo: { devEui: '0101010101010101', deviceName: 'test' },
  fPort: 1,
  data: 'qg==',
  rxInfo: [{ rssi: -48 }],
}

describe('an uplink of a network', () => {
  test('of The Things Stack, with the time at which the network received it', () => {
    expect(readMessages('ttn', TTN, facts)).toEqual([
      {
        device: '0004A30B001C0530',
        time: Date.parse('2020-02-12T15:15:45.787Z'),
        payload: { text: 'gkHe', encoding: 'base64' },
        f_port: 1,
        data: { temperature: 1 },
        rssi: -35,
        source: TTN,
      },
    ])
  })

  test('of ChirpStack', () => {
    expect(readMessages('chirpstack', CHIRPSTACK, facts)).toMatchObject([
      {
        device: '0101010101010101',
        payload: { text: 'qg==' },
        rssi: -48,
        time: Date.parse('2022-07-18T09:34:15.775Z'),
      },
    ])
  })

  test('its other messages are not uplinks, and messages of another network do not have its format', () => {
    expect(readMessages('ttn', { end_device_ids: {}, join_accept: {} }, facts)).toEqual([])
    expect(readMessages('chirpstack', { deviceInfo: {}, devAddr: '00189440' }, facts)).toEqual([])
    expect(readMessages('ttn', CHIRPSTACK, facts)).toBe('not_of_format')
    expect(readMessages('chirpstack', TTN, facts)).toBe('not_of_format')
  })
})

test('Helium delivers in the form of its former console, or of ChirpStack', () => {
  const former = {
    dev_eui: '6081F9D4B2B9A1C3',
    payload: 'AXVk',
    port: 2,
    reported_at: 1_632_420_000_123,
    hotspots: [{ rssi: -113, snr: 1 }],
    decoded: { payload: { level: 4 }, status: 'success' },
  }
  expect(readMessages('helium', former, facts)).toMatchObject([
    { device: '6081F9D4B2B9A1C3', time: 1_632_420_000_123, f_port: 2, data: { level: 4 }, rssi: -113 },
  ])
  expect(readMessages('helium', CHIRPSTACK, facts)).toMatchObject([{ device: '0101010101010101' }])
  expect(readMessages('helium', TTN, facts)).toBe('not_of_format')
})

test('ThingsBoard: by device names, with a time, or values alone for the device of the address', () => {
  const timed = { ts: 1_483_228_800_000, values: { level: 1.5 } }
  expect(readMessages('thingsboard', { 'Tank A': [timed, timed], 'Tank B': [timed] }, facts)).toMatchObject([
    { device: 'Tank A', time: 1_483_228_800_000, data: { level: 1.5 } },
    { device: 'Tank A' },
    { device: 'Tank B', source: { 'Tank B': [timed] } },
  ])
  const named = { rows: [], device: '49015' }
  expect(readMessages('thingsboard', [timed], named)).toMatchObject([
    { device: '49015', data: { level: 1.5 } },
  ])
  expect(readMessages('thingsboard', { level: 2 }, named)).toMatchObject([
    { device: '49015', time: null, data: { level: 2 } },
  ])
})

test('Sparkplug B: metrics by name, separately for each time', () => {
  const metric = (name: string | null, timestamp: number | null, value: unknown) => ({
    name,
    timestamp,
    value,
  })
  const body = {
    type: 'DDATA',
    group: 'Plant',
    node: 'Node 1',
    device: 'Tank 7',
    timestamp: 3000,
    metrics: [
      metric('Level/mm', 1000, 12),
      metric('Level/mm', 2000, 13),
      metric('Battery', 2000, 3.6),
      { ...metric(null, null, 1), alias: '4' },
      metric('Pump', 4000, true),
    ],
  }
  expect(readMessages('sparkplug', body, facts)).toMatchObject([
    { device: 'Tank 7', time: 1000, data: { 'Level/mm': 12 }, lacksBirth: false },
    { device: 'Tank 7', time: 2000, data: { 'Level/mm': 13, Battery: 3.6 } },
    { device: 'Tank 7', time: 3000, data: {}, lacksBirth: true },
    { device: 'Tank 7', time: 4000, data: { Pump: true } },
  ])
  // A node reports every change: metrics that no row names are not uplinks.
  const rows = [{ value: 'height', path: 'Level/mm', unit: 'mm', port: 1 }] as const
  expect(readMessages('sparkplug', body, { rows, device: null })).toMatchObject([
    { time: 1000 },
    { time: 2000 },
    { time: 3000 },
  ])
  expect(readMessages('sparkplug', { ...body, type: 'NDEATH' }, facts)).toEqual([])
  expect(readMessages('sparkplug', { ...body, metrics: [1] }, facts)).toBe('not_of_format')
})

test('plain JSON: fields that all records share are next to their list', () => {
  const rows = [
    { value: 'records', path: 'rows', unit: '', port: 1 },
    { value: 'device', path: 'gateway.serial', unit: '', port: 1 },
    { value: 'time', path: 'at', unit: 's', port: 1 },
  ] as const
  const body = { gateway: { serial: 77 }, rows: [{ at: 10 }, { at: '1970-01-01T00:00:11Z' }] }
  expect(readMessages('json', body, { rows, device: null })).toMatchObject([
    { device: '77', time: 10_000 },
    { device: '77', time: 11_000 },
  ])
  expect(readMessages('json', { at: 1 }, { rows: [], device: 'named' })).toMatchObject([{ device: 'named' }])
  expect(readMessages('json', Array(1001).fill({}), facts)).toBe('too_many_records')
})

test('any JSON is read or refused in every format', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...FORMATS), (body, format) => {
      const messages = readMessages(format, body, facts)
      expect(Array.isArray(messages) || typeof messages === 'string').toBe(true)
    }),
  )
})
