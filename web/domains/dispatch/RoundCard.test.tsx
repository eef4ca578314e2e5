import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { useVolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import type { Board, Round } from './boardTypes.ts'
import { RoundCard } from './RoundCard.tsx'
import { useBoardActions } from './useBoardActions.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const DAY = '2026-11-26'
const LITRES = 3.785411784
const MILE = 1609.344
const load = (id: number, place: string) => ({
  ...{ shipment_detail_id: id, stop_id: 10 * id, place, ship_location_label: place, company_id: 1 },
  ...{ product_title: 'Diesel', quantity_liters: 500 * LITRES, compartment: id, color: null },
})
const round = {
  ...{ shipment_id: 3, shipment_number: 'S3', status_id: 1, truck_id: 7, load_date: DAY },
  loads: [load(1, 'North yard'), load(2, 'Mill')],
  compartments: [
    { number: 1, capacity: 1000 * LITRES, filled: 500 * LITRES, product_title: 'Diesel', color: null },
    { number: 2, capacity: 1000 * LITRES, filled: 500 * LITRES, product_title: 'Diesel', color: null },
  ],
  ...{ weight: 3000, weight_limit: 4000, problems: [], out: [], warnings: [] },
  ...{ delivered_by: 4, driver: 'Ana Ruiz', is_firm: false, left_at: null, delivered_at: null, arrivals: [] },
  route: {
    stops: [
      { stop_id: 10, planned_arrival: '2026-11-26T13:20:00.000Z', time_zone: 'America/Detroit' },
      { stop_id: 20, planned_arrival: '2026-11-26T16:05:00.000Z', time_zone: 'America/Chicago' },
    ],
    departs_at: '2026-11-26T13:00:00.000Z',
    ends_at: '2026-11-26T18:30:00.000Z',
    time_zone: 'America/Chicago',
    meters: 48 * MILE,
    driving_seconds: 7200,
    waits: [{ stop_id: 20, until: '2026-11-26T17:00:00.000Z', time_zone: 'America/Chicago' }],
    late_seconds: 0,
    breaks: [{ before_stop_id: null, at: '2026-11-26T17:40:00.000Z', minutes: 30 }],
    issues: [
      {
        ...{ rule: 'outside_window', stop_id: 20, limit_at: null, found_at: null },
        message: 'Arrives at 11:05 AM, after closing at 10:00 AM',
        advice: 'Leave at 7:00 AM to arrive on time.',
      },
    ],
  },
} as unknown as Round
const board = { day: DAY, trucks: [], rounds: [round], week: [] } as unknown as Board

function Host({ shown = round, trucks = [] }: { shown?: Round; trucks?: readonly object[] }) {
  const actions = useBoardActions(() => 'Bobtail 7')
  return (
    <RoundCard
      {...{ round: shown, board: { ...board, trucks } as Board, actions, mayPlan: true }}
      volumes={useVolumeUnits()}
    />
  )
}

test.each([
  ['is planned by ZIP codes', '2026-11-26T13:20:00.000Z', /^2 stops · 48 mi · 7:00/],
  ['has no place at all', null, /^2 stops · Distance and times unknown: no stop has a position/],
])(
  'a round whose tanks have no position and that %s says what is known',
  async (_, planned_arrival, text) => {
    answering({ 'GET /units_of_measure': { units_of_measure: [] } })
    const shown = {
      ...round,
      loads: round.loads.map((item) => ({ ...item, latitude: null, longitude: null })),
      route: { ...round.route, stops: round.route.stops.map((stop) => ({ ...stop, planned_arrival })) },
    }
    showScreen(<Host shown={shown} />)
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

test('a round shows its way, hours, use of the truck, and arrival at each stop', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  showScreen(<Host />)
  const card = await screen.findByRole('article', { name: 'Round S3' })
  expect(
    within(card).getByText(
      /^2 stops · 48 mi · 7:00\sAM\sCST to 12:30\sPM\sCST \(5 hr 30 min\) · break of 30 min at 11:40\sAM\sCST$/,
    ),
  ).toBeTruthy()
  expect(within(card).getByRole('progressbar', { name: 'Volume' }).getAttribute('aria-valuenow')).toBe('50')
  expect(within(card).getByText(/1,000\sgal \/ 2,000\sgal/)).toBeTruthy()
  expect(within(card).getByText(/6,614\slb \/ 8,818\slb/)).toBeTruthy()
  const stops = within(card)
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('time'))
  expect(stops.map((stop) => within(stop).getByRole('time').textContent)).toEqual([
    expect.stringMatching(/8:20\sAM/),
    // By the clock of the site, which is not the reader's.
    expect.stringMatching(/10:05\sAM\sCST/),
  ])
  expect(within(stops[1]!).getByText(/^Waits until 11:00\sAM\sCST$/)).toBeTruthy()
})

test('a round that has left shows when it left, arrived and is expected, not its plan', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  const arrivals: Round['arrivals'] = [
    { stop_id: 10, status: 'done', arrived_at: '2026-11-26T13:41:00.000Z', expected_arrival: null },
    { stop_id: 20, status: 'planned', arrived_at: null, expected_arrival: '2026-11-26T17:10:00.000Z' },
  ]
  const left_at = '2026-11-26T13:12:00.000Z'
  showScreen(
    <Host shown={{ ...round, status_id: 3, left_at, delivered_at: '2026-11-26T19:00:00.000Z', arrivals }} />,
  )
  const card = await screen.findByRole('article', { name: 'Round S3' })
  expect(
    within(card).getByText(/^2 stops · 48 mi planned · 7:12\sAM\sCST to 1:00\sPM\sCST \(5 hr 48 min\)$/),
  ).toBeTruthy()
  expect(
    within(card)
      .getAllByRole('time')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/8:41\sAM/), expect.stringMatching(/11:10\sAM\sCST/)])
  expect(within(card).getAllByLabelText('Arrived')).toHaveLength(1)
  expect(within(card).queryByText(/Waits until/)).toBeNull()
})

