import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { StopOrder } from './StopOrder.tsx'

const MILE = 1609.344
const stop = (stop_id: number, place: string, more: object = {}) => ({
  ...{ stop_id, place, company_title: 'Prairie Fuels', status: 'planned', planned_arrival: null },
  time_zone: 'America/Chicago',
  ...more,
})
const at = (time: string) => `2026-11-26T${time}:00.000Z`
const driven = (miles: number, ends: string, stops: [number, string][], issues: object[] = []) => ({
  stops: stops.map(([stop_id, time]) => ({
    stop_id,
    planned_arrival: at(time),
    time_zone: 'America/Chicago',
  })),
  ...{
    departs_at: at('13:00'),
    ends_at: at(ends),
    time_zone: 'America/Chicago',
    meters: miles * MILE,
    driving_seconds: 3600,
  },
  ...{ waits: [], late_seconds: 0, breaks: [], issues },
})
const LATE = {
  ...{ rule: 'hours_window', stop_id: null, limit_at: null, found_at: null },
  message: 'Ends 15 hr after coming on duty; 14 hr are allowed',
  advice: 'Move part of the round to another driver or day.',
}
const now = driven(48, '18:30', [
  [1, '13:20'],
  [2, '16:05'],
])
const after = driven(40, '17:50', [
  [2, '13:40'],
  [1, '15:00'],
])
const record = (more: object = {}) => ({
  ...{ shipment_id: 3, status_id: 1 as const, stops: [stop(1, 'North yard'), stop(2, 'Mill')] },
  ...more,
})
const show = (answers: Parameters<typeof answering>[0] = {}, more: object = {}, as: object = {}) => {
  const sent = answering({
    'GET /dispatch/rounds/3/route': { route: { source: 'estimate', has_home: true, now } },
    'PUT /shipment_planner/3/stops': { shipment_planner: record() },
    ...answers,
  })
  showScreen(<StopOrder record={record(more) as object as ShipmentRecord} />, { as })
  return sent
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const putOf = (sent: ReturnType<typeof show>) => sent.find(({ call }) => call.startsWith('PUT'))?.body

test('the stops are listed in order with their arrivals, and issues with the hours are shown', async () => {
  show({
    'GET /dispatch/rounds/3/route': {
      route: { source: 'estimate', has_home: true, now: { ...now, issues: [LATE] } },
    },
  })
  expect(await screen.findByText(/^48 mi · 7:00\sAM\sCST to 12:30\sPM\sCST \(5 hr 30 min\)$/)).toBeTruthy()
  expect(rows()).toEqual([
    expect.stringMatching(/^1. North yard.*7:20\sAM\sCST$/),
    expect.stringMatching(/^2. Mill.*10:05\sAM\sCST$/),
  ])
  expect(screen.getByRole('alert').textContent).toContain(`${LATE.message} · ${LATE.advice}`)
})

test('the proposed order is shown next to the present one, and is applied with its times', async () => {
  const sent = show({
    'POST /shipment_planner/3/propose_route': {
      route: { source: 'estimate', has_home: true, before: now, after },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Propose the order' }))
  expect(await screen.findByText(/^Current: 48 mi · /)).toBeTruthy()
  expect(screen.getByText(/^Proposed: 40 mi · /)).toBeTruthy()
  expect(rows()[0]).toMatch(/^1. Mill/)
  await userEvent.click(screen.getByRole('button', { name: 'Use this order' }))
  await expect.poll(() => putOf(sent)).toEqual({ stops: after.stops })
})

test('an order that cannot be improved is called the best', async () => {
  show({
    'POST /shipment_planner/3/propose_route': {
      route: { source: 'estimate', has_home: true, before: now, after: now },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Propose the order' }))
  expect(await screen.findByText('The stops are in the best order already.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use this order' })).toBeNull()
})

test('stops are moved by the keyboard, and their order is saved without times', async () => {
  // Without a layout there is nothing to measure: each item is one row of ten pixels.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const item = this.closest('li')
    const top = item ? [...item.parentElement!.children].indexOf(item) * 10 : 0
    return { x: 0, y: top, top, left: 0, width: 100, height: 10, right: 100, bottom: top + 10 } as DOMRect
  })
  const sent = show()
  const handle = await screen.findByRole('button', { name: 'Move North yard' })
  handle.focus()
  await userEvent.keyboard('[Space]')
  await waitFor(() => expect(handle.getAttribute('aria-pressed')).toBe('true'))
  await userEvent.keyboard('[ArrowDown]')
  await screen.findByText('North yard is over position 2 of 2.')
  await userEvent.keyboard('[Space]')
  await userEvent.click(await screen.findByRole('button', { name: 'Save this order' }))
  await expect.poll(() => putOf(sent)).toEqual({ stops: [{ stop_id: 2 }, { stop_id: 1 }] })
})

test('a user who may not plan sees no order', async () => {
  show({}, {}, { login_type_id: 'customer' })
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(screen.queryByText('Stops')).toBeNull()
})

test('a finished stop stays in place', async () => {
  show({}, { status_id: 2, stops: [stop(1, 'North yard', { status: 'done' }), stop(2, 'Mill')] })
  expect(await screen.findByRole('button', { name: 'Move Mill' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move North yard' })).toBeNull()
  expect(screen.getByText('Prairie Fuels · Delivered')).toBeTruthy()
})

test('a planner sees where the tickets of a stop were mailed, and which address the customer did not give', async () => {
  const mailed_to = [
    { address: 'office@feedlot.example', is_on_record: true },
    { address: 'new@feedlot.example', is_on_record: false },
  ]
  show({}, { stops: [stop(1, 'North yard', { status: 'done', mailed_to })] })
  expect(await screen.findByText('E-mailed to office@feedlot.example')).toBeTruthy()
  expect(screen.getByText(/^E-mailed to new@feedlot.example, entered by the driver/)).toBeTruthy()
})

test('a finished round shows its real times, as the board does', async () => {
  const arrived = { status: 'done', expected_arrival: null, arrived_at: at('13:41'), done_at: at('14:10') }
  const closed = { ...arrived, arrived_at: null, done_at: at('16:30') }
  show(
    {},
    {
      ...{ status_id: 4, left_at: at('13:12'), delivered_at: at('19:00') },
      stops: [stop(1, 'North yard', arrived), stop(2, 'Mill', closed)],
    },
  )
  expect(
    await screen.findByText(/^48 mi planned · 7:12\sAM\sCST to 1:00\sPM\sCST \(5 hr 48 min\)$/),
  ).toBeTruthy()
  expect(screen.getAllByRole('time').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/8:10\sAM/),
    expect.stringMatching(/10:30\sAM/),
  ])
  expect(screen.getAllByLabelText('Arrived')).toHaveLength(2)
})
