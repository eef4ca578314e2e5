import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyEvent,
  countingPayments,
  countingTickets,
  needsLeakCheck,
  PLANNED_STOP,
  replayEvents,
} from './applyEvent.ts'
import {
  DRIVER_EVENT_KINDS,
  type DriverEvent,
  type DriverEventBodies,
  type DriverEventKind,
} from './driverEvents.ts'

const facts = {
  loads: [
    { shipment_detail_id: 1, isGas: false },
    { shipment_detail_id: 2, isGas: true },
  ],
}
const lifted = {
  ...{ number: 'B-1', compartment: 1, product_id: 1, terminal_id: null, supplier: null, unit_id: 1 },
  ...{ gross: '800', net: null, celsius: null, lifted_at: '2026-11-23T06:10:00Z' },
}
const bodies: DriverEventBodies = {
  left: {},
  arrived: {},
  before: { shipment_detail_id: 1, checked: 'scanned', percent: 20, is_interrupted: false },
  delivered: {
    shipment_detail_id: 1,
    number: 1001,
    meter_start: '100',
    meter_end: '350.5',
    quantity: '250.5',
    unit_id: 1,
    celsius: 15,
    reason: null,
  },
  after: { shipment_detail_id: 1, percent: 80 },
  not_delivered: { reason: 'locked_gate', note: null },
  picture: { picture_id: 'p' },
  leak_check: { result: 'passed', by: 'Miguel' },
  signed: { name: 'Dale', signature: 'data:', latitude: null, longitude: null },
  undo: { undone: '' },
  correction: {
    shipment_detail_id: 1,
    number: 1002,
    corrects: 1001,
    meter_start: null,
    meter_end: null,
    quantity: '205.5',
    unit_id: 1,
    celsius: 15,
    reason: 'digits turned round',
  },
  mailed: { to: 'june@feedlot.example' },
  paid: { method: 'check', amount: '866.48', check_number: '2107', note: null },
  payment_corrected: { method: 'cash', amount: '800', check_number: null, note: null, corrects: 'e0' },
  lifted,
  lift_corrected: { ...lifted, corrects: 'e0', reason: 'digits turned round' },
  closed: {},
  round_closed: {},
}
let created = 0
function event<K extends DriverEventKind>(kind: K, more: Partial<DriverEventBodies[K]> = {}): DriverEvent {
  created += 1
  return {
    event_id: `e${created}`,
    shipment_id: 7,
    stop_id: 8,
    kind,
    at: '2026-11-23T14:20:00Z',
    body: { ...bodies[kind], ...more },
  } as DriverEvent
}
const run = (...events: DriverEvent[]) => {
  const refused: (string | null)[] = []
  const stop = events.reduce((before, item) => {
    const next = applyEvent(facts, before, item)
    refused.push(next.refused)
    return next.stop
  }, PLANNED_STOP)
  return { stop, refused, last: refused.at(-1) }
}
const arrived = () => event('arrived')

test('a delivery runs from arrival to the closed stop', () => {
  const { stop, refused } = run(
    arrived(),
    event('before'),
    event('delivered'),
    event('after'),
    event('picture'),
    event('signed'),
    event('closed'),
  )
  expect(refused.every((item) => item === null)).toBe(true)
  expect(stop).toMatchObject({
    status: 'done',
    arrived_at: '2026-11-23T14:20:00Z',
    done_at: '2026-11-23T14:20:00Z',
    loads: { 1: { checked: 'scanned', before: 20, after: 80 } },
    tickets: [{ number: 1001, quantity: '250.5', corrects: null }],
    signed: { name: 'Dale', isAbsent: false },
    isClosed: true,
  })
})

test('the reason is recorded if nothing is delivered, and the stop closes without a signature', () => {
  const { stop, last } = run(arrived(), event('not_delivered', { note: 'Chain' }), event('closed'))
  expect(last).toBeNull()
  expect(stop).toMatchObject({
    status: 'not_delivered',
    reason: 'locked_gate',
    note: 'Chain',
    isClosed: true,
  })
})

