import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useVolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import type { Board } from '../boardTypes.ts'
import { TruckLane } from '../TruckLane.tsx'
import { useBoardActions } from '../useBoardActions.tsx'
import { ProposalBar } from './ProposalBar.tsx'
import { ProposeMenu } from './ProposeMenu.tsx'
import { useProposal } from './useProposal.ts'

const DAY = '2026-11-26'
const LITRES = 3.785411784
const MILE = 1609.344
const truck = {
  truck_id: 7,
  truck_name: 'Bobtail 7',
  company_id: 1,
  company_title: 'Prairie Fuels',
  vehicle_type: 'truck',
  driver_id: null,
  driver: null,
  compartments: [4000],
  weight_limit: null,
}
const board = {
  day: DAY,
  trucks: [
    truck,
    { ...truck, truck_id: 8, truck_name: 'Farm truck 3' },
    { ...truck, truck_id: 9, truck_name: 'Pup', vehicle_type: 'trailer' },
  ],
  rounds: [],
  week: [{ day: DAY, rounds: 0, stops: 0 }],
} as unknown as Board

const need = (key: string, place: string, more: object = {}) => ({
  key,
  rank: 'must',
  reason: 'dry_today',
  params: { from: DAY },
  latest: DAY,
  place,
  device_id: Number(key.slice(5)),
  document_number: null,
  company_title: 'Kearney Farms',
  product_title: 'Diesel',
  color: null,
  latitude: null,
  longitude: null,
  ...more,
})
const stop = (key: string, place: string, more: object = {}) => ({
  ...need(key, place),
  quantity_liters: 200 * LITRES,
  compartments: [1],
  arrives_at: '2026-11-26T14:30:00.000Z',
  time_zone: 'America/Chicago',
  detour_meters: 4 * MILE,
  alone_meters: 62 * MILE,
  is_fixed: false,
  change: null,
  was: null,
  ...more,
})
const proposal = (more: object = {}) => ({
  made_at: new Date().toISOString(),
  first_day: DAY,
  days: 1,
  by_night: false,
  source: 'estimate',
  truck_ids: null,
  rounds: [
    {
      truck_id: 7,
      day: DAY,
      departs_at: '2026-11-26T13:00:00.000Z',
      ends_at: '2026-11-26T18:30:00.000Z',
      time_zone: 'America/Chicago',
      meters: 80 * MILE,
      driving_seconds: 7200,
      aboard: { stops: 1, liters: 100 * LITRES },
      stops: [stop('tank:1', 'North yard'), stop('tank:2', 'Mill')],
    },
  ],
  left_out: [],
  changes: null,
  gone: 0,
  fresh: 0,
  ...more,
})
const state = (more: object = {}) => ({
  run: null,
  has_failed: false,
  truck_ids: null,
  is_nightly: false,
  proposal: null,
  ...more,
})

function Host({ mayPlan = true }: { mayPlan?: boolean }) {
  const nameOf = (id: number) => board.trucks.find(({ truck_id }) => truck_id === id)!.truck_name
  const volumes = useVolumeUnits()
  const actions = useBoardActions(nameOf)
  const work = useProposal(nameOf)
  return (
    <>
      {mayPlan && <ProposeMenu day={DAY} today={DAY} board={board} work={work} />}
      <ProposalBar {...{ work, board, volumes, mayPlan }} />
      {board.trucks.map((item) => (
        <TruckLane key={item.truck_id} truck={item} {...{ board, volumes, actions, work, mayPlan }} />
      ))}
    </>
  )
}

const show = (answers: Parameters<typeof answering>[0], mayPlan = true) => {
  const sent = answering({ 'GET /units_of_measure': { units_of_measure: [] }, ...answers })
  showScreen(<Host mayPlan={mayPlan} />)
  return sent
}
const button = (name: string) => screen.findByRole('button', { name })
const bodiesOf = (sent: ReturnType<typeof show>, call: string) =>
  sent.filter((item) => item.call === call).map(({ body }) => body)

