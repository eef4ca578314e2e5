import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrderHead } from './OrderHead.tsx'

function show(status_id: number, more: Partial<OrderRecord> = {}) {
  answering({})
  const record = {
    ...{ document_id: 3, document_number: 'SO-3', document_type: 'sales_order', status_id },
    ...{ company_id: 4, device_id: 7, details: [], ...more },
  } as unknown as OrderRecord
  showScreen(<OrderHead record={record} />, { as: { login_type_id: 'administrator' } })
}
const putOnTruck = () => screen.queryByRole('link', { name: 'Put on a truck: SO-3' })

test('an order that waits for its delivery leads to the board, with its device', () => {
  show(DOCUMENT_STATUS.waiting_for_shipment)
  expect(putOnTruck()?.getAttribute('href')).toBe('/dispatch?device_id=7&fill=needed')
})

test.each([
  ['is not released', DOCUMENT_STATUS.new, {}],
  ['is on a shipment', DOCUMENT_STATUS.waiting_for_shipment, { locked: 1 as const }],
  ['is closed', DOCUMENT_STATUS.closed, {}],
  ['is an invoice', DOCUMENT_STATUS.open, { document_type: 'invoice' as const }],
])('an order that %s does not', (_, status, more) => {
  show(status, more)
  expect(putOnTruck()).toBeNull()
})
