import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { renderTank, stubCalls } from '../tank/testing/renderTank.tsx'
import { useForecastReason } from './useForecastReason.ts'

type Because = PortSummary['forecast_because']

function Reason({ because }: { because: Because }) {
  const reason = useForecastReason()
  return <p data-testid="reason">{reason({ forecast_because: because, volume_unit: 'gal' })}</p>
}

test.each<[Because, string | RegExp]>([
  [null, ''],
  [{ kind: 'level' }, 'Steady use.'],
  [
    { kind: 'degree_days', k_factor: 5.23, cold_before: 20, cold_ahead: 28 },
    'Follows the cold: 5.2 degree days per gallon. Next week is colder than last.',
  ],
  [
    { kind: 'degree_days', k_factor: 0.4, cold_before: 20, cold_ahead: 21 },
    'Follows the cold: 0.4 degree days per gallon. Next week is about as cold as last.',
  ],
  [{ kind: 'weekdays', most_on: 5, least_on: 0 }, 'Follows the week: most on Friday, least on Sunday.'],
  [{ kind: 'trend', growth: 0.02 }, 'Use is growing by 15% a week.'],
  [{ kind: 'trend', growth: -0.02 }, 'Use is falling by 13% a week.'],
  [{ kind: 'campaigns', days_on: 10, days_off: 11 }, /about 10 days with use, 11 without/],
  [{ kind: 'campaigns', days_on: 1.2, days_off: 2.1 }, /now and then, about every 3 days/],
  [{ kind: 'level', changed_on: '2026-11-12', factor: 2.1 }, /^Steady use\. Use doubled on .*12/],
  [{ kind: 'level', changed_on: '2026-11-12', factor: 0.5 }, /Use halved on/],
  [{ kind: 'level', changed_on: '2026-11-12', factor: 1.4 }, /use is 140% of what it was/],
  [{ kind: 'level', changed_on: '2026-11-12', factor: 0 }, /Use stopped on/],
  [{ kind: 'level', changed_on: '2026-11-12', factor: null }, /Use began on/],
])('%j is described in a sentence', (because, expected) => {
  stubCalls({})
  renderTank(<Reason because={because} />)
  const { textContent } = screen.getByTestId('reason')
  if (typeof expected === 'string') expect(textContent).toBe(expected)
  else expect(textContent).toMatch(expected)
})
