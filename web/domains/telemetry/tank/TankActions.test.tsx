import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { TankActions } from './TankActions.tsx'

const stop = (kind = 'stop') => ({ kind, device_ports_ids: [21] })

function showActions(as: Partial<CurrentUser> = {}, port_number?: number, coming: object[] = []) {
  const sent = answering({ 'GET /deliveries/coming': { coming_loads: coming } })
  showScreen(
    <RecordAddresses value={(name) => `/${name}/new`}>
      <TankActions
        device_id={3}
        port_number={port_number ?? null}
        tank={coming.length > 0 ? 21 : undefined}
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

test('offers no truck once a round brings something to its tank', async () => {
  showActions({}, 2, [stop()])
  await waitFor(() => expect(hrefs()).toEqual(['/transaction_documents/new?device_id=3&fill=2']))
})

test('offers a truck while its tank is only ordered', async () => {
  const sent = showActions({}, 2, [stop('order')])
  await waitFor(() => expect(sent).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(hrefs()).toHaveLength(2)
})
