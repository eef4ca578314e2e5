import fc from 'fast-check'
import sparkplug from 'sparkplug-payload'
import proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openUplinkQueue } from '#server/domains/telemetry/intake/uplinkQueue.ts'
import { openLog } from '#server/platform/log.ts'
import { decodeSparkplug } from './decodeSparkplug.ts'
import { openReceiver, type Receiver } from './receiveUplinks.ts'

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  server = await startTestServer()
  const { pool, metrics, db } = server
  const log = openLog('silent')
  const queue = await openUplinkQueue({ pool, log, metrics, recordsOfCompany: 0 })
  receiver = openReceiver({ db, queue, log })
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)

const VALUES = [{ value: 'height', path: 'Level/mm', unit: 'mm', port: 1 }]
const TIME = Date.now() - 3_600_000
let seconds = 0
let plants = 0

interface Plant {
  tank: TestDevice
  deliver: (type: string, metrics: object[]) => Promise<void>
  percent: () => Promise<number | null>
  reasons: () => Promise<string[]>
}

/** A node with one tank of 2 m as its device, in a group with its own connection. */
async function plant(): Promise<Plant> {
  const tank = await deviceWithTank(server)
  const group = `Plant${++plants}`
  const mqtt_topic = `spBv1.0/${group}/#`
  const body = {
    name: group,
    company_id: COMPANY.customer,
    format: 'sparkplug',
    value_paths: VALUES,
    mqtt_topic,
  }
  const { connection } = (await admin('POST', '/connections', body)).body
  await receiver.mqtt.topics()
  return {
    tank,
    deliver: (type, metrics) => {
      const device = type.startsWith('D') ? `/${tank.public_id}` : ''
      return receiver.mqtt.deliver(`spBv1.0/${group}/${type}/Node1${device}`, payloadOf(metrics))
    },
    percent: async () => (await admin('GET', `/devices/${tank.device_id}`)).body.device.ports[0].percent,
    reasons: async () => {
      const { unread_uplinks } = (await admin('GET', `/connections/${connection.connection_id}/unread`)).body
      return unread_uplinks.map(({ reason }: { reason: string }) => reason)
    },
  }
}

const payloadOf = (metrics: object[]) =>
  Buffer.from(
    sparkplug.get('spBv1.0')!.encodePayload({ timestamp: TIME + ++seconds * 1000, metrics } as never),
  )

const LEVEL = { name: 'Level/mm', alias: 5, type: 'Double' }

describe('Sparkplug B', () => {
  test('births and data of a device, by aliases', async () => {
    const { deliver, percent, reasons } = await plant()
    await deliver('NBIRTH', [{ name: 'bdSeq', type: 'UInt64', value: 0 }])
    await deliver('DBIRTH', [
      { ...LEVEL, value: 500 },
      { name: 'Pump', alias: 6, type: 'Boolean', value: true },
    ])
    expect(await percent()).toBeCloseTo(25, 3)
    await deliver('DDATA', [{ alias: 5, type: 'Double', value: 1000 }])
    expect(await percent()).toBeCloseTo(50, 3)
    await deliver('DDATA', [{ alias: 6, type: 'Boolean', value: false }])
    await deliver('DDEATH', [])
    expect(await reasons()).toEqual([])
  })

  test('data and births of a node that is the device itself, by names', async () => {
    const { tank, percent } = await plant()
    const topic = `spBv1.0/Plant${plants}/NDATA/${tank.public_id}`
    await receiver.mqtt.deliver(topic, payloadOf([{ name: 'Level/mm', type: 'Int32', value: 600 }]))
    expect(await percent()).toBeCloseTo(30, 3)
  })

  test('data without a birth is unread with the reason, and read when the birth arrives', async () => {
    const { deliver, percent, reasons } = await plant()
    await deliver('DDATA', [{ alias: 5, type: 'Double', value: 700 }])
    expect(await reasons()).toEqual(['birth_missing'])
    expect(await percent()).toBeNull()
    // The birth of the node announces none of the aliases of its device.
    await deliver('NBIRTH', [])
    expect(await reasons()).toEqual(['birth_missing'])
    // The value of the birth is newer.
    await deliver('DBIRTH', [{ ...LEVEL, value: 800 }])
    expect(await reasons()).toEqual([])
    expect(await percent()).toBeCloseTo(40, 3)
  })

  test('the birth of a node ends its aliases', async () => {
    const { deliver, reasons } = await plant()
    await deliver('DBIRTH', [{ ...LEVEL, value: 500 }])
    await deliver('NBIRTH', [])
    await deliver('DDATA', [{ alias: 5, type: 'Double', value: 900 }])
    expect(await reasons()).toEqual(['birth_missing'])
  })

  test('other messages than Sparkplug are unread, and the state of a host is not an uplink', async () => {
    const { deliver, reasons } = await plant()
    const group = `Plant${plants}`
    await receiver.mqtt.deliver(`spBv1.0/${group}/DDATA/Node1/X`, Buffer.from([255, 255, 1]))
    await receiver.mqtt.deliver(`spBv1.0/${group}/NCMD/Node1`, Buffer.from('x'))
    await deliver('DDATA', [
      { name: 'Name\u0000 \ud800', type: 'String', value: '\u0000' },
      { ...LEVEL, value: 'x' },
    ])
    expect(await reasons()).toEqual(['no_values', 'not_of_format'])
  })
})

describe('a payload', () => {
  const { Payload } = proto.org.eclipse.tahu.protobuf
  const decoded = (metrics: object[]) => {
    const payload = Buffer.from(
      Payload.encode(Payload.create({ timestamp: TIME, metrics } as never)).finish(),
    )
    return (decodeSparkplug('spBv1.0/G/DDATA/N/D', payload).body as { metrics: object[] }).metrics
  }

  test('may leave the data type to the birth, as Sparkplug 3.0 requires', () => {
    expect(
      decoded([
        { alias: 5, doubleValue: 812.5 },
        { name: 'a', intValue: 7 },
      ]),
    ).toMatchObject([
      { name: null, alias: '5', datatype: 0, value: 812.5 },
      { name: 'a', alias: null, value: 7 },
    ])
  })

  test('has signed numbers for signed data types, and null', () => {
    const minus = 2 ** 32 - 5
    expect(
      decoded([
        { name: 'a', datatype: 3, intValue: minus },
        { name: 'b', datatype: 7, longValue: minus },
        { name: 'c', datatype: 3, isNull: true },
      ]),
    ).toMatchObject([{ value: -5 }, { value: minus }, { value: null }])
  })

  test('never causes an error, with any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const { body } = decodeSparkplug('spBv1.0/G/DDATA/N/D', Buffer.from(bytes))
        expect(body === null || typeof body === 'object').toBe(true)
      }),
    )
  })
})
