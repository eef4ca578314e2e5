import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { TankActions } from './TankActions.tsx'

const stop = (id: number, kind = 'stop') => ({ kind, device_ports_ids: [id] })

function showActions(as: Partial<CurrentUser> = {}, port_number?: number, coming: object[] = []) {
  const sent = answering({ 'GET /deliveries/coming': { coming_loads: coming } })
  showScreen(
    <RecordAddresses value={(name) => `/${name}/new`}>
      <TankActions
        device_id={3}
        port_number={port_number ?? null}
        tanks={coming.length > 0 ? [21, 22] : undefined}
        name="North yard · Diesel"
      />
    </RecordAddresses>,
    { as },
  )
  return sent
}

const hrefs = () =>
  screen.getAllByRole('link', { name: /North yard · Diesel$/ }).map((link) => link.getAttribute('href'))

test('links to an order of the tank, and to the board with it', () => {
  showActions({}, 2)
  expect(hrefs()).toEqual(['/transaction_documents/new?device_id=3&fill=2', '/dispatch?device_id=3&fill=2'])
})

test('a user who may not plan on the board creates a shipment', () => {
  showActions({ permissions: ['shipment_planners.create'] }, 2)
  expect(hrefs()).toEqual(['/shipment_planners/new?device_id=3&fill=2'])
})

test('links without a tank select the tanks of the device that need a fill', () => {
  showActions()
  expect(hrefs()[0]).toBe('/transaction_documents/new?device_id=3&fill=needed')
})

test('offers what the user may create', () => {
  showActions({ login_type_id: 'customer', permissions: ['transaction_documents.create'] })
  expect(screen.getByText('Order a fill')).toBeTruthy()
  expect(screen.queryByText('Put on a truck')).toBeNull()
})

test('offers nothing outside the work of a login type, and nothing without rights', () => {
  showActions({ login_type_id: 'vendor', permissions: ['transaction_documents.create'] })
  expect(screen.queryByText('Order a fill')).toBeNull()
  expect(screen.queryByRole('link', { name: /North yard/ })).toBeNull()
})

test('offers no truck once rounds bring something to all its tanks', async () => {
  showActions({}, 2, [stop(21), stop(22)])
  await waitFor(() => expect(hrefs()).toEqual(['/transaction_documents/new?device_id=3&fill=2']))
})

test.each([
  ['one is left', [stop(21)]],
  ['one is only ordered', [stop(21), stop(22, 'order')]],
])('offers a truck while of several tanks %s', async (_, coming) => {
  const sent = showActions({}, 2, coming)
  await waitFor(() => expect(sent).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(hrefs()).toHaveLength(2)
})
