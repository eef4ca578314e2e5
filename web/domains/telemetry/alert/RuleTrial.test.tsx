import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderTank, stubCalls } from '../tank/testing/renderTank.tsx'
import { RuleTrials } from './RuleTrial.tsx'

const fired = (port_number: number, ...days: string[]) => ({
  ...{ device_id: 3, label: null, port_number },
  fired: days.map((day) => ({ from: `${day}T08:00:00.000Z`, until: null, value: null })),
})
const answer = {
  dry_run: {
    ...{ rule: 'urgent', days: 90, unit: 'gal', count: 3, devices_total: 40 },
    tanks: [fired(1, '2026-10-02', '2026-11-05'), fired(2, '2026-09-09')],
  },
}

test('a typed threshold is tried before saving: how often the rule would have fired, and on which days', async () => {
  const sent = stubCalls({ 'POST /alert_rules/dry_run': answer })
  const trial = (limit: number) => ({ rule: 'urgent', name: 'Urgent', typed: { limit } }) as const
  renderTank(<RuleTrials device_id={3} port_number={1} trials={[trial(22)]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Try Urgent on the last 90 days' }))
  expect(
    await screen.findByText('Would have fired 2 times (Oct 2, 2026, Nov 5, 2026)', { exact: false }),
  ).toBeTruthy()
  expect(sent).toMatchObject([{ body: { rule: 'urgent', days: 90, limit: 22, device_ids: [3] } }])
})

test('a rule of the whole business is tried on the first devices, and shows their number', async () => {
  stubCalls({ 'POST /alert_rules/dry_run': answer })
  renderTank(<RuleTrials trials={[{ rule: 'battery_low', name: 'Low battery', typed: { limit: 30 } }]} />)
  await userEvent.click(screen.getByRole('button', { name: /Low battery/ }))
  expect(await screen.findByText(/Would have fired 3 times .* tried on 1 of 40 devices/)).toBeTruthy()
})

test('an invalid threshold is not tried', () => {
  renderTank(<RuleTrials trials={[{ rule: 'battery_low', name: 'Low battery', typed: null }]} />)
  expect(screen.getByRole('button', { name: /Low battery/ })).toHaveProperty('disabled', true)
})
