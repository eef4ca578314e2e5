import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { changeLanguage } from '#web/platform/language.tsx'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import { StatusSteps } from '#web/resources/record/StatusSteps.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { orderKindFor } from './kinds.ts'

const kind: RecordKind = orderKindFor({ loginType: 'administrator', onlyBuys: undefined })
const invoice = {
  document_id: 7,
  document_type: 'invoice',
  given_out: 1,
  status_id: DOCUMENT_STATUS.sent,
  device_id: 4,
  company_id: 2,
  approved: 1,
  total_amount: '230.000',
  updated_at: '2026-11-01T00:00:00.000Z',
  details: [],
}

beforeEach(() => {
  answering({ 'GET /': {} })
})

async function show(record: Readonly<Record<string, unknown>>, loginType: LoginType = 'administrator') {
  const view = orderKindFor({ loginType, onlyBuys: undefined })
  showScreen(
    <ResourceForm resource={transaction_documents} record={record} kind={view} onSaved={() => {}} />,
    {
      as: { login_type_id: loginType },
    },
  )
  await screen.findByRole('heading', { name: 'Lines' })
}

const offered = () =>
  screen.queryAllByRole('button', { name: /^Edit/ }).map((item) => item.getAttribute('aria-label'))
const WHY = /This invoice was sent, so what is on it can no longer be changed/

test('a sent invoice lets users edit only fields that are not printed, and shows why', async () => {
  await show(invoice)
  expect(screen.getByText(WHY)).toBeTruthy()
  expect(offered()).toEqual(['Edit: Order'])
  screen.getByRole('button', { name: 'Edit: Order' }).click()
  expect((await screen.findByRole('switch', { name: /Approved/ })).hasAttribute('disabled')).toBe(false)
  expect(screen.getByRole('textbox', { name: /Customer PO/ }).hasAttribute('disabled')).toBe(true)
})

test('an open invoice, or one with a reversed payment, is judged by whether it was sent', async () => {
  await show({ ...invoice, status_id: DOCUMENT_STATUS.open, given_out: 0 })
  expect(screen.queryByText(WHY)).toBeNull()
  expect(offered()).toContain('Edit: Lines')
})

test('a final invoice is shown as final and offers nothing', async () => {
  await show({ ...invoice, status_id: DOCUMENT_STATUS.paid })
  expect(screen.queryByText(WHY)).toBeNull()
  expect(screen.getByText('The contents of this document can no longer be changed.')).toBeTruthy()
  expect(offered()).toEqual([])
})

test('a paid invoice has no main step; it can be closed from the menu', async () => {
  showScreen(
    <StatusSteps resource={transaction_documents} record={{ ...invoice, status_id: DOCUMENT_STATUS.paid }} />,
  )
  expect(screen.queryByRole('button', { name: 'Mark as closed' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Change status' }))
  expect(await screen.findByRole('menuitem', { name: 'Mark as closed' })).toBeTruthy()
})

test('a customer who orders can edit nothing of it', async () => {
  await show(invoice, 'customer')
  expect(offered()).toEqual([])
  expect(screen.queryByText(/being processed/)).toBeNull()
})

test('can neither be deleted, nor can an order on a shipment', () => {
  expect(kind.lockOf?.(invoice)?.isPermanent).toBe(true)
  expect(kind.lockOf?.({ ...invoice, status_id: DOCUMENT_STATUS.paid })?.isPermanent).toBe(true)
  expect(kind.lockOf?.({ ...invoice, document_type: 'sales_order', locked: 1 })?.isPermanent).toBe(true)
  expect(kind.lockOf?.({ ...invoice, document_type: 'sales_order', locked: 0 })?.isPermanent).toBe(false)
})

const onShipment = {
  ...invoice,
  document_type: 'sales_order',
  given_out: 0,
  status_id: DOCUMENT_STATUS.waiting_for_shipment,
  locked: 1,
  unpriced: 1,
  details: [
    { document_detail_id: 70, product_id: 9, quantity: '100.000', unit_price: '2.500000' },
    { document_detail_id: 71, product_id: 9, quantity: '50.000', unit_price: '0.000000' },
  ],
}

test('an order on a shipment accepts its missing prices, and nothing else', async () => {
  await show(onShipment)
  expect(screen.getByText(/1 or more products is on a shipment/)).toBeTruthy()
  expect(offered()).toEqual(['Edit: Lines'])
  screen.getByRole('button', { name: 'Edit: Lines' }).click()
  const prices = await screen.findAllByRole('textbox', { name: /Price|price/ })
  expect(prices.map((price) => price.hasAttribute('disabled'))).toEqual([true, false])
  for (const item of screen.getAllByRole('textbox', { name: 'Quantity' }))
    expect(item.hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: /Add a line|Remove line/ })).toBeNull()
})

test('an order on a shipment with all prices offers nothing', async () => {
  await show({ ...onShipment, unpriced: 0 })
  expect(offered()).toEqual([])
})

test('a customer cannot set prices on an order on a shipment', async () => {
  await show(onShipment, 'customer')
  expect(offered()).toEqual([])
})

test('a draft is titled in the reader’s language, and a numbered invoice by its number', async () => {
  const draft = { ...invoice, document_number: 'Draft 7' }
  expect(kind.titleOf!(draft)).toBe('Draft 7')
  await changeLanguage('es')
  expect(kind.titleOf!(draft)).toBe('Borrador 7')
  expect(kind.titleOf!({ ...invoice, document_number: 'INV-2026-00007' })).toBeUndefined()
  await changeLanguage('en')
})

test('an invoice that has only charges, such as for a subscription, names their purpose', async () => {
  const charged = { ...invoice, status_id: DOCUMENT_STATUS.open, given_out: 0, handling_charge: '72.000' }
  await show({ ...charged, grand_total: '72.000', details: [], comments: 'Monitoring, November' })
  expect(screen.queryByText(/No products yet/)).toBeNull()
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(terms).toContain('Monitoring, November')
  expect(terms).not.toContain('Handling charge')
})
