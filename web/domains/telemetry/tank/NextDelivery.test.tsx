import { cleanup, screen } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ComingLoad } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DeliveryDetails } from './DeliveryDetails.tsx'
import { NextDelivery } from './NextDelivery.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const TANK = { device_ports_id: 5 }

const load = (more: Partial<ComingLoad>): ComingLoad => ({
  ...{ kind: 'stop', device_ports_ids: [5], shipment_id: 7, shipment_number: 'S-7', document_id: null },
  ...{ document_number: null, day: '2031-03-04', arrival: null, time_zone: 'America/New_York' },
  ...{ on_the_way: false, is_firm: true, done_at: null, liters: 378.541, ...more },
})

function show(
  coming_loads: ComingLoad[],
  props: Parameters<typeof NextDelivery>[0],
  permissions = ['shipment_planners.read'],
) {
  answering({ 'GET /deliveries/coming': { coming_loads } })
  showScreen(
    <RecordAddresses value={(name, id) => `/${name}/${id}`}>
      <NextDelivery {...props} />
      <span>end</span>
    </RecordAddresses>,
    { as: { permissions } },
  )
}

test.each([
  ['a planned day', {}, 'Delivery Tue, Mar 4'],
  ['a planned hour', { arrival: '2031-03-04T19:20:00Z' }, 'Delivery Tue, Mar 4, about 2:20 PM'],
  [
    'an hour of a round that its receiver does not see',
    { arrival: '2031-03-04T19:20:00Z', shipment_id: null },
    'Delivery Tue, Mar 4',
  ],
  ['a draft', { arrival: '2031-03-04T19:20:00Z', is_firm: false }, 'Delivery Tue, Mar 4: not confirmed'],
  ['a draft whose day a customer does not see', { day: null, is_firm: false }, 'Delivery planned'],
  ['a truck in route', { on_the_way: true }, 'On the way'],
  [
    'a truck with an expected arrival',
    { on_the_way: true, arrival: '2031-03-04T19:20:00Z' },
    'On the way: about 2:20 PM',
  ],
  ['a truck that is late', { on_the_way: true, arrival: '2021-03-04T19:20:00Z' }, 'On the way'],
  ['an order', { kind: 'order', day: null }, 'Ordered'],
  ['an order for a day', { kind: 'order' }, 'Ordered for Tue, Mar 4'],
] as const)('shows for %s the next delivery of a tank', async (_, more, text) => {
  // A truck on its way arrives within hours.
  if ('on_the_way' in more) vi.setSystemTime('2031-03-04T18:00:00Z')
  show([load({ device_ports_ids: [4] }), load(more)], { of: TANK })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('shows the quantity and links to the round on the page of a device', async () => {
  show([load({})], { of: TANK, Details: DeliveryDetails })
  expect((await screen.findByText(/^Delivery/)).textContent).toBe('Delivery Tue, Mar 4 · 100\u00a0gal · S-7')
  // It wraps: its end, the number, is never cut.
  expect(screen.getByText(/^Delivery/).hasAttribute('data-truncate')).toBe(false)
  expect(screen.getByRole('link', { name: 'S-7' }).getAttribute('href')).toBe('/shipment_planners/7')
})

test.each([
  ['2031-03-04T22:00:00Z', 'Delivered at 2:20 PM'],
  ['2031-03-05T08:00:00Z', 'Delivered Tue, Mar 4'],
])('says when an order was delivered by a round on the road, seen at %s', async (now, text) => {
  vi.setSystemTime(now)
  show([load({ document_id: 2, done_at: '2031-03-04T19:20:00Z' })], { of: { document_id: 2 } })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a tank shows its upcoming delivery, not the received quantity of an order on the same screen', async () => {
  show([load({ document_id: 2, done_at: '2031-03-04T19:20:00Z' }), load({})], { of: TANK })
  expect(await screen.findByText('Delivery Tue, Mar 4')).toBeTruthy()
})

test('is a round’s load, not its order', async () => {
  show([load({ kind: 'order', document_id: 2 }), load({ document_id: 2 })], { of: { document_id: 2 } })
  expect(await screen.findByText('Delivery Tue, Mar 4')).toBeTruthy()
})

test('makes no call for users who may not read shipments', async () => {
  const other = { device_ports_id: 6 }
  const requested = answering({
    'GET /deliveries/coming': { coming_loads: [load({ device_ports_ids: [6] })] },
  })
  showScreen(<NextDelivery of={TANK} />, { as: { permissions: [] } })
  cleanup()
  // A call of the first one would be gathered with this one.
  showScreen(<NextDelivery of={other} />, { as: { permissions: ['shipment_planners.read'] } })
  await screen.findByText('Delivery Tue, Mar 4')
  expect(requested.map(({ call }) => call)).toEqual(['GET /deliveries/coming?device_ports_ids=6'])
})

test('all rows of a list share one call, also with each poll', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const requested = answering({ 'GET /deliveries/coming': { coming_loads: [load({})] } })
  showScreen(
    <>
      <NextDelivery of={TANK} />
      <NextDelivery of={{ device_ports_id: 6 }} />
      <DrawnLater>
        <NextDelivery of={{ document_id: 2 }} />
      </DrawnLater>
    </>,
    { as: { permissions: ['shipment_planners.read'] } },
  )
  expect(await screen.findByText('Delivery Tue, Mar 4')).toBeTruthy()
  const call = 'GET /deliveries/coming?device_ports_ids=5%2C6&document_ids=2'
  expect(requested.map((item) => item.call)).toEqual([call])
  await vi.advanceTimersByTimeAsync(61_000)
  expect(requested.map((item) => item.call)).toEqual([call, call])
  vi.useRealTimers()
})

/** Part of a list that is drawn in a later step. */
function DrawnLater({ children }: { children: ReactNode }) {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDrawn(true), 60)
    return () => clearTimeout(timer)
  }, [])
  return isDrawn && children
}

test('a row that is gone before the call is sent is not part of it', async () => {
  show([load({})], { of: TANK })
  cleanup()
  const sent = answering({ 'GET /deliveries/coming': { coming_loads: [load({ device_ports_ids: [6] })] } })
  showScreen(<NextDelivery of={{ device_ports_id: 6 }} />, {
    as: { permissions: ['shipment_planners.read'] },
  })
  expect(await screen.findByText('Delivery Tue, Mar 4')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toEqual(['GET /deliveries/coming?device_ports_ids=6'])
})
