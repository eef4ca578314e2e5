import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { webhooks } from '#core/domains/notifications/webhooks.ts'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { RecordFacts } from './RecordFacts.tsx'

const record = { delivery_check_id: 1, shipment_id: 149, ticket_liters: '3824.4', ticket_gallons: '1010.3' }

test.each([
  ['imperial', 1, '1,010.3', '3,824.4'],
  ['metric', 2, '3,824.4', '1,010.3'],
] as const)(
  'a reader with %s units sees the figures of a record in these units only',
  async (_, unit_of_measure, own, others) => {
    showScreen(<RecordFacts resource={delivery_checks} record={record} facts={undefined} />, {
      as: { unit_of_measure },
    })
    expect(await screen.findByText(new RegExp(own))).toBeTruthy()
    expect(screen.queryByText(new RegExp(others))).toBeNull()
  },
)

test('an expired subscription is marked, however many fields are filled', async () => {
  const subscription = {
    id: 3,
    plan_name: 'Yearly',
    company_id: 4,
    company_title: 'Prairie Star Propane',
    device_seats: 20,
    amount: '120.000',
    term_length: 12,
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    expired: 1,
    paid: 1,
    status: 'active',
  }
  showScreen(<RecordFacts resource={subscriptions} record={subscription} facts={undefined} />)
  expect(await screen.findByText('Expired')).toBeTruthy()
})

test('named facts are shown above a short form, too', async () => {
  const webhook = {
    webhook_id: 1,
    name: 'ERP',
    failing_since: '2026-11-01T00:00:00.000Z',
    last_error: 'HTTP 500',
  }
  showScreen(<RecordFacts resource={webhooks} record={webhook} facts={['failing_since', 'last_error']} />)
  expect(await screen.findByText('HTTP 500')).toBeTruthy()
})
