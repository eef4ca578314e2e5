import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { AlertsWidget } from './AlertsWidget.tsx'

test('the number of alerts says what it counts: open ones, including acknowledged ones', async () => {
  answering({ 'GET /alerts': { alerts: [], page: { page_num: 1, page_size: 20, total_records: 42 } } })
  showScreen(<AlertsWidget title="Alerts" />)
  expect(await screen.findByText('42 open')).toBeTruthy()
})
