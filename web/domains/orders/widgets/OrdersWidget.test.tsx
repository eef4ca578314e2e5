import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrdersWidget } from './OrdersWidget.tsx'

const order = {
  ...{ document_id: 4, document_number: 'SO-4', document_type: 'sales_order', company_title: 'Bolt Farms' },
  ...{ status_id: DOCUMENT_STATUS.waiting_for_shipment, document_date: '2026-11-20', due_date: '2026-12-05' },
  ...{ currency_code: 'USD', total_amount: '100.000', grand_total: '107.500' },
}
const coming = {
  ...{ kind: 'stop', document_id: 4, document_number: 'SO-4', shipment_id: 2, shipment_number: 'S-2' },
  ...{ day: '2031-03-04', arrival: null, time_zone: 'America/Chicago', liters: 100, device_ports_ids: [] },
  ...{ on_the_way: false, is_firm: true, done_at: null },
}
const invoice = { ...order, document_id: 5, document_number: 'INV-5', document_type: 'invoice' }

async function show(rows: object[], coming_loads: object[]) {
  answering({
    'GET /transaction_documents': { transaction_documents: rows, page: { total_records: rows.length } },
    'GET /deliveries/coming': { coming_loads },
  })
  showScreen(<OrdersWidget title="Open orders" />, { as: { permissions: ['shipment_planners.read'] } })
  return within((await screen.findByText(String((rows[0] as typeof order).document_number))).closest('li')!)
}

test('an open order shows its planned delivery', async () => {
  const row = await show([order], [coming])
  expect(await row.findByText('Delivery Tue, Mar 4')).toBeTruthy()
  expect(row.getByText('Waiting for shipment')).toBeTruthy()
  expect(row.queryByText(/Dec 5|Nov 20/)).toBeNull()
})

test('an order that was delivered shows when, instead of its status', async () => {
  const row = await show([order], [{ ...coming, done_at: '2026-11-29T19:20:00Z' }])
  expect(await row.findByText('Delivered Sun, Nov 29')).toBeTruthy()
  expect(row.queryByText('Waiting for shipment')).toBeNull()
})

test('dates are labelled, and the total has its taxes', async () => {
  const row = await show([{ ...invoice, balance: '107.500' }], [])
  expect(row.getByText(/^Due /).textContent).toBe('Due Dec 5, 2026')
  expect(row.getByText(/107\.5/)).toBeTruthy()
})
