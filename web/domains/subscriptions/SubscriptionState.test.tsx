import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { SubscriptionState } from './SubscriptionState.tsx'

test('an expired subscription is never called active as well', () => {
  showScreen(<SubscriptionState record={{ status: 'active', expired: 1 }} />)
  expect(screen.getByText('Expired')).toBeTruthy()
  expect(screen.queryByText('active')).toBeNull()
})

test('another one has its status', () => {
  showScreen(<SubscriptionState record={{ status: 'past_due', expired: 0 }} />)
  expect(screen.getByText('past_due')).toBeTruthy()
  expect(screen.queryByText('Expired')).toBeNull()
})
