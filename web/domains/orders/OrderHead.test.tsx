import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrderHead } from './OrderHead.tsx'

function show(
  status_id: number,
  more: Partial<OrderRecord> = {},
  step: { status?: number; message?: string } = {},
) {
  const coming = {
    ...{ kind: 'stop', device_ports_ids: [], shipment_id: 7, document_id: 3, day: '2031-03-04' },
    ...{ arrival: '2031-03-04T19:20:00Z', time_zone: 'America/New_York', on_the_way: false, is_firm: true },
  }
  const sent = answering({
    'POST /transaction_documents/3/status': step,
    'GET /deliveries/coming': { coming_loads: [coming] },
  })
  const record = {
    ...{ document_id: 3, document_number: 'SO-3', document_type: 'sales_order', status_id },
    ...{ company_id: 4, device_id: 7, details: [], ...more },
  } as unknown as OrderRecord
  const router = showScreen(<OrderHead record={record} />, { as: { login_type_id: 'administrator' } })
  return { sent, router }
}
const putOnTruck = () => screen.queryByRole('link', { name: 'Put on a truck: SO-3' })
const release = () => screen.getByRole('link', { name: 'Release and put on a truck: SO-3' })

test('an order waiting for its delivery links to the board, with its device and itself', () => {
  show(DOCUMENT_STATUS.waiting_for_shipment)
  expect(putOnTruck()?.getAttribute('href')).toBe('/dispatch?device_id=7&fill=needed&document_id=3')
})

test.each([
  ['2099-12-04', '&day=2099-12-04'],
  ['2020-01-02', ''],
])(
  'the board opens on the day on which the order is wanted, unless it has passed: %s',
  (wished_date, day) => {
    show(DOCUMENT_STATUS.waiting_for_shipment, { wished_date })
    expect(putOnTruck()?.getAttribute('href')).toBe(`/dispatch?device_id=7&fill=needed&document_id=3${day}`)
  },
)

test('an order on a round shows when it comes', async () => {
  show(DOCUMENT_STATUS.waiting_for_shipment, { locked: 1 })
  expect(await screen.findByText('Delivery Tue, Mar 4, about 2:20 PM')).toBeTruthy()
})

test.each([
  ['is on a shipment', DOCUMENT_STATUS.waiting_for_shipment, { locked: 1 as const }],
  ['is closed', DOCUMENT_STATUS.closed, {}],
  ['is an invoice', DOCUMENT_STATUS.open, { document_type: 'invoice' as const }],
])('an order that %s does not', (_, status, more) => {
  show(status, more)
  expect(putOnTruck()).toBeNull()
})

test('putting a new order on a truck releases it first, as the button says', async () => {
  const { sent, router } = show(DOCUMENT_STATUS.new)
  await userEvent.click(release())
  await waitFor(() => expect(router.state.location.pathname).toBe('/dispatch'))
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([
    {
      call: 'POST /transaction_documents/3/status',
      body: { status_id: DOCUMENT_STATUS.waiting_for_shipment },
    },
  ])
})

test('a new order that cannot be released stays, and the board does not open', async () => {
  const { router } = show(DOCUMENT_STATUS.new, {}, { status: 409, message: 'On credit hold' })
  await userEvent.click(release())
  expect(await screen.findByText('On credit hold')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
})