test('rounds are proposed for the day of the board, and the search can be stopped', async () => {
  const run = { share: 0.4, is_waiting: false, is_stopping: false }
  const stopping = state({ run: { ...run, is_stopping: true } })
  const answers = {
    'GET /units_of_measure': { units_of_measure: [] },
    'GET /dispatch/proposal': state(),
    'POST /dispatch/proposal': state({ run }),
    'PATCH /dispatch/proposal': stopping,
  }
  const sent = answering(answers)
  showScreen(<Host />)
  await userEvent.click(await button('Propose rounds'))
  // The screen reads the state again every second while it searches.
  answers['GET /dispatch/proposal'] = state({ run })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'For Thu, Nov 26' }))
  expect(await screen.findByText('Looking for the best rounds…')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Proposed rounds' }).getAttribute('aria-valuenow')).toBe(
    '40',
  )
  expect(bodiesOf(sent, 'POST /dispatch/proposal')).toEqual([{ first_day: DAY, days: 1 }])
  await userEvent.click(await button('End now'))
  answers['GET /dispatch/proposal'] = stopping
  expect(await screen.findByText('Stopping…')).toBeTruthy()
  expect(bodiesOf(sent, 'PATCH /dispatch/proposal')).toEqual([{ stop: true }])
})

test('a proposed round shows what each stop is worth and why, and is accepted alone', async () => {
  const sent = show({
    'GET /dispatch/proposal': state({ proposal: proposal() }),
    'POST /dispatch/proposal/accept': {
      rounds: [
        {
          truck_id: 7,
          day: DAY,
          shipment_id: 3,
          shipment_number: 'S3',
          accepted: 1,
          left_out: 1,
          refused: null,
        },
      ],
    },
  })
  const round = await screen.findByRole('article', { name: 'Proposed round of Bobtail 7' })
  expect(
    within(round).getByText(
      /3 stops · 1 of them already planned · 500\sgal · 80 mi · 7:00\sAM\sCST to 12:30\sPM\sCST \(5 hr 30 min\)/,
    ),
  ).toBeTruthy()
  const [first] = within(round).getAllByRole('listitem')
  expect(within(first!).getByRole('link', { name: 'North yard · Diesel' })).toBeTruthy()
  expect(within(first!).getByText('Must go: May be empty by Thu, Nov 26')).toBeTruthy()
  expect(within(first!).getByText(/^8:30\sAM\sCST · Adds 4 mi · 62 mi as a separate trip$/)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Farm truck 3' })).queryByRole('article')).toBeNull()
  await userEvent.click(await button('Accept the round of Bobtail 7'))
  expect(await screen.findByText(/^1 round added to the board. 1 stop not added/)).toBeTruthy()
  expect(bodiesOf(sent, 'POST /dispatch/proposal/accept')).toEqual([{ rounds: [{ truck_id: 7, day: DAY }] }])
})

test('all are accepted at once, and the reason of a refusal is shown with its truck', async () => {
  const sent = show({
    'GET /dispatch/proposal': state({ proposal: proposal() }),
    'POST /dispatch/proposal/accept': {
      rounds: [
        {
          ...{ truck_id: 7, day: DAY, shipment_id: null, shipment_number: null },
          ...{ accepted: 0, left_out: 2, refused: 'The truck is gone.' },
        },
      ],
    },
  })
  await userEvent.click(await button('Accept all'))
  expect(await screen.findByText('Bobtail 7: The truck is gone.')).toBeTruthy()
  expect(bodiesOf(sent, 'POST /dispatch/proposal/accept')).toEqual([{}])
})

test('a stop is fixed, another is left out, and the changes since the previous proposal are shown', async () => {
  const stops = [
    stop('tank:1', 'North yard', { is_fixed: true }),
    stop('tank:2', 'Mill', { change: 'moved', was: { truck_id: 8, day: DAY } }),
    stop('tank:3', 'School', { change: 'new' }),
  ]
  const changed = proposal({
    rounds: [{ ...proposal().rounds[0], stops }],
    changes: { added: 1, moved: 1, removed: 0 },
    gone: 1,
    fresh: 2,
  })
  const sent = show({
    'GET /dispatch/proposal': state({ proposal: changed }),
    'PATCH /dispatch/proposal': state({ proposal: changed }),
  })
  expect(await screen.findByText(/Since the last proposal: 1 new, 1 moved, 0 removed/)).toBeTruthy()
  expect(screen.getByText(/1 stop is no longer needed · 2 new needs since then/)).toBeTruthy()
  expect(screen.getByText('Was on Farm truck 3, Thu, Nov 26')).toBeTruthy()
  expect(screen.getByText('New')).toBeTruthy()
  await userEvent.click(await button('Keep Mill · Diesel on this truck and day'))
  await userEvent.click(await button('Allow North yard · Diesel to move'))
  await userEvent.click(await button('Leave out School · Diesel'))
  await userEvent.click(await button('Dismiss'))
  expect(bodiesOf(sent, 'PATCH /dispatch/proposal')).toEqual([
    { fix: ['tank:2'] },
    { free: ['tank:1'] },
    { drop: ['tank:3'] },
    { discard: true },
  ])
})

test('needs left out show the reason, the most urgent first, and can be added again', async () => {
  const left_out = [
    {
      ...need('tank:5', 'Church', { rank: 'could' }),
      why: 'not_worth',
      detour_meters: 38 * MILE,
      was: null,
      idle: [],
    },
    { ...need('tank:6', 'Clinic'), why: 'dropped', detour_meters: null, was: null, idle: [] },
  ]
  const sent = show({
    'GET /dispatch/proposal': state({ proposal: proposal({ rounds: [], left_out }) }),
    'PATCH /dispatch/proposal': state({ proposal: proposal({ rounds: [], left_out }) }),
  })
  expect(await screen.findByText('No more rounds are proposed.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept all' })).toBeNull()
  await userEvent.click(await button('2 left out · 1 of them must be delivered'))
  const rows = within(screen.getByRole('list', { name: '2 left out' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Clinic'),
    expect.stringContaining('Too far for the quantity: 38 mi more'),
  ])
  await userEvent.click(await button('Include again'))
  expect(bodiesOf(sent, 'PATCH /dispatch/proposal')).toEqual([{ restore: ['tank:6'] }])
})

test('an idle truck is the reason, not the room of the others', async () => {
  const idle = [{ truck_id: 8, why: 'no_driver' }]
  const left_out = [{ ...need('tank:6', 'Clinic'), why: 'full', detour_meters: null, was: null, idle }]
  show({ 'GET /dispatch/proposal': state({ proposal: proposal({ rounds: [], left_out }) }) })
  await userEvent.click(await button('1 left out · 1 of them must be delivered'))
  const row = within(screen.getByRole('list', { name: '1 left out' })).getByRole('listitem')
  expect(row.textContent).toContain('Farm truck 3 has no driver')
  expect(row.textContent).not.toContain('no room')
})

test('a failed search is reported and can be started again; a message shows when nothing is needed', async () => {
  const sent = show({
    'GET /dispatch/proposal': state({ has_failed: true }),
    'POST /dispatch/proposal': state({ proposal: proposal({ rounds: [] }) }),
  })
  await userEvent.click(await button('Try again'))
  expect(await screen.findByText('Nothing needs to be delivered on these days.')).toBeTruthy()
  expect(bodiesOf(sent, 'POST /dispatch/proposal')).toEqual([{ first_day: DAY, days: 1 }])
})

test('users who may only read see the proposal without its actions', async () => {
  show({ 'GET /dispatch/proposal': state({ proposal: proposal() }) }, false)
  const round = await screen.findByRole('article', { name: 'Proposed round of Bobtail 7' })
  expect(within(round).queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Accept all' })).toBeNull()
})

test('rounds are proposed for the trucks that one chooses: all of them at first', async () => {
  const sent = show({ 'GET /dispatch/proposal': state(), 'POST /dispatch/proposal': state() })
  const open = async () => {
    await userEvent.click(await button('Propose rounds'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Choose days and trucks…' }))
    return within(await screen.findByRole('dialog', { name: 'Propose rounds' }))
  }
  const dialog = await open()
  const named = (name: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name })
  // A trailer drives no round on its own.
  expect(dialog.getAllByRole('checkbox')).toHaveLength(2)
  expect([named('Bobtail 7').checked, named('Farm truck 3').checked]).toEqual([true, true])
  await userEvent.click(dialog.getByRole('button', { name: 'Clear selection' }))
  expect(dialog.getByRole('button', { name: 'Propose rounds' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Choose all' }))
  await userEvent.click(named('Bobtail 7'))
  expect(dialog.getByText('1 of 2 chosen')).toBeTruthy()
  await userEvent.click(dialog.getByRole('radio', { name: /^For 3 days/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Propose rounds' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const again = await open()
  await userEvent.click(again.getByRole('button', { name: 'Propose rounds' }))
  await expect
    .poll(() => bodiesOf(sent, 'POST /dispatch/proposal'))
    .toEqual([
      { first_day: DAY, days: 3, truck_ids: [8] },
      { first_day: DAY, days: 1 },
    ])
})

test('a proposal names the trucks left out, and is made again for the same trucks', async () => {
  const sent = show({
    'GET /dispatch/proposal': state({ proposal: proposal({ truck_ids: [7] }), truck_ids: [7] }),
    'POST /dispatch/proposal': state(),
  })
  expect(await screen.findByText(/Without Farm truck 3/)).toBeTruthy()
  await userEvent.click(await button('Propose again'))
  await expect
    .poll(() => bodiesOf(sent, 'POST /dispatch/proposal'))
    .toEqual([{ first_day: DAY, days: 1, truck_ids: [7] }])
})
