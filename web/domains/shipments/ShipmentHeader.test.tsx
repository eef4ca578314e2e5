import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ShipmentHeader } from './ShipmentHeader.tsx'

test('the day of a draft is promised with one click; a promised or departed round has no such button', async () => {
  const sent = answering({ 'PATCH /shipment_planner/7': { message: 'Saved.', type: 'success' } })
  const draft = { shipment_id: 7, status_id: 1, is_firm: 0, details: [] } as const
  showScreen(<ShipmentHeader record={draft} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm the day' }))
  await expect.poll(() => sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ is_firm: 1 })
  for (const other of [
    { ...draft, is_firm: 1 as const },
    { ...draft, status_id: 2 as const },
  ]) {
    cleanup()
    showScreen(<ShipmentHeader record={other} />)
    expect(await screen.findByLabelText('Status')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm the day' })).toBeNull()
  }
})

test('a draft of a later day is sent only among the further steps, and asks first', async () => {
  const sent = answering({ 'POST /shipment_planner/7/status': { message: 'Saved.', type: 'success' } })
  const draft = { shipment_id: 7, shipment_number: 'S-7', status_id: 1, is_firm: 0, details: [] } as const
  showScreen(<ShipmentHeader record={{ ...draft, load_date: '2099-12-01' }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Change status' }))
  expect(screen.queryByRole('button', { name: 'Mark as in route' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send out now' }))
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await userEvent.click(await screen.findByRole('button', { name: 'Send out now' }))
  await expect.poll(() => sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ status_id: 2 })
  cleanup()
  showScreen(<ShipmentHeader record={{ ...draft, load_date: '2020-12-01' }} />)
  expect(await screen.findByRole('button', { name: 'Mark as in route' })).toBeTruthy()
})

test('a finished round begins with its result, and its buttons come after it', async () => {
  const compartment = (number: number, on_board_liters: number) => ({
    ...{ compartment: number, product_id: 3, product_title: 'Diesel', delivered_liters: 100 },
    on_board_liters,
  })
  answering({
    'GET /shipment_planner/7/on_truck': {
      on_truck: { compartments: [compartment(1, 0), compartment(2, 37.85411784)] },
    },
  })
  const record = {
    ...{ shipment_id: 7, status_id: 4, delivered_at: '2026-11-27T15:19:00.000Z' },
    details: [{ delivered_liters: '3785.411784' }, { delivered_liters: '378.5411784' }],
    stops: [{ status: 'done' }, { status: 'not_delivered' }],
  } as unknown as Parameters<typeof ShipmentHeader>[0]['record']
  showScreen(<ShipmentHeader record={record} />)
  const result = await screen.findByRole('region', { name: 'Result' })
  expect(result.textContent).toMatch(/^1,100\sgal delivered · 1 of 2 stops delivered/)
  expect(result.textContent).toContain('Finished Nov 27, 2026, 10:19')
  expect(await screen.findByText(/^Left on board: 10\sgal Diesel$/)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Sign for receipt' })
  expect(result.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('customers who only receive deliveries read plain terms, the office the specification’s', async () => {
  answering({})
  const finalized = { shipment_id: 7, status_id: 4, details: [] } as const
  showScreen(<ShipmentHeader record={finalized} />)
  expect((await screen.findByLabelText('Status')).textContent).toBe('Finalized')
  cleanup()
  showScreen(<ShipmentHeader record={finalized} />, {
    as: { login_type_id: 'customer', permissions: ['shipment_planners.read'] },
  })
  expect((await screen.findByLabelText('Status')).textContent).toBe('Delivered')
})

test('a delivery to a tank or a customer without an order gets an order', async () => {
  answering({})
  const record = (load: object) =>
    ({
      ...{ shipment_id: 7, status_id: 4 },
      details: [
        { delivered: '5', document_detail_id: null, device_ports_id: null, company_id: null, ...load },
      ],
    }) as unknown as Parameters<typeof ShipmentHeader>[0]['record']
  for (const load of [{ device_ports_id: 3 }, { company_id: 4 }]) {
    showScreen(<ShipmentHeader record={record(load)} />)
    expect(await screen.findByRole('button', { name: 'Create orders for deliveries' })).toBeTruthy()
    cleanup()
  }
  showScreen(<ShipmentHeader record={record({})} />)
  expect(await screen.findByLabelText('Status')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create orders for deliveries' })).toBeNull()
})