test('a stop of a round that has left shows its plan as such while no arrival is known', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  vi.setSystemTime('2026-11-26T13:15:00.000Z')
  showScreen(<Host shown={{ ...round, status_id: 2, left_at: '2026-11-26T13:12:00.000Z' }} />)
  const card = await screen.findByRole('article', { name: 'Round S3' })
  expect(within(card).getByText(/^2 stops · 48 mi · left at 7:12\sAM\sCST$/)).toBeTruthy()
  expect(
    within(card)
      .getAllByText('planned')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^planned 8:20\sAM\sEST$/),
    expect.stringMatching(/^planned 10:05\sAM\sCST$/),
  ])
})

test('a stop ahead of a round on the road never shows an hour that has passed', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  vi.setSystemTime('2026-11-26T15:00:00.000Z')
  showScreen(<Host shown={{ ...round, status_id: 2, left_at: '2026-11-26T13:12:00.000Z' }} />)
  const [first, second] = (await screen.findAllByText(/^(North yard|Mill)$/)).map(
    (name) => name.closest('li')!,
  )
  expect(within(first!).getByText('On the way')).toBeTruthy()
  expect(within(first!).queryByRole('time')).toBeNull()
  expect(within(second!).getByRole('time')).toBeTruthy()
})

test('a round on the road that was due earlier is marked late, with a link to its day', () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  const late = { load_date: '2026-11-24', deliver_date: '2026-11-25', left_at: '2026-11-25T13:12:00.000Z' }
  showScreen(<Host shown={{ ...round, status_id: SHIPMENT_STATUS.in_route, ...late }} />)
  const link = screen.getByRole('link', { name: 'Late: planned for Wed, Nov 25' })
  expect(link.getAttribute('href')).toBe('/dispatch?day=2026-11-24')
  // Its truck has been out since another day.
  expect(screen.getByText(/left Wed, Nov 25 at 7:12\sAM\sCST$/)).toBeTruthy()
})

