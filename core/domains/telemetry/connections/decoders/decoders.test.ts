import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decoders } from './decoders.ts'
import type { DecoderName } from './models.ts'

/** Bytes and values as published by the makers; `source` names where. */
interface Sample {
  decoder: DecoderName
  source: string
  f_port: number
  hex: string
  measured: object
}

const TTN = 'github.com/TheThingsNetwork/lorawan-devices, examples of vendor/'
/** The Things Network's examples for this model belong to another; Dragino publishes the format and its factors. */
const DRAGINO = 'github.com/dragino/dragino-end-node-decoder, PS-LB/PS-LB_v1.2.7_decoder.txt'
const one = (measure: string, value: number, port = 1) => ({ port, measure, value })

const SAMPLES: readonly Sample[] = [
  {
    decoder: 'milesight_em500_udl',
    source: `${TTN}milesight-iot/em500-udl-codec.yaml`,
    f_port: 85,
    hex: '01755c03821e00',
    measured: { battery_percent: 92, values: [one('distance', 30)] },
  },
  {
    decoder: 'milesight_em500_udl',
    source: 'github.com/Milesight-IoT/SensorDecoders, EM500-UDL/README.md',
    f_port: 85,
    hex: '01756403821e00',
    measured: { battery_percent: 100, values: [one('distance', 30)] },
  },
  {
    decoder: 'milesight_em310_udl',
    source: `${TTN}milesight-iot/em310-udl-codec.yaml`,
    f_port: 85,
    hex: '01755c03824408040001',
    measured: { battery_percent: 92, values: [one('distance', 2116)] },
  },
  {
    decoder: 'milesight_em400_udl',
    source: `${TTN}milesight-iot/em400-udl-codec.yaml`,
    f_port: 85,
    hex: '01755c03670101048244080500 01',
    measured: { battery_percent: 92, device_temperature: 25.7, values: [one('distance', 2116)] },
  },
  {
    decoder: 'milesight_em500_swl',
    source: `${TTN}milesight-iot/em500-swl-codec.yaml (level 2 cm)`,
    f_port: 85,
    hex: '01755c03770200',
    measured: { battery_percent: 92, values: [one('height', 20), one('pressure', 0.196133)] },
  },
  {
    decoder: 'milesight_em500_pp',
    source: `${TTN}milesight-iot/em500-pp-codec.yaml (pressure 10 kPa)`,
    f_port: 85,
    hex: '01755c037b0a00',
    measured: { battery_percent: 92, values: [one('pressure', 10)] },
  },
  {
    decoder: 'dragino_ldds45',
    source: `${TTN}dragino/ldds45-codec.yaml`,
    f_port: 2,
    hex: '0d3b0aef00000001',
    measured: { battery: 3.387, values: [one('distance', 2799)] },
  },
  {
    decoder: 'dragino_ldds75',
    source: `${TTN}dragino/ldds75-codec.yaml ("No Sensor")`,
    f_port: 2,
    hex: '0e1c0b05',
    measured: { battery: 3.612, values: [] },
  },
  {
    decoder: 'dragino_ldds75',
    source: 'the same format as LDDS45 (Dragino, LDDS75 user manual, 2.3 Uplink Payload)',
    f_port: 2,
    hex: '0d3b0aef0000000 1',
    measured: { battery: 3.387, values: [one('distance', 2799)] },
  },
  {
    decoder: 'dragino_ldds04',
    source: 'Dragino, LDDS04 user manual, 2.4 Uplink Payload (79, 79.2, 79.4 and 78.9 cm, 3402 mV)',
    f_port: 2,
    hex: '0d4a0316 0318031a031501',
    measured: {
      battery: 3.402,
      values: [790, 792, 794, 789].map((value, index) => one('distance', value, index + 1)),
    },
  },
  {
    decoder: 'dragino_ps_lb',
    source: `${DRAGINO} (water depth, 5 m, 12 mA)`,
    f_port: 2,
    hex: '0cea 0005 2ee0 0000 00',
    measured: { battery: 3.306, values: [one('height', 2500), one('pressure', 24.516625)] },
  },
  {
    decoder: 'dragino_ps_lb',
    source: `${DRAGINO} (0 to 1 MPa: 0.0625 MPa for each mA above 4, 10 mA)`,
    f_port: 2,
    hex: '0cea 0102 2710 138e 00',
    measured: { battery: 3.306, values: [one('pressure', 375)] },
  },
  {
    decoder: 'dragino_ps_lb',
    source: `${DRAGINO} (-100 to 100 kPa: 0.0125 MPa for each mA beyond 12, 16 mA)`,
    f_port: 2,
    hex: '0cea 0109 3e80 0000 00',
    measured: { battery: 3.306, values: [one('pressure', 50)] },
  },
  {
    decoder: 'decentlab_dl_pr26',
    source: `${TTN}decentlab/dl-pr26-0-1-codec.yaml, example 1 (-0.01171875 bar, 25.671875 °C)`,
    f_port: 1,
    hex: '02016700033e8060170c7f',
    measured: { battery: 3.199, values: [one('pressure', -1.171875), one('temperature', 25.671875)] },
  },
  {
    decoder: 'decentlab_dl_pr26',
    source: `${TTN}decentlab/dl-pr26-0-1-codec.yaml, example 2`,
    f_port: 1,
    hex: '02016700020c7f',
    measured: { battery: 3.199, values: [] },
  },
  {
    decoder: 'decentlab_dl_mbx',
    source: `${TTN}decentlab/dl-mbx-codec.yaml, example 1`,
    f_port: 1,
    hex: '02012f000304d200010bb1',
    measured: { battery: 2.993, values: [one('distance', 1234)] },
  },
  {
    decoder: 'decentlab_dl_mbx',
    source: `${TTN}decentlab/dl-mbx-codec.yaml, example 2`,
    f_port: 1,
    hex: '02012f00020bb1',
    measured: { battery: 2.993, values: [] },
  },
  {
    decoder: 'decentlab_dl_lid',
    source: `${TTN}decentlab/dl-lid-codec.yaml, example 1 (median 4510 mm)`,
    f_port: 1,
    hex: '0211c90003119b117611bc119e118a119411a811a81194006401990abd',
    measured: { battery: 2.749, values: [one('distance', 4510)] },
  },
  {
    decoder: 'decentlab_dl_lid',
    source: `${TTN}decentlab/dl-lid-codec.yaml, example 2`,
    f_port: 1,
    hex: '0211c900020abd',
    measured: { battery: 2.749, values: [] },
  },
  {
    decoder: 'decentlab_dl_ctd10',
    source: `${TTN}decentlab/dl-ctd10-codec.yaml, example 1 (water depth 4232 mm, 12.9 °C)`,
    f_port: 1,
    hex: '0207d9000390888081006400000c60',
    measured: {
      battery: 3.168,
      values: [one('height', 4232), one('pressure', 41.501743), one('temperature', 12.9)],
    },
  },
  {
    decoder: 'decentlab_dl_ctd10',
    source: `${TTN}decentlab/dl-ctd10-codec.yaml, example 2`,
    f_port: 1,
    hex: '0207d900020c60',
    measured: { battery: 3.168, values: [] },
  },
]

