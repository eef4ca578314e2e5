import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { WORK_ORDER_STATUS } from '#core/domains/work_orders/workOrderStatus.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { StatusSteps } from './StatusSteps.tsx'

const workOrder = { id: 4, status_id: WORK_ORDER_STATUS.quoted }
const order = (status: keyof typeof DOCUMENT_STATUS) => ({
  document_id: 7,
  document_type: 'sales_order',
  status_id: DOCUMENT_STATUS[status],
})
/** The named ones: earlier toasts have an unnamed close button. */
const buttons = () =>
  screen
    .queryAllByRole('button')
    .map((button) => button.textContent)
    .filter(Boolean)

test('the main step is a button, the others are a menu, and a final one is confirmed', async () => {
  const sent = answering({ 'POST /work_orders/4/status': { message: 'Saved.', type: 'success' } })
  showScreen(<StatusSteps resource={work_orders} record={workOrder} />)
  expect(screen.getByLabelText('Status').textContent).toBe('Quoted')
  expect(buttons()).toEqual(['Mark as approved', 'Change status'])
  await userEvent.click(screen.getByRole('button', { name: 'Mark as approved' }))
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ status_id: WORK_ORDER_STATUS.approved }]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Change status' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as void' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark as void' })
  expect(within(dialog).getByText('This cannot be undone.')).toBeTruthy()
  expect(sent).toHaveLength(1)
  // "Cancel" next to "Cancel shipment" would be ambiguous.
  expect(within(dialog).getByRole('button', { name: 'Leave it as it is' })).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as void' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ status_id: WORK_ORDER_STATUS.void }))
})

test('a refused step shows the reason, as there is no form in which to mark it', async () => {
  const errors = [{ field: 'credit_reason', rule: 'credit_hold', message: 'On credit hold: Overdue' }]
  answering({ 'POST /work_orders/4/status': { status: 422, message: 'Invalid', errors } })
  showScreen(<StatusSteps resource={work_orders} record={workOrder} />)
  await userEvent.click(screen.getByRole('button', { name: 'Mark as approved' }))
  expect(await screen.findByText('On credit hold: Overdue')).toBeTruthy()
})

test('steps that usually happen automatically, or have their own button, are not offered first', async () => {
  showScreen(
    <StatusSteps
      resource={transaction_documents}
      record={order('open')}
      without={[DOCUMENT_STATUS.closed]}
    />,
  )
  expect(buttons()).toEqual(['Change status'])
  await userEvent.click(screen.getByRole('button', { name: 'Change status' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Mark as received',
  ])
})

test('cancelling is not offered first, also to a user who may do nothing else', async () => {
  const as = { permissions: ['transaction_documents.read', 'transaction_documents.update'] as const }
  showScreen(<StatusSteps resource={transaction_documents} record={order('waiting_for_shipment')} />, {
    as: as as never,
  })
  expect(buttons()).toEqual(['Change status'])
})

test.each([
  ['may not change it', { permissions: ['transaction_documents.read'] as const }, 'New'],
  ['only orders', { login_type_id: 'customer' as const }, 'Requested'],
])('nothing is offered to a user who %s', (_, as, status) => {
  showScreen(<StatusSteps resource={transaction_documents} record={order('new')} />, { as: as as never })
  expect(screen.getByLabelText('Status').textContent).toBe(status)
  expect(buttons()).toEqual([])
})
