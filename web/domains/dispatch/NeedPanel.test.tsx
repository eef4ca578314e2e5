import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useVolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import type { Board, Needs } from './boardTypes.ts'
import { type NeedChoice, NeedPanel } from './NeedPanel.tsx'

const nothing = () => {}
const board: Board = { day: '2026-11-26', trucks: [], rounds: [], week: [] }
const needs = (more: object = {}) =>
  ({
    ...{
      day: '2026-11-26',
      next_day: '2026-11-27',
      needs: [],
      total: 0,
      week: [],
      companies: [],
      products: [],
      unplanned: [],
    },
    counts: { must: 0, should: 0, could: 0, planned: 0 },
    ...more,
  }) as Needs

interface HostProps {
  found: Needs
  board: Board
  device_id?: number
  onChoice: () => void
}

function Host({ found, board, device_id, onChoice }: HostProps) {
  const volumes = useVolumeUnits()
  const choice: NeedChoice = {
    ...{ rank: undefined, search: '', company_id: undefined, product_id: undefined },
    device_id,
  }
  return (
    <NeedPanel
      {...{ needs: found, board, volumes, choice, onChoice, mayPlan: true, isBusy: false }}
      chosen={new Set()}
      isRequested={false}
      missing={undefined}
      onChosen={nothing}
      onPut={nothing}
      onPoint={nothing}
      onMore={undefined}
    />
  )
}

const show = (found: Needs, device_id?: number, of = board) => {
  const onChoice = vi.fn()
  answering({ 'GET /units_of_measure': { units_of_measure: [] } })
  showScreen(
    <Host found={found} board={of} onChoice={onChoice} {...(device_id !== undefined && { device_id })} />,
  )
  return onChoice
}

test('a user who arrives from a tank without a need is informed, and can still start a shipment', async () => {
  const onChoice = show(needs(), 3)
  expect(await screen.findByText('No delivery needed soon')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Create a shipment anyway' })
  expect(link.getAttribute('href')).toBe('/shipment_planners/new?device_id=3&fill=needed')
  await userEvent.click(screen.getByRole('button', { name: 'Show all needs' }))
  expect(onChoice).toHaveBeenCalledWith({ device_id: undefined })
})

test('a tank that a round already fills shows that', async () => {
  show(needs({ counts: { must: 0, should: 0, could: 0, planned: 1 } }), 3)
  expect(await screen.findByText('A delivery is already planned.')).toBeTruthy()
})

test('and so does one with an order on a round of the day', async () => {
  const onRound = { ...board, rounds: [{ loads: [{ device_id: 3 }] }] } as unknown as Board
  show(needs(), 3, onRound)
  expect(await screen.findByText('A delivery is already planned.')).toBeTruthy()
})

test('a whole fleet that needs nothing is no reason for a shipment', async () => {
  show(needs())
  expect(await screen.findByText('Nothing to deliver')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /shipment/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show all needs' })).toBeNull()
})

test('a tank that runs dry and that no truck can fill is named with the reason', async () => {
  const tank = { key: 'tank:7', device_id: 7, place: 'Building 2', company_title: 'Carolina' }
  const unplanned = { why: 'no_truck', total: 1, products: ['Glycol'] }
  show(needs({ unplanned: [{ ...unplanned, tanks: [{ ...tank, product_title: 'Glycol' }] }] }))
  await userEvent.click(await screen.findByText('1 tank needs filling, and no truck can fill it'))
  expect(
    screen.getByText(
      /^No truck that serves Carolina carries Glycol\. You can put them on a truck of another/,
    ),
  ).toBeTruthy()
  const link = screen.getByRole('link', { name: /^Building 2/ })
  expect(link.getAttribute('href')).toBe('/devices/profile/7')
})

test('a tank that ran dry is described as on every other screen; one that may have, by the day', async () => {
  const need = (device_id: number, reason: string, params: object) => ({
    ...{ key: `d${device_id}`, rank: 'must', device_id, place: `Yard ${device_id}`, company_title: '' },
    ...{ product_title: 'Diesel', quantity_liters: 1000, percent: null, reason, params },
  })
  const dry_at = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const [from, on] = ['2026-11-20', '2026-11-27']
  const all = [
    need(1, 'dry_already', { from, dry_at }),
    need(2, 'late_round', { from, on, dry_at }),
    need(3, 'dry_already', { from }),
    need(4, 'dry_today', { from }),
  ]
  show(needs({ needs: all, total: 4, counts: { must: 4, should: 0, could: 0, planned: 0 } }))
  expect(await screen.findByText('Probably ran dry 3 days ago')).toBeTruthy()
  expect(screen.getByText('Probably ran dry 3 days ago; its round is Fri, Nov 27')).toBeTruthy()
  expect(screen.getByText('May be empty since Fri, Nov 20')).toBeTruthy()
  expect(screen.getByText('May be empty by Fri, Nov 20')).toBeTruthy()
})

test('a need whose rest is less than a gallon cannot be put on another round', async () => {
  const need = (device_id: number, quantity_liters: number) => ({
    ...{ key: `d${device_id}`, rank: 'must', device_id, place: `Yard ${device_id}`, product_title: 'Diesel' },
    ...{ quantity_liters, percent: null, company_title: '', reason: 'level', params: {} },
  })
  const all = [need(1, 3.7), need(2, 3.8)]
  show(needs({ needs: all, total: 2, counts: { must: 2, should: 0, could: 0, planned: 0 } }))
  await screen.findByText(/Yard 2/)
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    expect.stringContaining('Yard 2'),
  ])
})