test('signed tickets are e-mailed once per address, even after closing, and again after a correction', () => {
  const mailed = () => event('mailed')
  const { stop, refused } = run(
    arrived(),
    event('delivered'),
    mailed(),
    event('signed'),
    mailed(),
    event('closed'),
    mailed(),
    event('mailed', { to: 'office@feedlot.example' }),
    event('correction'),
    mailed(),
  )
  expect(refused).toEqual([
    ...[null, null, 'not_signed', null, null, null, 'already_mailed', null, null, null],
  ])
  expect(stop.mailed).toEqual(['june@feedlot.example'])
  expect(run(arrived(), mailed()).last).toBe('nothing_delivered')
})

test('money is recorded at any time, without an arrival and at a closed stop; undone before the signature', () => {
  const first = event('paid')
  const { stop, refused } = run(
    first,
    arrived(),
    event('paid'),
    event('undo', { undone: `e${created}` }),
    event('paid', { amount: '0' }),
    event('paid', { check_number: null }),
    event('paid', { method: 'cash', check_number: null }),
    event('delivered'),
    event('signed'),
    event('undo', { undone: `e${created}` }),
    event('closed'),
    event('paid', { amount: '20.5' }),
  )
  expect(refused).toEqual([
    ...[null, null, null, null, 'nothing_paid', 'check_number_missing'],
    ...[null, null, null, 'stop_signed', null, null],
  ])
  expect(countingPayments(stop)).toMatchObject([
    { event_id: first.event_id, amount: '866.48' },
    { method: 'cash', amount: '866.48' },
    { method: 'check', amount: '20.5' },
  ])
})

test('a payment is corrected once by another, which can be corrected in turn, down to zero', () => {
  const paid = event('paid')
  const right = event('payment_corrected', { corrects: paid.event_id })
  const { stop, refused } = run(
    arrived(),
    paid,
    event('not_delivered'),
    event('closed'),
    event('payment_corrected', { corrects: 'e0' }),
    right,
    event('payment_corrected', { corrects: paid.event_id }),
    event('payment_corrected', { corrects: right.event_id, amount: '0' }),
  )
  expect(refused.slice(4)).toEqual(['no_such_payment', null, 'no_such_payment', null])
  expect(countingPayments(stop)).toMatchObject([{ amount: '0', corrects: right.event_id }])
  expect(stop.payments).toHaveLength(3)
})

describe('an event does not count', () => {
  const delivered = () => [arrived(), event('delivered')]
  test.each([
    ['before the arrival', () => [event('delivered')], 'not_arrived'],
    ['for a second arrival', () => [arrived(), arrived()], 'already_arrived'],
    [
      'for a load of another stop',
      () => [arrived(), event('before', { shipment_detail_id: 9 })],
      'no_such_load',
    ],
    ['with a used number', () => [...delivered(), event('delivered')], 'ticket_number_used'],
    [
      'with a meter that ran backwards',
      () => [arrived(), event('delivered', { meter_end: '99' })],
      'meter_backwards',
    ],
    ['of no delivery after a ticket', () => [...delivered(), event('not_delivered')], 'has_tickets'],
    ['of a signature without a delivery', () => [arrived(), event('signed')], 'nothing_delivered'],
    [
      'of a signature after no delivery',
      () => [arrived(), event('not_delivered'), event('signed')],
      'was_not_delivered',
    ],
    [
      'of a delivery after no delivery',
      () => [arrived(), event('not_delivered'), event('delivered')],
      'was_not_delivered',
    ],
    ['of closing an unsigned stop', () => [...delivered(), event('closed')], 'not_signed'],
    ['after the signature', () => [...delivered(), event('signed'), event('after')], 'stop_signed'],
    [
      'after the end',
      () => [...delivered(), event('signed'), event('closed'), event('picture')],
      'stop_closed',
    ],
    [
      'of a correction without a ticket',
      () => [...delivered(), event('correction', { corrects: 5 })],
      'no_such_ticket',
    ],
    ['of the round', () => [event('left')], 'not_of_a_stop'],
    ['of the round at its end', () => [event('round_closed')], 'not_of_a_stop'],
  ] as const)('%s', (_, events, rule) => {
    expect(run(...events()).last).toBe(rule)
  })
})

