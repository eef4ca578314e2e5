import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { RecordCards } from '#web/resources/list/RecordCards.tsx'
import type { ListAppearance } from '#web/resources/list/useListAppearance.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds } from './kinds.ts'

test('a card states whether a subscription is paid before anything that can be cut', async () => {
  const kind = kinds[subscriptions.name]!.list!
  const row = {
    ...{ id: 3, plan_name: 'Basic', company_id: 9, company_title: 'Acme', status: null, paid: 1 },
    ...{ device_seats: 10, amount: '72.000', term_length: 1, period_start: '2026-11-01', expired: 0 },
  }
  showScreen(
    <RecordCards
      resource={subscriptions}
      kind={kind}
      rows={[row]}
      appearance={{ columns: kind.standard } as ListAppearance}
      addressOf={(id) => `/subscription/${id}`}
    />,
  )
  expect((await screen.findByRole('link', { name: /Acme/ })).textContent).toMatch(/^AcmeBasicPaid/)
})
