import { describe, expect, test } from 'vitest'
import { LARGEST_BATCH, readUplink, type Uplink, type UplinkRecord } from './uplink.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const DAY = 86_400_000
const EARLIEST = NOW - 365 * DAY

function read(body: unknown): Uplink {
  const found = readUplink(body, NOW, EARLIEST)
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** Reads one record: returns the record, or the reason of its refusal. */
function readOne(more: object) {
  const { records, refused } = read({ records: [{ time: NOW / 1000, ...more }] })
  expect(records.length + refused.length).toBe(1)
  return records[0] ?? refused[0]!.reason
}

const EMPTY = {
  is_ahead: false,
  time: NOW,
  ports: [],
  battery: null,
  battery_percent: null,
  signal: null,
  temperature: null,
  queued: null,
  position: null,
  firmware: null,
}

describe('a batch', () => {
  test.each([null, undefined, 7, 'records', [], [{ time: 1 }], { readings: [] }])('%j is none', (body) => {
    expect(readUplink(body, NOW, EARLIEST)).toBe('not_a_batch')
  })

  test.each([{}, { records: [] }, { records: null }, { confirm: [] }, { fail: [] }, { records: [], x: 1 }])(
    '%j only asks for commands',
    (body) => {
      expect(read(body)).toEqual({ records: [], refused: [], ignored: [], confirmed: [], failed: [] })
    },
  )

  test('is refused as a whole if its records are not a list, or too many', () => {
    expect(readUplink({ records: {} }, NOW, EARLIEST)).toBe('records_invalid')
    expect(readUplink({ records: 'none' }, NOW, EARLIEST)).toBe('records_invalid')
    const records = Array.from({ length: LARGEST_BATCH + 1 }, () => ({ time: NOW / 1000 }))
    expect(readUplink({ records }, NOW, EARLIEST)).toBe('too_many_records')
    expect(read({ records: records.slice(1) }).records).toHaveLength(LARGEST_BATCH)
  })

  test('accepts its good records, and reports index and reason of the others', () => {
    const good = { time: NOW / 1000 }
    const found = read({ records: [null, good, 'x', [], { time: 'soon' }, good] })
    expect(found.records).toEqual([EMPTY, EMPTY])
    expect(found.refused).toEqual([
      { index: 0, reason: 'not_an_object' },
      { index: 2, reason: 'not_an_object' },
      { index: 3, reason: 'not_an_object' },
      { index: 4, reason: 'time_invalid' },
    ])
  })
})

describe('the commands that a device confirms', () => {
  test('need an id; anything else is ignored', () => {
    const { confirmed, failed } = read({
      confirm: [1, '2', 0, -3, 4.5, null, 2 ** 53, 6],
      fail: [{ id: 7, reason: 'no memory' }, { id: 0 }, { id: '8' }, null, 9, [10], { id: 11 }],
    })
    expect(confirmed).toEqual([1, 6])
    expect(failed).toEqual([
      { command_id: 7, reason: 'no memory' },
      { command_id: 11, reason: '' },
    ])
  })

  test('are empty without a list', () => {
    expect(read({ confirm: 1, fail: { id: 7 } })).toMatchObject({ confirmed: [], failed: [] })
  })

  test('are a hundred at most', () => {
    const ids = Array.from({ length: 120 }, (_, index) => index + 1)
    const { confirmed, failed } = read({ confirm: ids, fail: ids.map((id) => ({ id, reason: 'x' })) })
    expect(confirmed).toEqual(ids.slice(0, 100))
    expect(failed.map(({ command_id }) => command_id)).toEqual(ids.slice(0, 100))
  })

  test('give a printable reason of at most 200 characters', () => {
    const reasonOf = (reason: unknown) => read({ fail: [{ id: 1, reason }] }).failed[0]!.reason
    expect(reasonOf('valve\u0000 stuck\n\u007f~ é')).toBe('valve stuck~ é')
    expect(reasonOf('x'.repeat(201))).toBe('x'.repeat(200))
    expect(reasonOf(5)).toBe('')
  })
})

describe('the time of a record', () => {
  test.each([
    ['seconds since 1970', NOW / 1000, NOW],
    ['with thousandths', NOW / 1000 + 0.5, NOW + 500],
    ['in UTC', '2026-06-15T12:00:00Z', NOW],
    ['with an offset', '2026-06-15T14:00:00+02:00', NOW],
    ['with an offset behind UTC', '2026-06-15T07:00:00-0500', NOW],
    ['a day ahead, as clocks go wrong', NOW / 1000 + 86_400, NOW + DAY],
    ['as old as readings are stored', EARLIEST / 1000, EARLIEST],
  ])('%s', (_, time, expected) => {
    expect(readOne({ time })).toMatchObject({ time: expected })
  })

  test('more than ten minutes ahead comes from a wrong clock', () => {
    const [right, wrong] = [NOW / 1000 + 600, NOW / 1000 + 601]
    expect(readOne({ time: right })).toMatchObject({ is_ahead: false })
    expect(readOne({ time: wrong })).toMatchObject({ is_ahead: true })
    const ignored = (time: number) => read({ records: [{ time, ports: [] }] }).ignored
    expect(ignored(right)).toEqual([])
    expect(ignored(wrong)).toEqual([{ index: 0, reason: 'clock_ahead' }])
  })

  test.each([
    [undefined, 'time_missing'],
    [null, 'time_missing'],
    [true, 'time_invalid'],
    ['', 'time_invalid'],
    ['2026-06-15', 'time_invalid'],
    ['2026-06-15T12:00:00', 'time_invalid'],
    ['x2026-06-15T12:00:00Z', 'time_invalid'],
    ['2026-06-15T12:00:00Z!', 'time_invalid'],
    ['2026-06-15T25:00:00Z', 'time_invalid'],
    ['2026-02-30T12:00:00Z', 'time_invalid'],
    [Number.NaN, 'time_invalid'],
    [NOW / 1000 + 86_401, 'time_future'],
    [EARLIEST / 1000 - 1, 'time_too_old'],
  ])('%j: %s', (time, reason) => {
    expect(readOne({ time })).toBe(reason)
  })
})

describe('the ports of a record', () => {
  test('have values, and a temperature if sent', () => {
    const ports = [
      { port: 1, value: 12.5 },
      { port: 64, value: -1e9, temperature: -100 },
      { port: 2, value: 1e9, temperature: 200 },
    ]
    expect(readOne({ ports })).toEqual({
      ...EMPTY,
      ports: [{ port: 1, value: 12.5, temperature: null }, ports[1], ports[2]],
    })
    expect(readOne({ ports: null })).toEqual(EMPTY)
  })

  test.each([
    ['x', 'ports_invalid'],
    [{}, 'ports_invalid'],
    [[7], 'ports_invalid'],
    [[null], 'ports_invalid'],
    [Array.from({ length: 65 }, (_, index) => ({ port: index + 1, value: 1 })), 'ports_invalid'],
    [[{ port: 0, value: 1 }], 'port_invalid'],
    [[{ port: 65, value: 1 }], 'port_invalid'],
    [[{ port: 1.5, value: 1 }], 'port_invalid'],
    [[{ port: '1', value: 1 }], 'port_invalid'],
    [[{ value: 1 }], 'port_invalid'],
    [
      [
        { port: 1, value: 1 },
        { port: 1, value: 2 },
      ],
      'port_twice',
    ],
    [[{ port: 1 }], 'value_invalid'],
    [[{ port: 1, value: '1' }], 'value_invalid'],
    [[{ port: 1, value: Number.NaN }], 'value_invalid'],
    [[{ port: 1, value: 1.1e9 }], 'value_invalid'],
    [[{ port: 1, value: -1.1e9 }], 'value_invalid'],
  ])('%j: %s', (ports, reason) => {
    expect(readOne({ ports })).toBe(reason)
  })

  test('can be all 64 of a device', () => {
    const ports = Array.from({ length: 64 }, (_, index) => ({ port: index + 1, value: 1, temperature: null }))
    expect(readOne({ ports })).toEqual({ ...EMPTY, ports })
  })
})

/** The ignored fields of a record with a level. */
function ignoredOf(more: object) {
  const { records, ignored } = read({
    records: [{ time: 'never' }, { time: NOW / 1000, ports: [{ port: 1, value: 5 }], ...more }],
  })
  expect(records).toEqual([{ ...EMPTY, ports: [{ port: 1, value: 5, temperature: null }] }])
  expect(ignored.map(({ index }) => index)).toEqual(ignored.map(() => 1))
  return ignored.map(({ reason }) => reason)
}

describe('a level is accepted regardless of the other fields', () => {
  test.each([
    [{ battery: 101, signal: -151 }, ['battery_invalid', 'signal_invalid']],
    [{ battery: 'full', battery_percent: 101 }, ['battery_invalid']],
    [{ signal_percent: 101 }, ['signal_invalid']],
    [
      { temperature: 201, queued: -1, firmware: 'a', position: [91, 0] },
      ['queued_invalid', 'firmware_invalid', 'temperature_invalid', 'position_invalid'],
    ],
    [{ ports: [{ port: 1, value: 5, temperature: 'warm' }] }, ['temperature_invalid']],
    [{ ports: [{ port: 1, value: 5, temperature: -101 }] }, ['temperature_invalid']],
  ])('%j ignores %j', (more, reasons) => {
    expect(ignoredOf(more)).toEqual(reasons)
  })

  test.each([
    [
      { battery: 92, signal: -87 },
      { battery: null, battery_percent: 92, signal: 13 },
    ],
    [{ battery: 60 }, { battery: 60, battery_percent: null }],
    [
      { battery: 3.9, battery_percent: 71 },
      { battery: 3.9, battery_percent: 71 },
    ],
    [{ battery_percent: 0 }, { battery: null, battery_percent: 0 }],
    [{ signal: -113 }, { signal: 0 }],
    [{ signal: -140 }, { signal: 0 }],
    [{ signal: -51 }, { signal: 31 }],
    [{ signal: -20 }, { signal: 31 }],
    [{ signal_percent: 100 }, { signal: 31 }],
    [{ signal_percent: 50, signal: 99 }, { signal: null }],
  ])('%j is read as %j', (more, expected) => {
    expect(readOne(more)).toMatchObject(expected)
  })
})

describe('the status of a device', () => {
  test.each([
    ['battery', 'battery_invalid', 0, 60],
    ['signal', 'signal_invalid', 0, 99],
    ['temperature', 'temperature_invalid', -100, 200],
    ['queued', 'queued_invalid', 0, 1e9],
    ['firmware', 'firmware_invalid', 0, 9999],
  ])('%s is accepted within its limits', (name, reason, min, max) => {
    expect(readOne({ [name]: min })).toMatchObject({ [name]: min })
    expect(readOne({ [name]: max })).toMatchObject({ [name]: name === 'signal' ? null : max })
    const beyond = { battery: [-1, 101], signal: [-151, 100] }[name] ?? [min - 1, max + 1]
    for (const value of [...beyond, 'x', true]) expect(ignoredOf({ [name]: value })).toEqual([reason])
    expect(readOne({ [name]: null })).toEqual(EMPTY)
  })

  test('the signal is a modem step, and 99 means unknown', () => {
    expect([0, 30.6, 31, 32, 99].map((signal) => (readOne({ signal }) as UplinkRecord).signal)).toEqual([
      0,
      31,
      31,
      null,
      null,
    ])
  })

  test('counts and versions are whole numbers', () => {
    expect(readOne({ queued: 2.6, firmware: 12.4 })).toMatchObject({ queued: 3, firmware: 12 })
  })

  test.each([
    [
      [90, 180],
      [90, 180],
    ],
    [
      [-90, -180],
      [-90, -180],
    ],
    [null, null],
    [[90.1, 0], 'position_invalid'],
    [[-90.1, 0], 'position_invalid'],
    [[0, 180.1], 'position_invalid'],
    [[0, -180.1], 'position_invalid'],
    [[null, 0], 'position_invalid'],
    [[0, null], 'position_invalid'],
    [[0], 'position_invalid'],
    [[0, 0, 0], 'position_invalid'],
    ['0,0', 'position_invalid'],
    [{ 0: 0, 1: 0, length: 2 }, 'position_invalid'],
  ])('its position %j: %j', (position, expected) => {
    if (typeof expected === 'string') expect(ignoredOf({ position })).toEqual([expected])
    else expect(readOne({ position })).toMatchObject({ position: expected })
  })
})
