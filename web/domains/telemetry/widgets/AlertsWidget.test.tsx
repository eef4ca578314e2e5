import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { AlertsWidget } from './AlertsWidget.tsx'

test('shows the alerts that the menu counts, worst first: they need attention', async () => {
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

test.each([
  [1, 'Kearney · Prairie Co-op'],
  [4, 'Kearney'],
])(
  'an alert names its company, except to readers of that company: a reader of company %i',
  async (company_id, place) => {
    const alert = {
      ...{
        alert_id: 2,
        level: 'offline',
        status: 'open',
        level_source: 'measured',
        product: null,
        tank: null,
      },
      ...{ device_id: 3, device_title: 'LT-3', device_label: 'Kearney', company_id: 4, port_number: null },
      ...{ company_title: 'Prairie Co-op', opened_at: '2026-11-20T00:00:00Z' },
    }
    answering({
      'GET /': {},
      'GET /alerts?status=unacknowledged': {
        alerts: [alert],
        page: { page_num: 1, page_size: 20, total_records: 1 },
      },
    })
    showScreen(<AlertsWidget title="Alerts" />, { as: { company_id } })
    const link = await screen.findByRole('link', { name: 'Kearney' })
    expect(link.parentElement!.textContent).toBe(place)
  },
)