const bytesOf = (hex: string) =>
  hex
    .replaceAll(' ', '')
    .match(/../g)!
    .map((byte) => Number.parseInt(byte, 16))

test.each(SAMPLES)('$decoder reads $hex as published: $source', ({ decoder, hex, f_port, measured }) => {
  expect(decoders[decoder](bytesOf(hex), f_port)).toEqual(measured)
})

test('every decoder that ships has a published sample', () => {
  expect(new Set(SAMPLES.map(({ decoder }) => decoder))).toEqual(new Set(Object.keys(decoders)))
})

test('a distance that Dragino marks as invalid is left out, and its battery counts', () => {
  for (const hex of ['0d3b000000000001', '0d3b001400000001'])
    expect(decoders.dragino_ldds45(bytesOf(hex), 2)).toEqual({ battery: 3.387, values: [] })
  expect(decoders.dragino_ldds45(bytesOf('0d3b0aef00000001'), 5).values).toEqual([])
})

test('a state of one byte in the channel of a level is not a level', () => {
  expect(decoders.milesight_em500_pp([3, 0, 0]).values).toEqual([])
})

test('a broken loop, a range that is not set and another port of a PS-LB give no level', () => {
  for (const hex of ['0cea000500000000', '0cea000555f00000', '0cea00002ee00000', '0cea020a2ee00000'])
    expect(decoders.dragino_ps_lb(bytesOf(hex), 2)).toEqual({ battery: 3.306, values: [] })
  expect(decoders.dragino_ps_lb(bytesOf('0cea00052ee00000'), 7)).toEqual({ values: [] })
  // A closed loop may be a little below 4 mA in an empty tank.
  expect(decoders.dragino_ps_lb(bytesOf('0cea00050f6e0000'), 2).values[0]).toEqual(one('height', 0))
})

describe('any bytes', () => {
  test.each(Object.entries(decoders))('%s gives finite numbers or a RangeError', (_, decode) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 255 }), (bytes, f_port) => {
        try {
          const { values, ...device } = decode([...bytes], f_port)
          for (const { value, port } of values) {
            expect(Number.isFinite(value)).toBe(true)
            expect(port).toBeGreaterThan(0)
          }
          for (const value of Object.values(device)) expect(Number.isFinite(value)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
