import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PLANNED_STOP, type StopPayment, type StopTicket } from '#core/domains/shipments/driver/applyEvent.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import type { StepProps } from '../stop/stepProps.ts'
import { TicketPaper } from '../stop/TicketPaper.tsx'
import type { DriverDayOnPhone } from '../useDriverDay.ts'
import { HeldMoney } from './HeldMoney.tsx'
import { PaymentForm } from './PaymentForm.tsx'

const currency = {
  ...{ currency_id: 3, code: 'USD', prefix: '$', suffix: null, precision: 2 },
  ...{ decimal: '.', thousands: ',', mask: null },
}
const payment: StopPayment = {
  ...{ event_id: 'e1', method: 'cash', amount: '120', check_number: null, note: null },
  ...{ at: '2026-11-23T14:20:00Z', corrects: null, isCorrected: false },
}
const stop = {
  ...{ stop_id: 7, company_title: 'Prairie Fuels', currency },
  state: { ...PLANNED_STOP, payments: [payment] },
} as unknown as StepProps['stop']
const showForm = (more: object = {}) => {
  const record = vi.fn(async () => {})
  const onDone = vi.fn()
  showScreen(<PaymentForm stop={stop} record={record} onCancel={() => {}} onDone={onDone} {...more} />)
  return { record, onDone }
}
const main = (name: RegExp) => screen.getByRole('button', { name })

test('cash is recorded with its amount, in the reader’s number format', async () => {
  const { record, onDone } = showForm()
  expect(main(/^Take/).hasAttribute('disabled')).toBe(true)
  await userEvent.type(screen.getByLabelText('Amount, $'), '1,866.5')
  await userEvent.click(main(/^Take \$1,866\.50$/))
  expect(record).toHaveBeenCalledWith([
    'paid',
    { method: 'cash', amount: '1866.5', check_number: null, note: null },
  ])
  await expect.poll(() => onDone.mock.calls).toHaveLength(1)
})

test('a check needs its number; zero and fractions of a cent are not amounts', async () => {
  const { record } = showForm({ due: '866.480' })
  expect(screen.getByText('Due now $866.48')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Check'))
  expect(main(/^Take \$866\.48$/).hasAttribute('disabled')).toBe(true)
  await userEvent.type(screen.getByLabelText('Number of the check'), '2107')
  for (const invalid of ['0', '1.005', '-5', 'a']) {
    await userEvent.clear(screen.getByLabelText('Amount, $'))
    await userEvent.type(screen.getByLabelText('Amount, $'), invalid)
    expect(main(/^Take/).hasAttribute('disabled')).toBe(true)
  }
  await userEvent.clear(screen.getByLabelText('Amount, $'))
  await userEvent.type(screen.getByLabelText('Amount, $'), '866.48')
  await userEvent.click(main(/^Take/))
  expect(record).toHaveBeenCalledWith([
    'paid',
    { method: 'check', amount: '866.48', check_number: '2107', note: null },
  ])
})

test('a payment is corrected by another that names it, also to zero', async () => {
  const { record } = showForm({ corrects: payment })
  await userEvent.clear(screen.getByLabelText('Amount, $'))
  await userEvent.type(screen.getByLabelText('Amount, $'), '0')
  await userEvent.click(main(/^Correct to \$0\.00$/))
  expect(record).toHaveBeenCalledWith([
    'payment_corrected',
    { method: 'cash', amount: '0', check_number: null, note: null, corrects: 'e1' },
  ])
})

test('a driver holds the payments that the office knows plus this phone’s, each once', () => {
  const inBooks = (event_id: string, more: object) => ({
    ...{ event_id, stop_id: 99, company_title: 'Far Farm', method: 'check', amount: '80', currency },
    ...{ check_number: '2107', at: payment.at, is_settled: false, ...more },
  })
  const counted = { ...payment, event_id: 'e3', amount: '5' }
  const another = { ...payment, event_id: 'e4', amount: '7' }
  const phone = {
    day: {
      door_money: [
        inBooks('e2', {}),
        inBooks('e1', { stop_id: 7 }),
        inBooks('e3', { stop_id: 7, is_settled: true }),
      ],
    },
    stops: [{ ...stop, state: { ...stop.state, payments: [payment, counted, another] } }],
    events: [],
  } as unknown as DriverDayOnPhone
  showScreen(<HeldMoney phone={phone} />)
  const { textContent } = screen.getByRole('region', { name: 'Money you hold' })
  expect(textContent).toMatch(/Cash \$120\.00.*1 check \$80\.00.*Far Farm · Check 2107.*Prairie Fuels · Cash/)
  expect(textContent).not.toMatch(/\$5\.00|\$7\.00|\$125/)
})

test('the ticket of a priced delivery shows the amount due, payments, and the rest', () => {
  const ticket: StopTicket = {
    ...{ event_id: 't1', shipment_detail_id: 5, number: 88, meter_start: null, meter_end: null },
    ...{ quantity: '100', unit_id: 1, celsius: null, reason: null, at: payment.at, corrects: null },
    isCorrected: false,
  }
  const line = {
    ...{ document_detail_id: 3, product_title: 'Diesel #2', quantity: '200', quantity_invoiced: '0' },
    ...{ unit_title: 'gal', unit_price: '3.5', line_discount_type: 'A', line_discount_amount: '0' },
    ...{ line_discount_percentage: '0', line_total: '700', discount_taken: '0' },
    loads: [{ shipment_detail_id: 5, factor: '1' }],
  }
  const order = {
    ...{ document_id: 2, document_number: 'O-2', discount_type: 'A', discount: '0', subtotal: '700' },
    ...{ discount_taken: '0', freight: '25', customs: '0', expedite_fee: '0', handling_charge: '0' },
    lines: [line],
  }
  const load = {
    ...{ shipment_detail_id: 5, product_title: 'Diesel #2', product_group: null, specific_gravity: null },
    ...{ unit_id: 1, unit_code: 'gal', unit_title: 'gal' },
  }
  const linesOf = (payments: StopPayment[]) => {
    const sold = {
      ...{ ...stop, loads: [load], door_orders: [order] },
      state: { ...PLANNED_STOP, tickets: [ticket], payments },
    } as unknown as StepProps['stop']
    const phone = { stops: [sold] } as unknown as DriverDayOnPhone
    showScreen(<TicketPaper ticket={ticket} stop={sold} phone={phone} record={async () => {}} />)
    const { textContent } = screen.getByRole('article', { name: 'Delivery ticket 88' })
    const paper = screen.getByTitle('Delivery ticket 88').getAttribute('srcdoc')
    cleanup()
    return [textContent, paper]
  }
  const check = { ...payment, event_id: 'e5', method: 'check', check_number: '2107', amount: '50' } as const
  for (const text of linesOf([payment, check])) {
    expect(text).toMatch(
      /100\sgal × \$3\.50.*\$350\.00.*Freight.*\$25\.00.*To pay on delivery: \$375\.00.*Cash \$120\.00.*2107 \$50\.00.*Still to pay: \$205\.00/s,
    )
  }
  for (const text of linesOf([])) {
    expect(text).toContain('To pay on delivery: $375.00')
    expect(text).not.toContain('Still to pay')
  }
  expect(linesOf([{ ...payment, amount: '375' }])[0]).toContain('Still to pay: $0.00')
})
