import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { AlertsWidget } from './AlertsWidget.tsx'

test('the alerts are those that the menu counts, worst first: they need attention', async () => {
  const sent = answering({
    'GET /alerts?status=unacknowledged': {
      alerts: [],
      page: { page_num: 1, page_size: 20, total_records: 42 },
    },
  })
  showScreen(<AlertsWidget title="Alerts" />)
  expect(await screen.findByText('42 need attention')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toEqual([
    'GET /alerts?status=unacknowledged&sort=urgency&page_size=20',
  ])
})