test('a round of two days that delivers today is not late', () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  const long = { load_date: '2026-11-25', deliver_date: DAY }
  showScreen(<Host shown={{ ...round, status_id: SHIPMENT_STATUS.in_route, ...long }} />)
  expect(screen.queryByText(/^Late/)).toBeNull()
})

test('a carried-over product is part of its compartment’s bar, and described as text', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  const left = { liters: 200 * LITRES, product_title: 'Kerosene', color: null, is_other: true }
  const compartments = round.compartments.map((compartment, index) => ({
    ...compartment,
    carried: index === 0 ? left : null,
  }))
  showScreen(<Host shown={{ ...round, compartments }} />)
  const card = await screen.findByRole('article', { name: 'Round S3' })
  expect(within(card).getByText(/^Carried over in 1: 200\sgal Kerosene$/)).toBeTruthy()
  const [first, second] = within(within(card).getByRole('list', { name: 'Compartments' })).getAllByRole(
    'listitem',
  )
  expect(first!.title).toMatch(/^Diesel · 500\sgal \/ 1,000\sgal · Carried over in 1: 200\sgal Kerosene$/)
  expect(second!.title).not.toContain('Carried')
  const widths = [...first!.querySelectorAll<HTMLElement>('[aria-hidden]')].map(({ style }) => [
    style.insetInlineStart || '0%',
    style.width,
  ])
  // The planned load begins where the other product ends.
  expect(widths).toEqual([
    ['20%', '50%'],
    ['0%', '20%'],
  ])
})

test('a finalized round shows its stops, and no compartments, which other rounds have filled since', () => {
  showScreen(<Host shown={{ ...round, status_id: SHIPMENT_STATUS.finalized }} />)
  expect(screen.getByText('North yard')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Compartments' })).toBeNull()
  expect(screen.queryByText(/2,000 gal/)).toBeNull()
})

test('an issue with times is shown with the nearest allowed value', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  showScreen(<Host />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(
    'Mill: Arrives at 11:05 AM, after closing at 10:00 AM · Leave at 7:00 AM to arrive on time.',
  )
})

test('a round cannot be sent while its driver is out with another one, and shows why', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  const out = [{ field: 'delivered_by', rule: 'driver_out', message: 'In route with S2.' }]
  showScreen(<Host shown={{ ...round, out }} />)
  const card = await screen.findByRole('article', { name: 'Round S3' })
  expect(within(card).getByRole('button', { name: 'Send out' }).hasAttribute('disabled')).toBe(true)
  expect(within(card).getByRole('note').textContent).toBe('Cannot be sent out yet. Driver: In route with S2.')
})

test('another driver is chosen on the board', async () => {
  const calls = answering({
    'GET /units_of_measure': { units_of_measure: [] },
    'GET /people': { people: [{ people_id: 5, label: 'Ben Cole' }] },
    'PATCH /shipment_planner/3': { shipment_planner: {} },
  })
  showScreen(<Host />)
  const select = await screen.findByRole('combobox', { name: 'Change the driver' })
  expect((select as HTMLInputElement).value).toBe('Ana Ruiz')
  await userEvent.click(select)
  await userEvent.click(await screen.findByRole('option', { name: 'Ben Cole' }))
  expect(calls).toContainEqual(expect.objectContaining({ body: { delivered_by: 5 } }))
})