describe('an empty gas tank', () => {
  const gas = (percent: number | null, is_interrupted = false) => [
    arrived(),
    event('before', { shipment_detail_id: 2, percent, is_interrupted }),
    event('delivered', { shipment_detail_id: 2 }),
  ]
  test.each([
    ['at 5 %', 5, false, 'leak_check_needed'],
    ['at 6 %', 6, false, null],
    ['at 40 %, its supply interrupted', 40, true, 'leak_check_needed'],
    ['with an unread level', null, false, null],
  ] as const)('%s', (_, percent, isInterrupted, rule) => {
    expect(run(...gas(percent, isInterrupted), event('signed')).last).toBe(rule)
  })

  test('goes back into service with a passed check, or is locked', () => {
    for (const result of ['passed', 'locked'] as const) {
      const { stop, last } = run(...gas(3), event('leak_check', { result }), event('signed'), event('closed'))
      expect([last, stop.leakCheck?.result]).toEqual([null, result])
      expect(needsLeakCheck(facts, stop)).toBe(true)
    }
  })
})

describe('undo', () => {
  test('reverses the last step, until the stop is signed', () => {
    const [came, ticket] = [arrived(), event('delivered')]
    const undone = run(came, ticket, event('undo', { undone: ticket.event_id }))
    expect(undone.stop.tickets).toEqual([])
    expect(run(came, ticket, event('undo', { undone: came.event_id })).last).toBe('not_the_last_step')
    const signed = event('signed')
    expect(run(came, ticket, signed, event('undo', { undone: signed.event_id })).last).toBe('stop_signed')
  })

  test('leaves a stop without events once everything is undone', () => {
    const [came, ticket] = [arrived(), event('delivered')]
    const { stop } = run(
      came,
      ticket,
      event('undo', { undone: ticket.event_id }),
      event('undo', { undone: came.event_id }),
    )
    expect({ ...stop, judged: [] }).toEqual(PLANNED_STOP)
  })
})

test('a correction replaces its original, which stays', () => {
  const { stop, last } = run(
    arrived(),
    event('delivered'),
    event('signed'),
    event('closed'),
    event('correction'),
  )
  expect(last).toBeNull()
  expect(stop.tickets.map(({ number, isCorrected }) => [number, isCorrected])).toEqual([
    [1001, true],
    [1002, false],
  ])
  expect(countingTickets(stop).map(({ quantity }) => quantity)).toEqual(['205.5'])
})

describe('resent events', () => {
  const anyEvents = fc.array(
    fc.tuple(fc.constantFrom(...DRIVER_EVENT_KINDS), fc.integer({ min: 1000, max: 1004 }), fc.nat()),
    { maxLength: 14 },
  )
  const eventsOf = (kinds: readonly (readonly [DriverEventKind, number, number])[]) => {
    const events: DriverEvent[] = []
    for (const [kind, number, back] of kinds) {
      const undone = events.at(-1 - (back % 3))?.event_id ?? ''
      events.push(
        event(kind, {
          ...('number' in bodies[kind] && { number }),
          ...(kind === 'undo' && { undone }),
          ...(kind === 'payment_corrected' && { corrects: undone }),
        } as never),
      )
    }
    return events
  }

  test('give the same stop in overlapping batches after network failures', () => {
    fc.assert(
      fc.property(anyEvents, fc.array(fc.tuple(fc.nat(), fc.nat())), (kinds, breaks) => {
        const events = eventsOf(kinds)
        const once = replayEvents(events, facts)
        // Resends any range of events; in the end everything was sent.
        let reached = 0
        let stop = PLANNED_STOP
        for (const [from, to] of breaks) {
          const start = Math.min(from % (events.length + 1), reached)
          const end = Math.max(start, to % (events.length + 1))
          for (const item of events.slice(start, end)) stop = applyEvent(facts, stop, item).stop
          reached = Math.max(reached, end)
        }
        for (const item of events) stop = applyEvent(facts, stop, item).stop
        expect(stop).toEqual(once)
      }),
    )
  })

  test('continue where they were after a restart between any two of them', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), (kinds, cut) => {
        const events = eventsOf(kinds)
        const at = cut % (events.length + 1)
        const stored = JSON.parse(JSON.stringify(replayEvents(events.slice(0, at), facts)))
        const stop = events.slice(at).reduce((before, item) => applyEvent(facts, before, item).stop, stored)
        expect(stop).toEqual(replayEvents(events, facts))
      }),
    )
  })

  test('the events that count give the same stop when replayed', () => {
    fc.assert(
      fc.property(anyEvents, (kinds) => {
        const whole = replayEvents(eventsOf(kinds), facts)
        expect({ ...replayEvents(whole.events, facts), judged: [] }).toEqual({ ...whole, judged: [] })
      }),
    )
  })
})