test('Tab reaches one of the needs, and arrow keys move to the same control of the others', async () => {
  const need = (device_id: number, rank: string) => ({
    ...{ key: `d${device_id}`, rank, device_id, place: `Yard ${device_id}`, product_title: 'Diesel' },
    ...{ quantity_liters: 1000, percent: null, company_title: '' },
    ...{ reason: 'level', params: {} },
  })
  const all = [need(1, 'must'), need(2, 'must'), need(3, 'could')]
  show(needs({ needs: all, total: 3, counts: { must: 2, should: 0, could: 1, planned: 0 } }))
  const box = (yard: number) => screen.getByRole('checkbox', { name: new RegExp(`Yard ${yard}`) })
  await screen.findByText(/Yard 3/)
  const reached = () =>
    screen.getAllByRole('checkbox').flatMap((one, index) => (one.tabIndex === 0 ? [index + 1] : []))
  expect(reached()).toEqual([1])
  box(1).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(box(3))
  expect(reached()).toEqual([3])
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(box(2))
})

test.each([
  ['the dispatcher', 'dispatcher' as const, true],
  ['a driver', 'driver' as const, false],
])('new orders are named to %s, if they may release them: %s', async (_, login_type_id, isNamed) => {
  const onChoice = vi.fn()
  const sent = answering({
    'GET /units_of_measure': { units_of_measure: [] },
    'GET /transaction_documents': {
      transaction_documents: [],
      page: { page_num: 1, page_size: 1, total_records: 2 },
    },
  })
  showScreen(<Host found={needs()} board={board} onChoice={onChoice} />, { as: { login_type_id } })
  if (!isNamed) return expect(sent.some(({ call }) => call.includes('transaction_documents'))).toBe(false)
  const link = await screen.findByRole('link', { name: '2 new orders are not released yet' })
  expect(link.getAttribute('href')).toBe('/orders?status_id=20&document_type=sales_order')
})

const need = (key: string, more: object = {}) => ({
  ...{ key, rank: 'must', reason: 'order_today', params: { on: '2026-11-26' }, latest: '2026-11-26' },
  ...{ place: 'Grain dryer', company_title: 'Platte Co-op', product_title: 'Propane', public_id: 'LT40-1' },
  ...{ port_number: 3, device_id: 4, document_number: null, credit: null, percent: null, color: null },
  ...{ quantity_liters: 500, room_celsius: null, ordered_liters: null, first: null },
  ...more,
})

test('needs of the same name show the number of their tank, or their device', async () => {
  const alone = need('tank:9', { place: 'Barn' })
  const list = [need('tank:1'), need('tank:2', { port_number: 4 }), alone]
  show(needs({ needs: list, total: 3 }))
  const names = async () =>
    (await screen.findAllByRole('link', { name: /Propane/ })).map(({ textContent }) => textContent)
  expect(await names()).toEqual([
    'Grain dryer · Propane · tank 3',
    'Grain dryer · Propane · tank 4',
    'Barn · Propane',
  ])
  cleanup()
  show(needs({ needs: [need('tank:1'), need('tank:2', { public_id: 'LT40-2' })], total: 2 }))
  expect(await names()).toEqual(['Grain dryer · Propane · LT40-1', 'Grain dryer · Propane · LT40-2'])
})

test.each([
  [{ on: '2026-11-26' }, 'Order wanted by Thu, Nov 26'],
  [{ on: '2026-11-26', is_usual: true }, 'Order due by Thu, Nov 26 (no day requested)'],
])('an order is wanted by a day only if its customer requested one: %o', async (params, text) => {
  show(needs({ needs: [need('line:1', { params })], total: 1 }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('an order shows what was ordered, and the round that fills its tank first', async () => {
  const first = { shipment_number: 'S-1387', liters: 297 * 3.785411784 }
  const ordered = need('line:1', { quantity_liters: 1, ordered_liters: 200 * 3.785411784, first })
  show(needs({ needs: [ordered], total: 1 }))
  expect(await screen.findByText(/^200\sgal$/)).toBeTruthy()
  expect(screen.getByText(/^S-1387 brings 297\sgal first$/)).toBeTruthy()
})

test('a tank links to its order that is not released yet', async () => {
  const unreleased = { document_id: 7, document_number: 'SO-7' }
  show(needs({ needs: [need('tank:1', { unreleased })], total: 1 }))
  const link = await screen.findByRole('link', { name: 'Order SO-7 is not released yet' })
  expect(link.getAttribute('href')).toBe('/order/7')
})