test('a round on the road shows which sites ahead are closed that day, and where nothing was delivered', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  const closed = (stop_id: number, advice: string) => ({
    ...{ rule: 'site_closed', stop_id, limit_at: null, found_at: null },
    ...{ message: 'No deliveries that day', advice },
  })
  const shown = {
    ...round,
    status_id: SHIPMENT_STATUS.in_route,
    arrivals: [
      {
        ...{ stop_id: 10, status: 'not_delivered', arrived_at: '2026-11-26T13:20:00.000Z' },
        expected_arrival: null,
      },
    ],
    route: { ...round.route, issues: [closed(10, 'Of the past.'), closed(20, 'Open on Monday.')] },
  } as Round
  showScreen(<Host shown={shown} />)
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/Mill/)).toBeTruthy()
  expect(alert.getByText(/Open on Monday/)).toBeTruthy()
  expect(screen.queryByText(/Of the past/)).toBeNull()
  const [left] = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('time'))
  expect(within(left!).getByText('Not delivered')).toBeTruthy()
  expect(within(left!).queryByLabelText('Arrived')).toBeNull()
})

test('a round of a later day is confirmed, not sent, though its truck is out today', async () => {
  const calls = answering({
    'GET /units_of_measure': { units_of_measure: [] },
    'PATCH /shipment_planner/3': { message: 'Saved.', type: 'success' },
    'POST /shipment_planner/3/status': { message: 'Saved.', type: 'success' },
  })
  const out = [{ field: 'truck_id', rule: 'vehicle_out', message: 'In route with S2.' }]
  const later = { ...round, load_date: '2099-12-01', deliver_date: '2099-12-01', out }
  showScreen(<Host shown={later} />)
  const card = within(await screen.findByRole('article', { name: 'Round S3' }))
  expect(card.queryByRole('button', { name: 'Send out' })).toBeNull()
  expect(card.queryByRole('note')).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Confirm for Tue, Dec 1' }))
  expect(calls).toContainEqual(expect.objectContaining({ body: { is_firm: 1 } }))
  cleanup()
  showScreen(<Host shown={{ ...later, is_firm: true, out: [] }} />)
  const confirmed = within(await screen.findByRole('article', { name: 'Round S3' }))
  expect(confirmed.getByText('Confirmed')).toBeTruthy()
  expect(confirmed.queryByRole('button', { name: /^(Confirm|Send)/ })).toBeNull()
  await userEvent.click(confirmed.getByRole('button', { name: 'More for S3' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send out now' }))
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await userEvent.click(await screen.findByRole('button', { name: 'Send out now' }))
  expect(calls).toContainEqual(expect.objectContaining({ body: { status_id: 2 } }))
})

test('loads without room are named with their quantities, next to the button that takes them off', async () => {
  const calls = answering({
    'GET /units_of_measure': { units_of_measure: [] },
    'POST /dispatch/take_off': { taken: [] },
  })
  const [first, second] = round.loads
  const problems = [{ field: 'details.1.compartment', rule: 'required', message: 'Required.' }]
  const shown = { ...round, problems, loads: [first, { ...second, compartment: null }] } as unknown as Round
  showScreen(<Host shown={shown} />)
  const finding = within(await screen.findByRole('alert'))
  expect(finding.getByText(/^No room on this truck for Mill · Diesel: 500\sgal\./)).toBeTruthy()
  await userEvent.click(finding.getByRole('button', { name: 'Take off what has no room' }))
  expect(calls).toContainEqual(
    expect.objectContaining({ body: { shipment_id: 3, shipment_detail_ids: [2] } }),
  )
})

test('a stop cannot be moved to a truck that is not built for its product', async () => {
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  const trucks = [
    { truck_id: 8, truck_name: 'Gas', classes: ['lpg'] },
    { truck_id: 9, truck_name: 'Oil', classes: ['fuel'] },
  ]
  const loads = round.loads.map((item) => ({ ...item, product_class: 'fuel' as const }))
  showScreen(<Host shown={{ ...round, loads }} trucks={trucks} />)
  await userEvent.click(await screen.findByRole('button', { name: /North yard/ }))
  const item = async (name: RegExp) => await screen.findByRole('menuitem', { name })
  expect((await item(/Move to Gas/)).hasAttribute('disabled')).toBe(true)
  expect((await item(/Move to Oil/)).hasAttribute('disabled')).toBe(false)
})
