import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { AlertNotices } from './AlertNotices.tsx'

const notice = { name: 'Ann Lee', company_title: 'Prairie Fuels', at: '2026-11-27T10:00:00.000Z' }

test('an alert shows who was notified, by which channel, and with which outcome', async () => {
  answering({
    'GET /alerts/7/notices': {
      alert_notices: [
        { ...notice, channel: 'sms', state: 'sent', error: null },
        { ...notice, name: 'Yard', channel: 'slack', state: 'failed', error: 'HTTP 404' },
      ],
      others: 2,
    },
  })
  showScreen(<AlertNotices alert_id={7} />)
  await userEvent.click(screen.getByRole('button', { name: 'Who was notified' }))
  expect(await screen.findByText('Ann Lee')).toBeTruthy()
  expect(screen.getByText(/^Text message · Sent · /)).toBeTruthy()
  expect(screen.getByText(/^Slack · Not delivered · .* · HTTP 404$/)).toBeTruthy()
  expect(screen.getByText('And 2 receivers whom you may not see')).toBeTruthy()
})
