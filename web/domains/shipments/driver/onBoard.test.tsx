import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PLANNED_STOP } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverLoad } from '#core/domains/shipments/driver/driverCalls.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { TicketForm } from './stop/TicketForm.tsx'
import type { DayStop, DriverDayOnPhone } from './useDriverDay.ts'

const GAL = 3.785411784
const holds = (compartment: number, gallons: number) => ({
  ...{ compartment, truck_id: 3, capacity_liters: 1000 * GAL, product_id: 5, product_title: 'Propane' },
  ...{ carried_liters: gallons * GAL, loaded_liters: null, delivered_liters: 0, returned_liters: 0 },
})
const load = {
  ...{ shipment_detail_id: 11, product_id: 5, product_title: 'Propane', product_group: 'lpg' },
  ...{ specific_gravity: 0.508, quantity: 300, quantity_liters: 300 * GAL, unit_id: 2, unit_title: 'gal' },
  ...{ unit_code: 'gal', compartment: 1, percent: null, room_liters: 400 * GAL, room_celsius: 5 },
} as unknown as DriverLoad

function showTicket(more: object = {}) {
  const round = {
    ...{ shipment_id: 7, company_id: 1, delivery_tolerance: 10, ...more },
    on_truck: {
      compartments: [holds(1, 600), holds(2, 338)],
      ...{ lifts: [], terminals: [], products: [], may_lift: true },
      units: [{ unit_id: 2, title: 'gal', code: 'gal', factor: String(GAL) }],
    },
  }
  const stop = { loads: [load], round, known: PLANNED_STOP, state: PLANNED_STOP } as unknown as DayStop
  const blocks = [{ company_id: 1, first_number: 1, last_number: 9, used: [] }]
  const phone = { events: [], stops: [stop], day: { ticket_blocks: blocks } } as unknown as DriverDayOnPhone
  const record = vi.fn(async () => {})
  showScreen(<TicketForm load={load} stop={stop} phone={phone} record={record} />)
  return record
}
const gross = () => screen.getByLabelText('or gross on the printed ticket, gal')
const why = () => screen.queryByRole('combobox', { name: 'Reason for the difference' })

test('the product on board in all compartments is shown, and the company’s tolerance decides when a reason is required', async () => {
  showTicket()
  expect(screen.getByText(/On board: 938\sgal/)).toBeTruthy()
  await userEvent.type(gross(), '330')
  expect(why()).toBeNull()
  await userEvent.clear(gross())
  await userEvent.type(gross(), '331')
  expect(why()).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('more than is on board is flagged, and accepted with a reason', async () => {
  showTicket({ delivery_tolerance: 100 })
  await userEvent.type(gross(), '1000')
  expect(screen.getByText(/more than is on board/)).toBeTruthy()
  expect(why()).not.toBeNull()
})

test('more than the tank has room for is called an overfill', async () => {
  showTicket({ delivery_tolerance: 100 })
  await userEvent.type(gross(), '400')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.clear(gross())
  await userEvent.type(gross(), '420')
  expect(screen.getByRole('alert').textContent).toMatch(/more than the room in the tank: an overfill/)
})
