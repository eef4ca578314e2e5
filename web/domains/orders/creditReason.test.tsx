import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { CreditReasonInput } from './CreditReasonInput.tsx'

const standing = (more: object) => ({
  'GET /currencies/marks': {
    currencies: [
      {
        ...{ currency_id: 3, code: 'USD', prefix: '$', suffix: null, precision: 2 },
        ...{ decimal: '.', thousands: ',', mask: null },
      },
    ],
  },
  'GET /companies/4/credit_standing': {
    credit_standing: {
      ...{ currency_id: 3, credit_limit: '100.000', credit_hold: 0, credit_hold_reason: null },
      ...{ balance: '70.000', is_over: false, ...more },
    },
  },
})

/** Shows the input in the form of an order; returns the values that were set. */
function show(values: object = {}): object[] {
  const set: object[] = []
  const form = {
    values: { company_id: 4, document_type: 'sales_order', ...values },
    errors: {},
    set: (changes: object) => set.push(changes),
  } as unknown as RecordForm
  showScreen(<CreditReasonInput name="credit_reason" form={form} isReadOnly={false} />)
  return set
}

test('an order of a customer on hold asks for the reason to continue', async () => {
  answering(standing({ credit_hold: 1, credit_hold_reason: 'Bounced check' }))
  const set = show()
  expect(await screen.findByText('Bounced check')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Reason to go on'), 'P')
  expect(set).toEqual([{ credit_reason: 'P' }])
})

test('an order above the limit shows a warning, and asks for nothing', async () => {
  answering(standing({ balance: '120.000', is_over: true }))
  show()
  expect(await screen.findByText('$120.00 of $100.00')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an invoice asks for nothing', async () => {
  const sent = answering(standing({ credit_hold: 1, credit_hold_reason: 'Bounced check' }))
  show({ document_type: 'invoice' })
  await expect.poll(() => sent.length).toBeGreaterThanOrEqual(0)
  expect(screen.queryByText('Bounced check')).toBeNull()
})
